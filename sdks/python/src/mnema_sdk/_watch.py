"""Decides when ``wait`` reads a memory again, and when it stops."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from mnema_sdk._settings import check_timeout
from mnema_sdk.errors import APITimeoutError, MemoryFailedError, WaitTimeoutError

if TYPE_CHECKING:
    from mnema_sdk.types import Memory

FIRST_PAUSE_SECONDS = 0.1
GROWTH = 1.5
LONGEST_PAUSE_SECONDS = 1.0
DEFAULT_WAIT_SECONDS = 60.0
CLOCK_TOLERANCE_SECONDS = 0.02


class Watch:
    """Decides after each read of a memory whether to go on. It does no I/O."""

    def __init__(self, memory_id: str, seconds: float | None) -> None:
        self._memory_id = memory_id
        self._seconds = DEFAULT_WAIT_SECONDS if seconds is None else check_timeout(seconds, "invalid_argument")
        self._pause = FIRST_PAUSE_SECONDS
        self._memory: Memory | None = None
        self.deadline = time.monotonic() + self._seconds

    def after_look(self, memory: Memory) -> float | None:
        """Return None when the memory is ready, or the seconds until the next read."""
        self._memory = memory
        if memory.status == "ready":
            return None
        if memory.status == "failed":
            why = "no reason given" if memory.failure is None else f"{memory.failure.code}: {memory.failure.message}"
            message = f"memory_failed: {why} (memory {self._memory_id})"
            raise MemoryFailedError(message, code="memory_failed", detail=why, memory=memory)
        pause = self._pause
        self._pause = min(self._pause * GROWTH, LONGEST_PAUSE_SECONDS)
        return max(0.0, min(pause, self.deadline - time.monotonic()))

    def check_time(self) -> None:
        """Raise when the time is over."""
        if time.monotonic() >= self.deadline:
            raise self._too_late()

    def after_timeout(self, failure: APITimeoutError) -> None:
        """Raise the error of a slow read: that of its own limit, or that of the wait."""
        if time.monotonic() < self.deadline - CLOCK_TOLERANCE_SECONDS:
            raise failure
        raise self._too_late() from failure

    def _too_late(self) -> WaitTimeoutError:
        status = "not seen" if self._memory is None else self._memory.status
        detail = f"still {status} after {self._seconds:g} s"
        message = f"wait_timeout: {detail} (memory {self._memory_id})"
        return WaitTimeoutError(message, code="wait_timeout", detail=detail, memory=self._memory)
