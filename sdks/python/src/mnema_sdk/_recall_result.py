"""The result of ``recall``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mnema_sdk.types import Profile, SearchResponse


@dataclass(frozen=True)
class RecallResult:
    """A profile, and the memories that match a query."""

    profile: Profile
    """The profile of the user, agent and project; the other filters do not narrow it."""
    search: SearchResponse
    """The results of the search, best first."""
