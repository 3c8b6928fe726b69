"""What Windows offers: a job that ends its process and bounds its memory, and a low integrity level.

The job is made by this program around the process before that has been given any code; the process itself then gives
up the right to write to what belongs to the person. Reading and the network stay possible there, and that is said.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Final

JOB, INTEGRITY = "job", "integrity"

_LIMIT_PROCESSES, _LIMIT_MEMORY, _DIE_ON_ERRORS, _KILL_ON_CLOSE = 0x8, 0x100, 0x400, 0x2000
_EXTENDED_LIMITS, _UI_RESTRICTIONS = 9, 4
_EVERY_UI_RESTRICTION: Final = 0xFF
_TOKEN_ADJUST_DEFAULT, _TOKEN_QUERY, _TOKEN_INTEGRITY_LEVEL = 0x80, 0x8, 25
_LOW_INTEGRITY: Final = "S-1-16-4096"
_SE_GROUP_INTEGRITY: Final = 0x20


class _BasicLimits(ctypes.Structure):
    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("smallest_set", ctypes.c_size_t),
        ("largest_set", ctypes.c_size_t),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    )


class _ExtendedLimits(ctypes.Structure):
    _fields_ = (
        ("basic", _BasicLimits),
        ("counters", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process", ctypes.c_size_t),
        ("peak_job", ctypes.c_size_t),
    )


class _IntegrityLabel(ctypes.Structure):
    _fields_ = (("sid", ctypes.c_void_p), ("attributes", ctypes.c_uint32))


def put_in_job(process_handle: int, memory: int) -> int | None:
    """Bound a process that was just started: no second process, so much memory, its end with this program.

    Returns the job's handle, to be kept as long as the process and closed with :func:`close`; None where it failed.
    """
    kernel = _library("kernel32")
    kernel.CreateJobObjectW.restype = ctypes.c_void_p
    job = kernel.CreateJobObjectW(None, None)
    if not job:
        return None
    limits = _ExtendedLimits()
    limits.basic.flags = _LIMIT_PROCESSES | _LIMIT_MEMORY | _DIE_ON_ERRORS | _KILL_ON_CLOSE
    limits.basic.processes = 1
    limits.process_memory = memory
    restrictions = ctypes.c_uint32(_EVERY_UI_RESTRICTION)
    done = (
        kernel.SetInformationJobObject(
            ctypes.c_void_p(job), _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
        )
        and kernel.SetInformationJobObject(ctypes.c_void_p(job), _UI_RESTRICTIONS, ctypes.byref(restrictions), 4)
        and kernel.AssignProcessToJobObject(ctypes.c_void_p(job), ctypes.c_void_p(process_handle))
    )
    if not done:
        close(job)
        return None
    return int(job)


def close(job: int) -> None:
    """Give back a job's handle, which ends what is in it."""
    _library("kernel32").CloseHandle(ctypes.c_void_p(job))


def confine() -> list[str]:
    """Lower this process's own integrity: nothing of the person's can be written from then on."""
    kernel, security = _library("kernel32"), _library("advapi32")
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    token = ctypes.c_void_p()
    process = ctypes.c_void_p(kernel.GetCurrentProcess())
    if not security.OpenProcessToken(process, _TOKEN_ADJUST_DEFAULT | _TOKEN_QUERY, ctypes.byref(token)):
        return []
    sid = ctypes.c_void_p()
    try:
        if not security.ConvertStringSidToSidW(_LOW_INTEGRITY, ctypes.byref(sid)):
            return []
        label = _IntegrityLabel(sid.value, _SE_GROUP_INTEGRITY)
        size = ctypes.sizeof(label) + security.GetLengthSid(sid)
        lowered = security.SetTokenInformation(token, _TOKEN_INTEGRITY_LEVEL, ctypes.byref(label), size)
        return [INTEGRITY] if lowered else []
    finally:
        kernel.LocalFree(sid)
        kernel.CloseHandle(token)


def _library(name: str) -> Any:
    if sys.platform == "win32":
        return ctypes.WinDLL(name, use_last_error=True)
    raise OSError("there are no Windows libraries here")
