"""The result of ``add_many``."""

from __future__ import annotations

from mnema_sdk.types import CreateMemoriesResult


class AddManyResult(CreateMemoriesResult):
    """The number of accepted and rejected memories, and the result of each one with its index in the whole list."""

    idempotency_key: str
    """The idempotency key with which the same call continues after its last finished request."""
