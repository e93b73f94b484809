"""Mnema as the store of LangGraph: ``pip install 'mnema-sdk[langgraph]'``."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

try:
    from langgraph.store.base import BaseStore
except ModuleNotFoundError as error:
    raise ImportError(
        "mnema_sdk.langgraph needs the package langgraph-checkpoint: pip install 'mnema-sdk[langgraph]'"
    ) from error

from mnema_sdk._async.client import AsyncMnema
from mnema_sdk._async.langgraph_operations import AsyncLangGraphOperations
from mnema_sdk._langgraph_items import WHOLE_VALUE
from mnema_sdk._sync.langgraph_operations import LangGraphOperations

if TYPE_CHECKING:
    from langgraph.store.base import Op, Result, TTLConfig

    from mnema_sdk._sync.client import Mnema


class MnemaStore(BaseStore):
    """A LangGraph store whose items are memories, found by keywords and meaning.

    A namespace is the ``run_id`` of its memories. Scope the client to keep the items of a user or an agent apart:
    ``MnemaStore(client.for_user("alice"))``.
    """

    supports_ttl = True

    def __init__(
        self,
        client: Mnema | AsyncMnema,
        *,
        fields: Sequence[str] = (WHOLE_VALUE,),
        ttl: TTLConfig | None = None,
        wait_seconds: int | None = None,
    ) -> None:
        """Takes the client, which is not closed with the store.

        Args:
            client: With ``Mnema``, both the blocking and the asynchronous methods work, the latter in a thread. With
                ``AsyncMnema``, only the asynchronous ones do.
            fields: The fields of a value that a query searches, in the path syntax of LangGraph; by default all.
                The argument ``index`` of ``put`` replaces them.
            ttl: ``default_ttl`` in minutes and ``refresh_on_read``; the server itself removes what has expired.
            wait_seconds: Seconds that the first write of an item waits until semantic search finds it, at most 10.
                Keyword search finds it without waiting.
        """
        self._operations = (
            AsyncLangGraphOperations(client, fields, wait_seconds)
            if isinstance(client, AsyncMnema)
            else LangGraphOperations(client, fields, wait_seconds)
        )
        self.ttl_config = ttl

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Runs the reads in their order and then the writes."""
        if isinstance(self._operations, AsyncLangGraphOperations):
            raise TypeError("This store has an AsyncMnema. Await aget, aput and the others, or create it with a Mnema.")
        return self._operations.run(ops)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Runs the reads in their order and then the writes."""
        if isinstance(self._operations, AsyncLangGraphOperations):
            return await self._operations.run(ops)
        return await asyncio.to_thread(self._operations.run, ops)


__all__ = ["MnemaStore"]
