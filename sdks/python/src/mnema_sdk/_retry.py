"""Decides whether a call is retried, and after which pause."""

from __future__ import annotations

import random
import time

FIRST_PAUSE_SECONDS = 0.5
MAX_PAUSE_SECONDS = 8.0
JITTER = 0.25
LONGEST_RETRY_AFTER_SECONDS = 60.0


def is_transient(status: int, code: str | None) -> bool:
    """Whether a response with this status may be followed by a retry."""
    if status == 429:
        return code == "rate_limited"
    return status == 408 or status >= 500


def is_rejection(status: int, code: str | None) -> bool:
    """Whether the response excludes that the server did anything, so that even a call without a key may be repeated."""
    return status == 503 or (status == 429 and code == "rate_limited")


def backoff_seconds(retry: int) -> float:
    """Return the pause before a retry, counted from 0, when the server states none."""
    limit = min(FIRST_PAUSE_SECONDS * 2.0**retry, MAX_PAUSE_SECONDS)
    return limit * (1 - random.random() * JITTER)  # noqa: S311 (nothing secret depends on it)


def read_retry_after(value: str | None) -> float | None:
    """Return seconds from now, from a number or a date; None for other values."""
    if value is None:
        return None
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value)
    # This module is imported here, because it is slow to load and rarely needed.
    from datetime import timezone
    from email.utils import parsedate_to_datetime

    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        # HTTP has no other zone, and asctime() writes none.
        moment = moment.replace(tzinfo=timezone.utc)
    return max(0.0, moment.timestamp() - time.time())
