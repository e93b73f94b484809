"""Calls that need several requests: waiting, and reading page after page."""

from __future__ import annotations

import gc
from typing import Any

import anyio
import httpx2
import pytest
from conftest import MEMORY, Face, Script, problem, reply

import mnema_sdk
from mnema_sdk import _watch

PENDING: dict[str, Any] = {**MEMORY, "status": "pending", "outcome": None}
ROW: dict[str, Any] = {
    "created_at": "2026-11-21T09:02:00.000Z",
    "method": "GET",
    "path": "/usage",
    "operation": "getUsage",
    "source": "rest",
    "status_code": 200,
    "latency_ms": 1.5,
    "key_id": None,
    "key_prefix": None,
}


def test_wait_polls_at_growing_intervals(call: Face, script: Script) -> None:
    script.replies = [*(reply(PENDING) for _ in range(8)), reply({**PENDING, "status": "brand_new"}), reply(MEMORY)]
    assert call("wait", "mem_1").status == "ready"
    assert script.pauses == pytest.approx([0.1, 0.15, 0.225, 0.3375, 0.50625, 0.759375, 1, 1, 1])


def test_wait_raises_the_reason_of_a_failed_memory(call: Face, script: Script) -> None:
    failure = {"code": "embedding_failed", "message": "The encoder refused the text."}
    script.replies = [reply({**MEMORY, "status": "failed", "failure": failure})]
    with pytest.raises(mnema_sdk.MemoryFailedError, match="embedding_failed: The encoder refused the text") as caught:
        call("wait", "mem_1")
    assert caught.value.code == "memory_failed"
    assert caught.value.memory is not None
    assert caught.value.memory.id == "mem_1"


def test_wait_ends_in_time(call: Face, script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(_watch.time, "monotonic", lambda: now[0])

    class Clock(list[float]):
        def append(self, seconds: float) -> None:
            super().append(seconds)
            now[0] += seconds

    script.pauses = Clock()
    script.replies = [reply(PENDING) for _ in range(3)]
    with pytest.raises(mnema_sdk.WaitTimeoutError, match=r"still pending after 0\.3 s") as caught:
        call("wait", "mem_1", timeout=0.3)
    assert caught.value.code == "wait_timeout"
    assert script.pauses == pytest.approx([0.1, 0.15, 0.05])


def test_wait_does_not_retry_beyond_its_time(call: Face, script: Script) -> None:
    script.replies = [problem(503, "unavailable", retry_after=20)]
    with pytest.raises(mnema_sdk.ServiceUnavailableError):
        call("wait", "mem_1", timeout=10)
    assert script.pauses == []


def test_a_read_that_outlasts_the_wait_is_a_wait_timeout(call: Face, script: Script) -> None:
    script.replies = [httpx2.ReadTimeout("")]
    with pytest.raises(mnema_sdk.WaitTimeoutError, match="still not seen"):
        call("wait", "mem_1", timeout=0.001)


def test_a_list_goes_on_to_the_last_page(call: Face, script: Script) -> None:
    pages: list[tuple[list[str], str | None]] = [(["mem_3", "mem_2"], "c1"), ([], "c2"), (["mem_1"], None)]
    script.replies = [
        reply({"results": [{**MEMORY, "id": id_} for id_ in ids], "next_cursor": cursor}) for ids, cursor in pages
    ]
    memories = call("list", agent_id="a b", limit=2, extra_headers={"x-a": "b"})
    assert [memory.id for memory in memories] == ["mem_3", "mem_2", "mem_1"]
    assert [request.url.query for request in script.requests] == [
        b"agent_id=a%20b&limit=2",
        b"agent_id=a%20b&limit=2&cursor=c1",
        b"agent_id=a%20b&limit=2&cursor=c2",
    ]
    assert {request.headers["x-a"] for request in script.requests} == {"b"}


def test_a_page_is_fetched_when_its_first_item_is_read(script: Script) -> None:
    script.replies = [
        reply({"results": [MEMORY], "next_cursor": "c1"}),
        reply({"results": [MEMORY], "next_cursor": None}),
    ]
    transport = httpx2.MockTransport(script.handle)
    client = mnema_sdk.Mnema(api_key="mnk_1", base_url="http://m.test", http_client=httpx2.Client(transport=transport))
    page = client.list()
    memories = iter(page)
    next(memories)
    assert len(script.requests) == 1
    next(memories)
    assert len(script.requests) == 2
    last = page
    assert repr(last) == "<MemoryPage of 1 memories, next_cursor='c1'>"


def test_an_asynchronous_list_is_awaited_for_its_first_page_or_iterated_over(script: Script) -> None:
    pages = [({**MEMORY, "id": "mem_2"}, "c1"), (MEMORY, None)]
    replies = [reply({"results": [memory], "next_cursor": cursor}) for memory, cursor in pages]

    async def read() -> None:
        http_client = httpx2.AsyncClient(transport=httpx2.MockTransport(script.handle_async))
        async with mnema_sdk.AsyncMnema(api_key="mnk_1", http_client=http_client) as client:
            memories = client.list(cursor="c0")
            assert script.requests == []
            page = await memories
            assert isinstance(page, mnema_sdk.AsyncMemoryPage)
            assert ([memory.id for memory in page.results], page.next_cursor) == (["mem_2"], "c1")
            assert [memory.id async for memory in page] == ["mem_2", "mem_1"]
            assert [memory.id async for memory in client.list(cursor="c0")] == ["mem_2", "mem_1"]
            assert [memory.id async for memory in memories] == ["mem_2", "mem_1"]

    script.replies = [*replies, *replies, *replies]
    anyio.run(read)
    assert [request.url.params["cursor"] for request in script.requests] == ["c0", "c1", "c0", "c1", "c0", "c1"]


def test_a_list_that_nobody_awaits_warns_of_nothing() -> None:
    client = mnema_sdk.AsyncMnema(api_key="mnk_1")
    client.list()
    client.requests.list()
    client.api_keys.list()
    gc.collect()


def test_the_request_log_is_read_to_its_end_without_repetitions(call: Face, script: Script) -> None:
    pages = [(["r5", "r4"], 4), (["r4", "r3"], 5), (["r2"], 5)]
    script.replies = [reply({"results": [{**ROW, "id": id_} for id_ in ids], "total": total}) for ids, total in pages]
    rows = call("requests.list", limit=2, offset=0, operation="getUsage")
    assert [row.id for row in rows] == ["r5", "r4", "r3", "r2"]
    assert [request.url.params["offset"] for request in script.requests] == ["0", "2", "4"]


def test_an_empty_page_of_the_request_log_is_the_last(call: Face, script: Script) -> None:
    script.replies = [reply({"results": [], "total": 5})]
    assert call("requests.list") == []


def test_a_tail_goes_on_from_cursor_to_cursor_and_pauses_after_an_empty_page(script: Script) -> None:
    pages: list[tuple[list[str], str]] = [(["r0"], "c0"), (["r1"], "c1"), ([], "c2"), (["r2"], "c3")]
    script.replies = [
        reply({"results": [{**ROW, "id": id_} for id_ in ids], "total": 1, "newer_cursor": cursor})
        for ids, cursor in pages
    ]
    client = mnema_sdk.Mnema(api_key="mnk_1", http_client=httpx2.Client(transport=httpx2.MockTransport(script.handle)))
    tail = client.requests.tail(failed=False)
    assert script.requests == []
    assert [next(tail).id, next(tail).id] == ["r1", "r2"]
    assert [dict(request.url.params) for request in script.requests] == [
        {"failed": "false", "limit": "1"},
        *({"failed": "false", "after": cursor} for cursor in ("c0", "c1", "c2")),
    ]
    assert [request.headers.get("prefer") for request in script.requests] == [None, *["wait=10"] * 3]
    assert script.pauses == [pytest.approx(1, abs=0.5)]


def test_a_server_without_cursors_cannot_be_followed(script: Script) -> None:
    script.replies = [reply({"results": [ROW], "total": 1})]
    client = mnema_sdk.Mnema(api_key="mnk_1", http_client=httpx2.Client(transport=httpx2.MockTransport(script.handle)))
    with pytest.raises(mnema_sdk.APIConnectionError, match="cannot follow the log"):
        next(client.requests.tail())
