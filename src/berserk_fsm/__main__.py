"""``python -m berserk_fsm`` is ``berserk-fsm``."""

from __future__ import annotations

import sys

from berserk_fsm.cli import main

if __name__ == "__main__":
    sys.exit(main())
