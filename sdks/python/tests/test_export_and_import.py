"""Exports, which notice that they were cut off, and imports of any length."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from conftest import MEMORY, Face, Script, problem, reply

import mnema_sdk

HEADER = '{"format":"mnema","version":1}'
TIMES = ("occurred_at", "created_at", "updated_at")
LINES = [b'{"text":"\xc3\xa4"}', b'{"text":"b"}']
DONE: dict[str, Any] = {"accepted": 2, "skipped": 0, "rejected": []}


def exported(*lines: str) -> httpx2.Response:
    return httpx2.Response(200, text="\n".join([HEADER, *lines]))


def line_of(name: str, text: str = "tea") -> str:
    return json.dumps({**MEMORY, "id": name, "memory": text}, ensure_ascii=False)


def test_an_export_has_its_memories_whatever_is_in_their_texts(call: Face, script: Script) -> None:
    text = "one\u2028two\x85three\x0cfour"
    script.replies = [exported(line_of("mem_1", text), line_of("mem_2"), '{"end":true,"count":2}', "")]
    memories = call("export", user_id="alice", versions=True)
    assert [memory.id for memory in memories] == ["mem_1", "mem_2"]
    assert memories[0].memory == text
    assert script.requests[0].url.query == b"user_id=alice&versions=true"


@pytest.mark.parametrize(
    "response",
    [
        exported(line_of("mem_1"), ""),
        exported(line_of("mem_1"), '{"id":'),
        exported(line_of("mem_1"), '{"end":true,"count":2}'),
        httpx2.Response(200, text=line_of("mem_1")),
        httpx2.Response(200, text=""),
        httpx2.Response(200, text="<p>Sign in</p>"),
    ],
)
def test_an_export_that_was_cut_off_is_an_error(call: Face, script: Script, response: httpx2.Response) -> None:
    script.replies = [response]
    with pytest.raises(mnema_sdk.IncompleteExportError, match="start it again") as caught:
        call("export")
    assert isinstance(caught.value, mnema_sdk.APIConnectionError)
    assert caught.value.code == "incomplete_export"


def test_an_export_is_retried_before_its_first_line_only(call: Face, script: Script) -> None:
    script.replies = [problem(503, "unavailable"), exported('{"end":true,"count":0}')]
    assert call("export") == []
    script.replies = [problem(400, "invalid_request")]
    with pytest.raises(mnema_sdk.BadRequestError):
        call("export", user_id="")


class Breaking(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """A body whose connection breaks after its first memory."""

    closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield f"{HEADER}\n{line_of('mem_1')}\n".encode()
        raise httpx2.ReadError("connection reset")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece

    def close(self) -> None:
        self.closed = True

    async def aclose(self) -> None:
        self.closed = True


def test_an_export_whose_connection_breaks_is_an_error_after_what_came() -> None:
    body = Breaking()
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, stream=body))
    client = mnema_sdk.Mnema(api_key="mnk_1", http_client=httpx2.Client(transport=transport))
    memories = client.export()
    assert next(memories).id == "mem_1"
    with pytest.raises(mnema_sdk.IncompleteExportError, match="after 1 memories: connection reset"):
        next(memories)
    assert body.closed


def test_a_reader_that_stops_early_closes_the_response() -> None:
    async def read() -> bool:
        body = Breaking()
        transport = httpx2.MockTransport(lambda _: httpx2.Response(200, stream=body))
        async with mnema_sdk.AsyncMnema(api_key="mnk_1", http_client=httpx2.AsyncClient(transport=transport)) as client:
            memories = client.export()
            async for memory in memories:
                assert memory.id == "mem_1"
                break
            await memories.aclose()
        return body.closed

    assert anyio.run(read)


def sources(folder: Path) -> list[Any]:
    path = folder / "memories.jsonl"
    path.write_bytes(b"\n".join(LINES))
    model = mnema_sdk.types.ExportedMemory.model_validate
    return [
        path,
        path.read_bytes().splitlines(keepends=True),
        [line.decode() + "\n" for line in LINES],
        iter([{"text": "ä"}, {"text": "b"}]),
        [model({"text": "ä"}), model({"text": "b"})],
    ]


@pytest.mark.parametrize("number", range(5))
def test_an_import_takes_files_lines_and_memories(call: Face, script: Script, tmp_path: Path, number: int) -> None:
    script.replies = [reply(DONE)]
    done = call("import_memories", sources(tmp_path)[number])
    assert (done.accepted, done.skipped, done.rejected) == (2, 0, [])
    assert script.requests[0].content == b"\n".join(LINES)
    assert script.requests[0].headers["content-type"] == "application/x-ndjson"
    assert script.requests[0].headers["idempotency-key"].endswith("/0")


def test_the_asynchronous_client_imports_what_it_exports(script: Script) -> None:
    script.replies = [exported(line_of("mem_1"), '{"end":true,"count":1}'), reply({**DONE, "accepted": 1})]

    async def copy() -> None:
        http_client = httpx2.AsyncClient(transport=httpx2.MockTransport(script.handle_async))
        async with mnema_sdk.AsyncMnema(api_key="mnk_1", http_client=http_client) as client:
            assert (await client.import_memories(client.export())).accepted == 1

    anyio.run(copy)
    sent = json.loads(script.requests[1].content)
    assert sent == {**MEMORY, **{name: MEMORY[name].replace(".000Z", "Z") for name in TIMES}, "memory": "tea"}


def test_an_import_is_cut_and_its_lines_are_numbered_over_all_requests(call: Face, script: Script) -> None:
    def rejected(line: int) -> dict[str, Any]:
        return {"line": line, "code": "invalid_request", "message": "no"}

    ignored = {**DONE, "ignored": {"hash": 2}}
    script.replies = [reply({**ignored, "rejected": [rejected(7)]}), reply({**ignored, "rejected": [rejected(3)]})]
    done = call("import_memories", [*["{}"] * 10_000, "", "x" * (4 * 1024 * 1024), "{}"])
    assert [request.content.count(b"\n") + 1 for request in script.requests] == [10_000, 3]
    assert [(line.line, line.code) for line in done.rejected] == [
        (7, "invalid_request"),
        (10_002, "payload_too_large"),
        (10_003, "invalid_request"),
    ]
    assert done.ignored == {"hash": 4}
    script.requests.clear()
    script.replies = [reply(DONE), reply(DONE)]
    call("import_memories", [{"text": "x" * 3_000_000}] * 2)
    assert [len(request.content) < 4 * 1024 * 1024 for request in script.requests] == [True, True]


def test_a_failed_import_has_what_was_done_before(call: Face, script: Script) -> None:
    script.replies = [reply({**DONE, "accepted": 10_000}), problem(403, "insufficient_scope")]
    with pytest.raises(mnema_sdk.PermissionDeniedError) as caught:
        call("import_memories", ["{}"] * 10_001)
    assert caught.value.imported is not None
    assert caught.value.imported.accepted == 10_000


@pytest.mark.parametrize("source", ["{}", b"{}", {"text": "tea"}, 5, [5], ["{}\n{}"]])
def test_an_import_of_anything_else_is_rejected_before_a_request(call: Face, script: Script, source: Any) -> None:
    with pytest.raises(mnema_sdk.MnemaError, match="invalid_argument"):
        call("import_memories", source)
    assert script.requests == []


def test_the_client_of_one_user_cannot_import(script: Script) -> None:
    client = mnema_sdk.Mnema(api_key="mnk_1").for_user("alice")
    with pytest.raises(mnema_sdk.MnemaError, match="each line of an import has its own"):
        client.import_memories(["{}"])
    assert script.requests == []
