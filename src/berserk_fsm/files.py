"""Files: read no further than a bound, and written so that a reader sees the old one or the new one, never half."""

from __future__ import annotations

import errno
import os
import secrets
from pathlib import Path

from berserk_fsm.errors import InputError

__all__ = ["read_bounded", "write_whole"]


def write_whole(path: Path, data: bytes, *, replace: bool = True) -> None:
    """Write ``data`` to ``path`` as a whole or not at all; a link is followed to the file it leads to.

    A program that is killed in the middle leaves the file as it was, and perhaps a ``.berserk-fsm-….tmp`` beside it,
    which can be deleted.

    Args:
        path: the file; its folder must exist.
        data: all of it.
        replace: may a file that is there be replaced?

    Raises:
        FileExistsError: it exists and may not be replaced.
        OSError: it cannot be written, or is a folder, device or pipe; it names the file, and nothing is left behind.
        ValueError: the name is no name of a file.
    """
    if not replace and os.path.lexists(path):
        raise _exists(path)
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    # Not with the name of the file, which may be as long as names can be, nor that of the process: ids come again.
    temporary = target.with_name(f".berserk-fsm-{secrets.token_hex(8)}.tmp")
    try:
        # Not tempfile: its files are readable by their owner alone, and these are to be passed on.
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if replace:
                os.replace(temporary, target)
            else:
                _put(temporary, target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        # Whoever reads it knows the file, and nothing of the temporary one.
        error.filename, error.filename2 = str(path), None
        raise


def _put(temporary: Path, target: Path) -> None:
    """Give a file its name unless another has it by now."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise _exists(target) from None
    except OSError:
        # No second names on this disk: there is a moment in between, but no half of a file.
        if target.exists():
            raise _exists(target) from None
        os.replace(temporary, target)
    else:
        temporary.unlink()


def _exists(path: Path) -> FileExistsError:
    return FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


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
