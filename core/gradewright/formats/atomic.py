"""Files are replaced whole: whoever reads the path sees the old content or the new one, never a part of either."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path

from gradewright.errors import WriteFailed


def atomic_write(path: Path | str, content: bytes | str | Iterable[bytes]) -> int:
    """Write ``content`` to ``path`` through a temporary file beside it, and return the number of bytes.

    The content is on the disk (fsync) before it takes the place of what was there. Text is encoded as UTF-8. A path
    that is a symbolic link stays one: the file it points to is replaced. A file that exists keeps its permissions.

    Raises:
        WriteFailed: the folder is missing or not writable, the disk is full, or the path is a folder. What was at the
            path before is as it was.
    """
    target = Path(path)
    # realpath, not Path.resolve: it keeps going where a parent cannot be read, and the open below says why.
    real = Path(os.path.realpath(target))
    try:
        return _replace(real, _chunks(content))
    except OSError as error:
        raise WriteFailed(_sentence(error), file=str(target), hint=_hint(error)) from error


def _chunks(content: bytes | str | Iterable[bytes]) -> Iterable[bytes]:
    if isinstance(content, str):
        return (content.encode("utf-8"),)
    if isinstance(content, bytes):
        return (content,)
    return content


def _replace(target: Path, chunks: Iterable[bytes]) -> int:
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    written = 0
    # Only the first letters of the name: a long name plus a suffix may pass the file system's limit.
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            for chunk in chunks:
                written += stream.write(chunk)
            stream.flush()
            os.fsync(stream.fileno())
        _copy_mode(target, Path(name))
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    _sync_folder(target.parent)
    return written


def _copy_mode(existing: Path, temporary: Path) -> None:
    """Give the temporary file the permissions of the file it replaces, or what a newly made file would have."""
    try:
        mode = stat.S_IMODE(existing.stat().st_mode)
    except FileNotFoundError:
        # mkstemp makes files for the owner alone; there is no way to read the umask without setting it.
        umask = os.umask(0o077)
        os.umask(umask)
        mode = 0o666 & ~umask
    with contextlib.suppress(OSError):
        temporary.chmod(mode)


def _sync_folder(folder: Path) -> None:
    """Make the rename itself durable. Folders cannot be opened on Windows, and some network shares refuse fsync."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _sentence(error: OSError) -> str:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return "The disk is full."
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return "This place cannot be written to."
        case errno.ENOENT | errno.ENOTDIR:
            return "The folder does not exist."
        case errno.EISDIR:
            return "This is a folder, not a file."
        case errno.ENAMETOOLONG:
            return "The name is too long."
        case _:
            return f"The file could not be written: {error.strerror or error}."


def _hint(error: OSError) -> str:
    kept = "Nothing was changed."
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return f"{kept} Free some space and save again."
        case errno.ENOENT | errno.ENOTDIR | errno.EACCES | errno.EPERM | errno.EROFS | errno.EISDIR:
            return f"{kept} Choose another place."
        case _:
            return kept
