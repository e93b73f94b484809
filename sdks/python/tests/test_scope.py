"""Scoped clients: the ids that they fill in, and those that they reject."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import anyio
import httpx2
import pytest
from conftest import WRITTEN, Script, reply
from test_parity import OPERATIONS, resolve

import mnema_sdk

IDS = {"user_id": "alice", "agent_id": "planner", "run_id": "r1"}
NO_MEMORIES = '{"format":"mnema"}\n{"end":true,"count":0}\n'
PAGE: dict[str, Any] = {"results": [], "next_cursor": None}
CALLS: dict[str, tuple[Callable[[mnema_sdk.Mnema], object], dict[str, Any] | str]] = {
    "createMemory": (lambda client: client.add("tea"), WRITTEN),
    "createMemories": (lambda client: client.add_many([{"text": "tea"}]), {**PAGE, "accepted": 0, "rejected": 0}),
    "searchMemories": (lambda client: client.search("tea"), PAGE),
    "listMemories": (lambda client: list(client.list()), PAGE),
    "deleteMemories": (lambda client: client.forget(), {"matched": 0, "deleted": 0}),
    "exportMemories": (lambda client: list(client.export()), NO_MEMORIES),
    "listDeletions": (lambda client: list(client.deletions.list()), PAGE),
    "getFacets": (lambda client: client.facets(), {}),
    "getMap": (lambda client: client.map(), {"status": "ready", "total": 0, "points": [], "computed_at": None}),
    "getProfile": (lambda client: client.profile(), {}),
}


def client_of(script: Script) -> mnema_sdk.Mnema:
    http_client = httpx2.Client(transport=httpx2.MockTransport(script.handle))
    return mnema_sdk.Mnema(api_key="mnk_1", base_url="http://mnema.test", http_client=http_client)


def ids_of(operation: dict[str, Any]) -> set[str]:
    """Returns the ids of the scope that the contract has for an operation, in its query or its body."""
    body = resolve(operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {}))
    fields = body.get("properties", {})
    items = resolve(fields.get("memories", {}).get("items", {})).get("properties", {})
    return {*fields, *items, *(parameter["name"] for parameter in operation["parameters"])} & set(IDS)


@pytest.mark.parametrize("name", [name for name, operation in OPERATIONS.items() if ids_of(operation)])
def test_every_operation_of_the_contract_that_takes_ids_gets_them(name: str, script: Script) -> None:
    make_call, body = CALLS[name]
    script.replies = [httpx2.Response(200, text=body) if isinstance(body, str) else reply(body)]
    make_call(client_of(script).for_user("alice").for_agent("planner").for_run("r1"))
    (request,) = script.requests
    sent: dict[str, Any] = {**request.url.params, **json.loads(request.content or b"{}")}
    sent = sent.get("memories", [sent])[0]
    assert {name: value for name, value in sent.items() if name in IDS} == {
        name: IDS[name] for name in ids_of(OPERATIONS[name])
    }


def test_other_operations_are_as_without_a_scope(script: Script) -> None:
    script.replies = [reply({}), reply({})]
    scoped = client_of(script).for_user("alice")
    scoped.get("mem_1")
    scoped.update("mem_1", text="tea")
    assert [(str(request.url), request.content) for request in script.requests] == [
        ("http://mnema.test/memories/mem_1", b""),
        ("http://mnema.test/memories/mem_1", b'{"text":"tea"}'),
    ]


def test_a_recall_reads_the_profile_and_searches_in_the_same_scope(script: Script) -> None:
    script.replies = [reply({"summary": "Likes tea."}), reply({"results": [{"id": "mem_1", "memory": "tea"}]})]
    client = client_of(script).for_user("alice").for_run("r1")
    recalled = client.recall("tea", project="p", top_k=3, filters={"a": 1}, max_characters=500)
    assert recalled.profile.summary == "Likes tea."
    assert mnema_sdk.format_memories(recalled.search) == "- tea"
    profile, search = script.requests
    assert dict(profile.url.params) == {"user_id": "alice", "project": "p", "max_characters": "500"}
    assert json.loads(search.content) == {
        "query": "tea",
        "user_id": "alice",
        "run_id": "r1",
        "project": "p",
        "top_k": 3,
        "filters": {"a": 1},
    }


def test_a_recall_fails_when_one_of_its_requests_fails(script: Script) -> None:
    script.replies = [reply({"summary": "Likes tea."}), reply({"code": "quota_exceeded"}, 429)]
    with pytest.raises(mnema_sdk.QuotaExceededError):
        client_of(script).recall("tea", max_retries=0)


def test_a_call_may_name_the_same_id_and_no_other(script: Script) -> None:
    script.replies = [reply(WRITTEN)]
    alice = client_of(script).for_user("alice")
    alice.add("tea", user_id="alice", agent_id="barista")
    calls: list[Callable[[], object]] = [
        lambda: alice.add("tea", user_id="bob"),
        lambda: alice.add_many([{"text": "tea"}, {"text": "tea", "user_id": "bob"}]),
        lambda: alice.search("tea", user_id=""),
        lambda: alice.list(user_id="bob"),
    ]
    for call in calls:
        with pytest.raises(mnema_sdk.MnemaError, match=r"^invalid_argument: .*differs from 'alice'"):
            call()
    assert [json.loads(request.content) for request in script.requests] == [
        {"text": "tea", "user_id": "alice", "agent_id": "barista"}
    ]


def test_a_scoped_client_stays_with_its_scope_and_leaves_the_other_as_it_was(script: Script) -> None:
    script.replies = [reply(WRITTEN)]
    client = client_of(script)
    alice = client.for_user("alice")
    assert type(alice.for_user("alice")) is mnema_sdk.Mnema
    unusable: list[Any] = ["", None]
    for make in (lambda: alice.for_user("bob"), *(lambda value=value: client.for_agent(value) for value in unusable)):
        with pytest.raises(mnema_sdk.MnemaError, match="invalid_argument"):
            make()
    client.add("tea")
    assert json.loads(script.requests[0].content) == {"text": "tea"}


def test_closing_a_scoped_client_leaves_the_connections_of_the_other_open() -> None:
    with mnema_sdk.Mnema(api_key="mnk_1", base_url="http://127.0.0.1:9", max_retries=0) as client:
        with client.for_user("alice"):
            pass
        with pytest.raises(mnema_sdk.APIConnectionError):
            client.usage()
    with pytest.raises(mnema_sdk.MnemaError, match="closed"):
        client.for_user("alice").usage()


def test_the_asynchronous_client_has_scoped_ones(script: Script) -> None:
    script.replies = [reply(WRITTEN), reply(PAGE)]

    async def ask() -> None:
        http_client = httpx2.AsyncClient(transport=httpx2.MockTransport(script.handle_async))
        async with mnema_sdk.AsyncMnema(api_key="mnk_1", http_client=http_client) as client:
            alice = client.for_user("alice")
            await alice.add("tea")
            assert [memory async for memory in alice.list()] == []

    anyio.run(ask)
    assert json.loads(script.requests[0].content)["user_id"] == "alice"
    assert script.requests[1].url.query == b"user_id=alice"
