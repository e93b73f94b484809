"""When a call is tried again, and after how long."""

from __future__ import annotations

import random
import time

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 8.0
JITTER = 0.25
LONGEST_RETRY_AFTER_SECONDS = 60.0


def is_transient(status: int, code: str | None) -> bool:
    """Whether an answer with this status is worth another attempt."""
    if status == 429:
        return code == "rate_limited"
    return status == 408 or status >= 500


def is_refusal(status: int, code: str | None) -> bool:
    """Whether the server says that it has done nothing, so that even a call without a key may be repeated."""
    return status == 503 or (status == 429 and code == "rate_limited")


def backoff_seconds(retry: int) -> float:
    """The pause before a retry, counted from 0, when the server names none."""
    longest = min(FIRST_PAUSE_SECONDS * 2.0**retry, LONGEST_PAUSE_SECONDS)
    return longest * (1 - random.random() * JITTER)  # noqa: S311 (nothing secret depends on it)


def read_retry_after(value: str | None) -> float | None:
    """Seconds from now, from a number or a date; None when it is neither."""
    if value is None:
        return None
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value)
    # Imported here: it is slow to load and rarely needed.
    from datetime import timezone
    from email.utils import parsedate_to_datetime

    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        # HTTP knows no other zone, and asctime() writes none.
        moment = moment.replace(tzinfo=timezone.utc)
    return max(0.0, moment.timestamp() - time.time())
