"""Files: read no further than a bound, and written so that a reader sees the old one or the new one, never half."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from berserk_fsm.errors import InputError

__all__ = ["read_bounded", "write_whole"]


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


def read_bounded(where: str, most: int) -> bytes | None:
    """The bytes of a file; ``None`` if there are more than ``most``.

    Args:
        where: its name.
        most: how many bytes are read at the most.

    Raises:
        InputError: there is no such file, it is a directory, or it cannot be read.
    """
    try:
        with open(where, "rb") as stream:
            # Not by os.stat: pipes and devices have no size, and /dev/zero never ends.
            data = stream.read(most + 1)
    except FileNotFoundError:
        raise InputError(where, None, "no such file", "нет такого файла") from None
    except IsADirectoryError:
        raise InputError(
            where, None, "this is a directory, a file was expected", "это каталог, а ожидался файл"
        ) from None
    except (OSError, ValueError) as error:
        # ValueError: a NUL inside the name.
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(
            where,
            None,
            f"the file cannot be read ({reason}); a readable text file was expected",
            f"файл не читается ({reason}); ожидался доступный для чтения текстовый файл",
        ) from None
    return None if len(data) > most else data
