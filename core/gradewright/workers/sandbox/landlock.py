"""Landlock: what of the disk a process on Linux may touch, decided by itself and for good. Standard library only."""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Sequence
from typing import Final

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION_FLAG: Final = 1
_PATH_BENEATH: Final = 1

_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
# How many rights to files the kernel knows, by version of its interface; a newer one knows at least as many.
_FILE_RIGHTS: Final = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_NETWORK_RIGHTS: Final = 0b11
_SCOPES: Final = 0b11


def version() -> int:
    """Return the version of the kernel's interface, 0 where it has none or has it turned off."""
    found = _libc().syscall(_CREATE, None, ctypes.c_size_t(0), _VERSION_FLAG)
    return max(0, int(found))


def restrict(readable: Sequence[str]) -> bool:
    """Leave this process nothing of the disk but reading below ``readable``. No new privileges first.

    Where the kernel can, connections over TCP, sockets of other programs and signals to them go as well. Returns False
    where there is no Landlock.
    """
    known = version()
    if not known:
        return False
    ruleset = _ruleset(known)
    if ruleset < 0:
        return False
    try:
        for place in readable:
            _allow_reading(ruleset, place)
        return bool(_libc().syscall(_RESTRICT, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


def _ruleset(known: int) -> int:
    rights = (1 << _FILE_RIGHTS[min(known, 5)]) - 1
    attributes = struct.pack("Q", rights)
    if known >= 4:
        attributes += struct.pack("Q", _NETWORK_RIGHTS)
    if known >= 6:
        attributes += struct.pack("Q", _SCOPES)
    holder = ctypes.create_string_buffer(attributes, len(attributes))
    return int(_libc().syscall(_CREATE, ctypes.byref(holder), ctypes.c_size_t(len(attributes)), 0))


def _allow_reading(ruleset: int, place: str) -> None:
    try:
        beneath = os.open(place, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        is_folder = stat.S_ISDIR(os.fstat(beneath).st_mode)
        rights = _READ_FILE | _READ_DIR if is_folder else _READ_FILE
        # The kernel's structure is packed: a right of 8 bytes, a descriptor of 4.
        rule = struct.pack("=Qi", rights, beneath)
        holder = ctypes.create_string_buffer(rule, len(rule))
        _libc().syscall(_ADD, ruleset, _PATH_BENEATH, ctypes.byref(holder), 0)
    finally:
        os.close(beneath)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
