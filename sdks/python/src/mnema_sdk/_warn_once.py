"""The warnings of responses, each code issued once a process."""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING

from mnema_sdk.errors import MnemaWarning

if TYPE_CHECKING:
    from mnema_sdk.types import ResponseWarning

_warned: set[str] = set()

_NOT_ISSUED = "not_confirmed"
"""A count without ``confirm`` is usually deliberate, and its value shows that nothing was deleted."""


def warn_once(value: object, name: str) -> None:
    """Issue the warnings of a response, each code once. ``name`` is the request."""
    found: list[ResponseWarning] | None = getattr(value, "warnings", None)
    for warning in found or []:
        if warning.code not in _warned and warning.code != _NOT_ISSUED:
            _warned.add(warning.code)
            message = f"{warning.message} ({warning.code}, {name})"
            warnings.warn(message, MnemaWarning, stacklevel=_level_of_caller())


def _level_of_caller() -> int:
    """Return the ``stacklevel`` of the first frame outside this package, counted from the caller of this."""
    # The module inspect, which has a public function for this, is slow to load.
    level, frame = 1, sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame is not None and str(frame.f_globals.get("__name__")).startswith("mnema_sdk."):
        level, frame = level + 1, frame.f_back
    return level
