"""``python -m berserk_fsm`` is ``berserk-fsm``."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    try:
        from berserk_fsm.cli import main

        code = main()
    except KeyboardInterrupt:  # while importing
        code = 130
    sys.exit(code)
