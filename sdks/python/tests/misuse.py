"""Calls that a type checker has to reject. This is checked by pyright and never runs.

An ignored rule that no longer finds its fault is an error here.
"""

# pyright: reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

from datetime import datetime, timezone

from typing_extensions import assert_type

from mnema_sdk import NEVER, AddManyResult, APIResponse, AsyncMemoryPage, AsyncMnema, MemoryPage, Mnema, types
from mnema_sdk.options import MessageInput


def call(client: Mnema, messages: list[MessageInput], text: str | None) -> None:
    """Misuses the blocking client, and uses it well."""
    client.add()  # pyright: ignore[reportCallIssue]
    client.add("tea", messages=messages)  # pyright: ignore[reportCallIssue]
    client.add(user_id="ada")  # pyright: ignore[reportCallIssue]
    client.add("tea", "ada")  # pyright: ignore[reportCallIssue]
    client.add("tea", user="ada")  # pyright: ignore[reportCallIssue]
    client.add_many(["tea"])  # pyright: ignore[reportArgumentType]
    client.add_many([{"agent_id": "ada"}])  # pyright: ignore[reportArgumentType]
    client.add_many([{"text": "tea", "user": "ada"}])  # pyright: ignore[reportArgumentType]
    client.add_many([{"text": "tea", "messages": messages}])  # pyright: ignore[reportArgumentType]
    client.search()  # pyright: ignore[reportCallIssue]
    client.search("tea", "ada")  # pyright: ignore[reportCallIssue]
    client.search("tea", limit=3)  # pyright: ignore[reportCallIssue]
    client.get_all()  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    client.api_keys.delete("key_1")  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    client.usage(with_response=True)  # pyright: ignore[reportArgumentType]
    client.search("tea", where={"all": [{"key": "level", "op": "above", "value": 3}]})  # pyright: ignore[reportArgumentType]
    client.api_keys.create(label="tea", restrict={"user": "ada"})  # pyright: ignore[reportArgumentType]
    client.update("mem_1")  # pyright: ignore[reportCallIssue]
    client.update("mem_1", return_="minimal")  # pyright: ignore[reportCallIssue]
    client.update("mem_1", text=None)  # pyright: ignore[reportArgumentType]
    client.update("mem_1", expires_at=None)  # pyright: ignore[reportArgumentType]
    client.add("tea", expires_at=NEVER)  # pyright: ignore[reportArgumentType]
    client.add("tea", if_version=1)  # pyright: ignore[reportCallIssue]
    client.list(order="updated_at")  # pyright: ignore[reportArgumentType]
    client.restore("mem_1")  # pyright: ignore[reportCallIssue]

    client.add("tea", occurred_at=datetime.now(timezone.utc), timeout=5)
    client.add(text="tea", occurred_at="2026-11-20T16:00:00Z")
    client.add(messages=messages, idempotency_key="a")
    client.add(messages, user_id="ada")
    client.add([{"role": "user", "content": "tea"}], user_id="ada", with_response=APIResponse())
    client.add([{"role": "ai", "content": [{"type": "text", "text": "tea"}], "tool_calls": []}])
    assert_type(client.for_user("ada"), Mnema)
    assert_type(
        client.add_many([{"text": "tea", "expires_at": "2026-12-01T00:00:00Z"}, {"messages": messages}]), AddManyResult
    )
    assert_type(client.update("mem_1", text="tea"), types.Memory)
    assert_type(client.update("mem_1", text=text, metadata={}), types.Memory)
    assert_type(client.update("mem_1", metadata={}, return_="minimal"), None)
    assert_type(client.update("mem_1", expires_at=datetime.now(timezone.utc)), types.Memory)
    assert_type(client.update("mem_1", expires_at=NEVER, return_="minimal"), None)
    assert_type(list(client.search("tea")), list[types.SearchResult])
    assert_type(client.search("tea")[0], types.SearchResult)
    assert_type(client.search("tea")[:2], list[types.SearchResult])
    client.search("tea", where={"none": [{"key": "state", "op": "in", "value": ["done", None]}]})
    assert_type(client.facets(user_id="ada").tags, list[types.FacetValue])
    assert_type(client.map(user_id="ada").points, list[types.MapPoint])
    restrict = client.api_keys.create(label="tea", restrict={"user_id": "ada"}).restrict
    assert_type(client.api_keys.create(label="tea", restrict=restrict).restrict, types.KeyRestriction | None)
    assert_type(client.list(), MemoryPage)
    assert_type(list(client.list()), list[types.Memory])
    assert_type(client.list().warnings, list[types.ResponseWarning] | None)
    assert_type(list(client.versions("mem_1")), list[types.MemoryVersion])
    assert_type(client.restore("mem_1", 1, if_version=2), types.Memory)
    assert_type(client.restore("mem_1", 1, return_="minimal"), None)


async def call_async(client: AsyncMnema, messages: list[MessageInput]) -> None:
    """Misuses the asynchronous client, and uses it well."""
    await client.add()  # pyright: ignore[reportCallIssue]
    await client.add("tea", messages=messages)  # pyright: ignore[reportCallIssue]
    await client.update("mem_1")  # pyright: ignore[reportCallIssue]

    assert_type(await client.list(), AsyncMemoryPage)
    assert_type([memory async for memory in client.list()], list[types.Memory])
    assert_type([memory async for memory in await client.list()], list[types.Memory])
    assert_type([request async for request in client.requests.list()], list[types.LoggedRequest])
    assert_type([version async for version in client.versions("mem_1")], list[types.MemoryVersion])
    assert_type([key async for key in client.api_keys.list()], list[types.ApiKey])
    assert_type(list(await client.search("tea")), list[types.SearchResult])
