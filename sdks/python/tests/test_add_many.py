"""Lists of any length: the requests of ``add_many``, its result and its errors."""

from __future__ import annotations

import json
import pickle
from typing import Any

import httpx2
import pytest
from conftest import WRITTEN, Face, Script, problem, reply

import mnema_sdk

REJECTED: dict[str, Any] = {"code": "invalid_request", "status": 400, "detail": "it is blank"}
LIMIT = 4 * 1024 * 1024


def memories_of(count: int) -> list[dict[str, str]]:
    return [{"text": str(number)} for number in range(count)]


def accepted(count: int, rejected: int | None = None) -> httpx2.Response:
    results = [
        {"index": index, **({"error": REJECTED} if index == rejected else {"memory": WRITTEN})}
        for index in range(count)
    ]
    failed = 0 if rejected is None else 1
    return reply({"accepted": count - failed, "rejected": failed, "results": results})


def keys(script: Script) -> list[str]:
    return [request.headers["idempotency-key"] for request in script.requests]


def sizes(script: Script) -> list[int]:
    return [len(json.loads(request.content)["memories"]) for request in script.requests]


def test_requests_have_at_most_100_memories_and_results_their_index_in_the_list(call: Face, script: Script) -> None:
    script.replies = [accepted(100), accepted(100, rejected=50), accepted(1)]
    done = call("add_many", memories_of(201), idempotency_key="import", wait_seconds=3)
    assert (keys(script), sizes(script)) == (["import/0", "import/100", "import/200"], [100, 100, 1])
    assert [request.headers["prefer"] for request in script.requests] == ["wait=3"] * 3
    assert json.loads(script.requests[2].content) == {"memories": [{"text": "200"}]}
    assert (done.accepted, done.rejected, done.idempotency_key) == (200, 1, "import")
    assert [item.index for item in done.results] == list(range(201))
    assert (done.results[149].memory.memory_id, done.results[150].error.code) == ("mem_1", "invalid_request")


def test_requests_have_at_most_4_mb_in_utf_8(call: Face, script: Script) -> None:
    # With its braces, names and comma this memory fills half of the largest body.
    half = {"text": "é" * ((LIMIT - 14) // 4 - 6)}
    script.replies = [accepted(2), accepted(1)]
    call("add_many", [half, half, half])
    assert sizes(script) == [2, 1]
    assert LIMIT - 10 < len(script.requests[0].content) <= LIMIT


def test_each_call_has_its_own_key_and_an_empty_list_sends_nothing(call: Face, script: Script) -> None:
    script.replies = [accepted(1), accepted(1)]
    made = [call("add_many", ({"text": "tea", "agent_id": None},)).idempotency_key for _ in range(2)]
    assert keys(script) == [f"{key}/0" for key in made]
    assert made[0] != made[1]
    assert script.requests[0].content == b'{"memories":[{"text":"tea"}]}'
    assert call("add_many", []).results == []
    assert len(script.requests) == 2


def test_an_error_has_what_was_done_before_and_the_key_to_go_on_with(call: Face, script: Script) -> None:
    script.replies = [accepted(100), problem(503, "unavailable"), accepted(100), accepted(1)]
    with pytest.raises(mnema_sdk.ServiceUnavailableError) as caught:
        call("add_many", memories_of(101), max_retries=0)
    done = pickle.loads(pickle.dumps(caught.value)).batch
    assert (done.accepted, done.rejected, len(done.results)) == (100, 0, 100)
    assert call("add_many", memories_of(101), idempotency_key=done.idempotency_key).accepted == 101
    assert keys(script)[:2] == keys(script)[2:]


@pytest.mark.parametrize(
    ("memories", "reason"),
    [
        ([*memories_of(150), {"text": "x", "metadata": {"score": float("nan")}}], r"memories\[150\]: .* JSON"),
        ([*memories_of(101), {"text": "x" * LIMIT}], r"memories\[101\]: it is larger than 4 MB"),
        (["tea"], r"memories\[0\]: it must be a mapping, not str"),
        ("tea", "memories must be a list, not str"),
        (iter(memories_of(1)), "memories must be a list"),
    ],
)
def test_nothing_is_sent_when_a_memory_cannot_be(call: Face, script: Script, memories: Any, reason: str) -> None:
    with pytest.raises(mnema_sdk.MnemaError, match=f"^invalid_argument: {reason}") as caught:
        call("add_many", memories)
    assert (caught.value.batch, script.requests) == (None, [])


def test_a_key_has_room_for_the_positions_of_the_memories(call: Face, script: Script) -> None:
    script.replies = [accepted(10)]
    call("add_many", memories_of(10), idempotency_key="k" * 252)
    for key in ("k" * 253, ""):
        with pytest.raises(mnema_sdk.MnemaError, match="idempotency_key"):
            call("add_many", memories_of(10), idempotency_key=key)
    assert len(script.requests) == 1
