"""Writing files so that a reader sees the old one or the new one, never half of it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path`` as a whole or not at all; a link is followed to the file it leads to.

    Args:
        path: the file; its folder must exist.
        data: all of it.

    Raises:
        OSError: it cannot be written, or is a folder, device or pipe; nothing is left behind.
        ValueError: the name is no name of a file.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    temporary = target.with_name(f".{os.getpid()}.{target.name}"[:200])
    # Not tempfile: its files are readable by their owner alone, and these are to be passed on.
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
