"""Mnema as a session of the OpenAI Agents SDK: ``pip install 'mnema-sdk[openai-agents]'``."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from mnema_sdk.errors import ConflictError, MnemaError, NotFoundError

if TYPE_CHECKING:
    from agents import SessionSettings, TResponseInputItem

    from mnema_sdk._add_many_result import AddManyResult
    from mnema_sdk._async.client import AsyncMnema
    from mnema_sdk.options import MemoryInput
    from mnema_sdk.types import Memory

SOURCE = "openai-agents"
ITEM = "openai_agents_item"
METADATA_LIMIT = 16 * 1024
TEXT_LIMIT = 100_000
PAGE = 1000


class MnemaSession:
    """The history of a conversation. Its items are memories, which other sessions find by keywords and meaning.

    The ``run_id`` of the memories is the id of the session, and their ``metadata.source`` is ``openai-agents``.
    """

    session_settings: SessionSettings | None

    def __init__(
        self,
        session_id: str,
        *,
        client: AsyncMnema,
        user_id: str | None = None,
        session_settings: SessionSettings | None = None,
    ) -> None:
        """Takes the client, which is not closed with the session.

        Args:
            session_id: The id of the conversation, at most 256 characters.
            client: The client of the server; a session uses it in one event loop only.
            user_id: The user who talks. The same ``session_id`` of another user is another session.
            session_settings: Settings of the framework, such as the default limit of ``get_items``.

        Raises:
            MnemaError: With the code ``invalid_argument``: an id is empty.
        """
        self.session_id = session_id
        self.session_settings = session_settings
        scoped = client if user_id is None else client.for_user(user_id)
        self._client = scoped.for_run(session_id)

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """Returns the items of the conversation, or the newest ones, with the oldest first."""
        if limit is None and self.session_settings is not None:
            limit = self.session_settings.limit
        items: list[TResponseInputItem] = []
        if limit is not None and limit <= 0:
            return items
        async for memory in self._client.list(source=SOURCE, limit=PAGE if limit is None else min(PAGE, limit)):
            items.append(_item_of(memory))
            if len(items) == limit:
                break
        return items[::-1]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Adds items at the end, all or none.

        Raises:
            ValueError: An item is too large.
            MnemaError: The server rejects an item.
        """
        if not items:
            return
        memories = [_memory_of(item, index) for index, item in enumerate(items)]
        if len(memories) == 1:
            await self._client.add(**cast("dict[str, Any]", memories[0]))
            return
        try:
            added = await self._client.add_many(memories)
        except MnemaError as error:
            # A later request failed, and the earlier ones have stored their items.
            if error.batch is not None:
                await self._remove(error.batch)
            raise
        if added.rejected == 0:
            return
        await self._remove(added)
        problem = next((result.index, result.error) for result in added.results if result.error is not None)
        index, error = problem
        raise MnemaError(f"items[{index}] was rejected, and none was added: {error.detail}", code=error.code)

    async def _remove(self, added: AddManyResult) -> None:
        """Removes what was added. A failure must not hide the error that led here."""
        for result in added.results:
            if result.memory is not None:
                with suppress(MnemaError):
                    await self._client.delete(result.memory.memory_id)

    async def pop_item(self) -> TResponseInputItem | None:
        """Removes the newest item and returns it, or None when there is none."""
        while newest := (await self._client.list(source=SOURCE, limit=1)).results:
            try:
                await self._client.delete(newest[0].id)
            except NotFoundError:
                # Another call has removed it, and returns it.
                continue
            return _item_of(newest[0])
        return None

    async def clear_session(self) -> None:
        """Removes all items."""
        while matched := (await self._client.forget(source=SOURCE)).matched:
            try:
                await self._client.forget(source=SOURCE, confirm=matched)
            except ConflictError as error:
                # Another call has added or removed an item since it was counted.
                if error.code != "confirmation_mismatch":
                    raise


def _memory_of(item: TResponseInputItem, index: int) -> MemoryInput:
    stored = json.dumps(item, ensure_ascii=False, separators=(",", ":"))
    if not _is_storable(stored):
        stored = json.dumps(item, separators=(",", ":"))
    readable = _text_of(cast("dict[str, Any]", item))
    metadata = {"source": SOURCE, ITEM: stored}
    if len(json.dumps(metadata, ensure_ascii=False).encode()) <= METADATA_LIMIT:
        return {"text": readable if _is_storable(readable) else stored, "metadata": metadata}
    if len(stored) > TEXT_LIMIT:
        raise ValueError(
            f"items[{index}] has {len(stored)} characters as JSON, at most {TEXT_LIMIT} are possible. "
            "Replace files in it with their addresses, and shorten the results of tools."
        )
    return {"text": stored, "metadata": {"source": SOURCE}}


def _item_of(memory: Memory) -> TResponseInputItem:
    return json.loads(memory.metadata.get(ITEM, memory.memory))


def _text_of(item: dict[str, Any]) -> str:
    """Returns what search finds of a message: who said what. Other items are found by their JSON."""
    content: Any = item.get("content")
    parts = cast("list[dict[str, Any]]", content) if isinstance(content, list) else [{"text": content}]
    texts = [part.get("text") for part in parts]
    text = "\n".join(text for text in texts if isinstance(text, str))
    return f"{item.get('role')}: {text}" if text.strip() and "role" in item else ""


def _is_storable(text: str) -> bool:
    """Says whether the server accepts a text: neither blank nor too long, without NUL and lone surrogates."""
    surrogates = any("\ud800" <= character <= "\udfff" for character in text)
    return bool(text.strip()) and len(text) <= TEXT_LIMIT and "\0" not in text and not surrogates


__all__ = ["MnemaSession"]
