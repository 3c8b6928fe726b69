"""The system calls that code may make on Linux, as a small program for the kernel's filter. Standard library only.

What is listed is allowed and everything else is refused with "not permitted": no sockets, no new processes or threads,
no other programs, no signals to others, no files opened for writing, no limits raised. The numbers are those of the
kernel's tables for x86_64 and of its generic table for aarch64; on other machines there is no filter.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
import sys
from typing import Final

_PR_SET_SECCOMP: Final = 22
_MODE_FILTER: Final = 2

_LOAD, _JUMP_EQUAL, _JUMP_AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _ARCH = 0, 4
_X32: Final = 0x40000000

# Flags of open that write, make, or empty a file, alike on both machines.
_WRITING: Final = 0o3 | 0o100 | 0o1000 | 0o20000000
# TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX: looking at a descriptor, and flags of it.
_IOCTLS: Final = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
# F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_GETLK, F_DUPFD_CLOEXEC. Not F_SETFL and F_SETOWN: they send signals to others.
_FCNTLS: Final = (0, 1, 2, 3, 5, 1030)

_Call = tuple[int | None, int | None]
"""The number of a system call on x86_64 and on aarch64; None where there is none."""

_ALLOWED: Final[dict[str, _Call]] = {
    "read": (0, 63),
    "write": (1, 64),
    "close": (3, 57),
    "stat": (4, None),
    "fstat": (5, 80),
    "lstat": (6, None),
    "poll": (7, None),
    "lseek": (8, 62),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "brk": (12, 214),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "pread64": (17, 67),
    "readv": (19, 65),
    "writev": (20, 66),
    "access": (21, None),
    "pipe": (22, None),
    "select": (23, None),
    "sched_yield": (24, 124),
    "mremap": (25, 216),
    "mincore": (27, 232),
    "madvise": (28, 233),
    "dup": (32, 23),
    "dup2": (33, None),
    "pause": (34, None),
    "nanosleep": (35, 101),
    "getitimer": (36, 102),
    "alarm": (37, None),
    "setitimer": (38, 103),
    "getpid": (39, 172),
    "exit": (60, 93),
    "uname": (63, 160),
    "getdents": (78, None),
    "getcwd": (79, 17),
    "readlink": (89, None),
    "gettimeofday": (96, 169),
    "getrlimit": (97, 163),
    "getrusage": (98, 165),
    "sysinfo": (99, 179),
    "times": (100, 153),
    "getuid": (102, 174),
    "getgid": (104, 176),
    "geteuid": (107, 175),
    "getegid": (108, 177),
    "getppid": (110, 173),
    "rt_sigpending": (127, 136),
    "sigaltstack": (131, 132),
    "statfs": (137, 43),
    "fstatfs": (138, 44),
    "arch_prctl": (158, None),
    "gettid": (186, 178),
    "time": (201, None),
    "futex": (202, 98),
    "sched_getaffinity": (204, 123),
    "epoll_create": (213, None),
    "getdents64": (217, 61),
    "set_tid_address": (218, 96),
    "restart_syscall": (219, 128),
    "fadvise64": (221, 223),
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "exit_group": (231, 94),
    "epoll_wait": (232, None),
    "epoll_ctl": (233, 21),
    "newfstatat": (262, 79),
    "readlinkat": (267, 78),
    "faccessat": (269, 48),
    "pselect6": (270, 72),
    "ppoll": (271, 73),
    "set_robust_list": (273, 99),
    "epoll_pwait": (281, 22),
    "epoll_create1": (291, 20),
    "dup3": (292, 24),
    "pipe2": (293, 59),
    "preadv": (295, 69),
    "getrandom": (318, 278),
    "membarrier": (324, 283),
    "statx": (332, 291),
    "rseq": (334, 293),
    "close_range": (436, 436),
    "faccessat2": (439, 439),
}

# The kernel does not know them, says the filter: then the C library uses the older call, which is looked at.
_UNKNOWN: Final[dict[str, _Call]] = {"clone3": (435, 435), "openat2": (437, 437)}

_OPEN: Final[_Call] = (2, None)
_OPENAT: Final[_Call] = (257, 56)
_IOCTL: Final[_Call] = (16, 29)
_FCNTL: Final[_Call] = (72, 25)
_KILL_SELF: Final[tuple[_Call, ...]] = ((62, 129), (234, 131))
_PRLIMIT: Final[_Call] = (302, 261)

_MACHINES: Final = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}


def available() -> bool:
    """Tell whether there is a filter for this machine."""
    return sys.platform == "linux" and platform.machine() in _MACHINES and sys.maxsize > 2**32


def install(pid: int) -> bool:
    """Filter the calls of this thread and its children from now on; ``pid`` is this process. No new privileges first.

    Returns False where the kernel does not take the filter.
    """
    if not available():
        return False
    code = program(platform.machine(), pid)
    buffer = ctypes.create_string_buffer(code, len(code))
    description = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(buffer))
    holder = ctypes.create_string_buffer(description, len(description))
    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(holder), 0, 0) == 0)


def program(machine: str, pid: int) -> bytes:
    """Return the filter for a machine: 8 bytes an instruction."""
    column, arch = _MACHINES[machine]
    refuse = _returning(_ERRNO | errno.EPERM)
    code = [_load(_ARCH), _jump(_JUMP_EQUAL, arch, 1, 0), _returning(_KILL), _load(_NUMBER)]
    if machine == "x86_64":
        code += [_jump(_JUMP_AT_LEAST, _X32, 0, 1), refuse]
    for call in _ALLOWED.values():
        code += _when(call[column], [_returning(_ALLOW)])
    for call in _UNKNOWN.values():
        code += _when(call[column], [_returning(_ERRNO | errno.ENOSYS)])
    code += _when(_OPEN[column], _without_bits(1, _WRITING))
    code += _when(_OPENAT[column], _without_bits(2, _WRITING))
    code += _when(_IOCTL[column], _one_of(1, _IOCTLS))
    code += _when(_FCNTL[column], _one_of(1, _FCNTLS))
    for call in _KILL_SELF:
        code += _when(call[column], _one_of(0, (pid,)))
    code += _when(_PRLIMIT[column], _null_pointer(2))
    return b"".join([*code, refuse])


def _instruction(code: int, value: int, true: int = 0, false: int = 0) -> bytes:
    return struct.pack("HBBI", code, true, false, value)


def _load(offset: int) -> bytes:
    return _instruction(_LOAD, offset)


def _returning(value: int) -> bytes:
    return _instruction(_RETURN, value)


def _jump(kind: int, value: int, true: int, false: int) -> bytes:
    return _instruction(kind, value, true, false)


def _argument(number: int, high: bool = False) -> bytes:
    # Both machines are little-endian: the low half of an argument comes first.
    return _load(16 + 8 * number + (4 if high else 0))


def _when(number: int | None, then: list[bytes]) -> list[bytes]:
    """Return the instructions that do ``then``, which has to return, for one system call and skip it for others."""
    if number is None:
        return []
    return [_jump(_JUMP_EQUAL, number, 0, len(then)), *then]


def _without_bits(argument: int, mask: int) -> list[bytes]:
    return [
        _argument(argument),
        _instruction(_AND, mask),
        _jump(_JUMP_EQUAL, 0, 0, 1),
        _returning(_ALLOW),
        _returning(_ERRNO | errno.EACCES),
    ]


def _one_of(argument: int, values: tuple[int, ...]) -> list[bytes]:
    code = [_argument(argument)]
    for value in values:
        code += [_jump(_JUMP_EQUAL, value, 0, 1), _returning(_ALLOW)]
    return [*code, _returning(_ERRNO | errno.EPERM)]


def _null_pointer(argument: int) -> list[bytes]:
    return [
        _argument(argument),
        _jump(_JUMP_EQUAL, 0, 1, 0),
        _returning(_ERRNO | errno.EPERM),
        _argument(argument, high=True),
        _jump(_JUMP_EQUAL, 0, 0, 1),
        _returning(_ALLOW),
        _returning(_ERRNO | errno.EPERM),
    ]
