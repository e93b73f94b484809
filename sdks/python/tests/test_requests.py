"""The requests on the wire."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta, timezone
from typing import Any

import pytest
from conftest import MEMORY, WRITTEN, Face, Script, reply

import mnema_sdk
from mnema_sdk import types

PAGE: dict[str, Any] = {"results": [MEMORY], "next_cursor": None}
FOUND: dict[str, Any] = {"results": [], "degraded": []}


def test_arguments_that_are_none_are_not_sent(call: Face, script: Script) -> None:
    script.replies = [reply(WRITTEN, 202), reply(FOUND), reply(PAGE), reply(MEMORY)]
    call("add", text="tea", metadata={})
    call("search", query="tea", threshold=0, explain=False)
    call("list")
    call("get", "mem_1")
    bodies = [request.content for request in script.requests]
    assert bodies == [b'{"text":"tea","metadata":{}}', b'{"query":"tea","threshold":0,"explain":false}', b"", b""]
    assert [request.url.raw_path for request in script.requests] == [
        b"/memories",
        b"/search",
        b"/memories",
        b"/memories/mem_1",
    ]
    assert ["content-type" in request.headers for request in script.requests] == [True, True, False, False]


def test_metadata_go_through_untouched(call: Face, script: Script) -> None:
    metadata = {"X-1": 2**53 - 1, "camelCase": [1.5, None], "snake_case": {"é😀": True}, "__proto__": "\ud800"}
    script.replies = [reply(WRITTEN, 202)]
    call("add", text="tea", metadata=metadata)
    assert json.loads(script.requests[0].content)["metadata"] == metadata


def test_times_and_models_can_be_sent(call: Face, script: Script) -> None:
    west = timezone(timedelta(hours=-3))
    message = types.Message(role="user", content="Tea, please.")
    script.replies = [reply(WRITTEN, 202), reply({"results": [], "total": 0})]
    call(
        "add",
        messages=[message, {"role": "assistant", "content": "Noted."}],
        occurred_at=datetime(2026, 11, 20, 16, tzinfo=west),
    )
    call("requests.list", from_=date(2026, 11, 1), to="2026-11-21T00:00:00+01:00")
    assert json.loads(script.requests[0].content) == {
        "messages": [{"role": "user", "content": "Tea, please."}, {"role": "assistant", "content": "Noted."}],
        "occurred_at": "2026-11-20T16:00:00-03:00",
    }
    assert script.requests[1].url.query == b"from=2026-11-01&to=2026-11-21T00%3A00%3A00%2B01%3A00"


def test_never_is_sent_as_null_and_none_not_at_all(call: Face, script: Script) -> None:
    script.replies = [reply(MEMORY), reply(MEMORY)]
    call("update", "mem_1", expires_at=mnema_sdk.NEVER)
    call("update", "mem_1", text="tea", expires_at=None)
    assert [request.content for request in script.requests] == [b'{"expires_at":null}', b'{"text":"tea"}']


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("add", {"text": "tea", "occurred_at": datetime(2026, 11, 20, 16)}),
        ("update", {"memory_id": "mem_1", "expires_at": datetime(2026, 11, 20, 16)}),
        ("requests.list", {"from_": datetime(2026, 11, 20, 16)}),
        ("api_keys.create", {"label": "laptop", "expires_at": datetime.now()}),
    ],
)
def test_a_time_without_a_time_zone_is_rejected(
    call: Face, script: Script, method: str, arguments: dict[str, Any]
) -> None:
    *_, name = arguments
    with pytest.raises(mnema_sdk.MnemaError, match=rf"{name.strip('_')} needs a time zone: datetime\.now") as caught:
        call(method, **arguments)
    assert caught.value.code == "invalid_argument"
    assert script.requests == []


def test_the_text_and_the_query_come_first(call: Face, script: Script) -> None:
    script.replies = [reply(WRITTEN, 202), reply(FOUND)]
    call("add", "tea", agent_id="barista")
    call("search", "tea?", top_k=1)
    bodies = [request.content for request in script.requests]
    assert bodies == [b'{"text":"tea","agent_id":"barista"}', b'{"query":"tea?","top_k":1}']


def test_the_response_of_a_search_is_used_like_the_list_of_its_results(call: Face, script: Script) -> None:
    results = [{"id": f"mem_{position}", "memory": "tea", "score": 0.5} for position in range(3)]
    script.replies = [reply({**FOUND, "results": results}), reply(FOUND)]
    found = call("search", "tea")
    assert [hit.id for hit in found] == ["mem_0", "mem_1", "mem_2"]
    assert (len(found), found[0].id, found[-1].id) == (3, "mem_0", "mem_2")
    assert [hit.id for hit in found[1:]] == ["mem_1", "mem_2"]
    assert found.results[1] in found
    assert found.model_dump(exclude_unset=True) == {**FOUND, "results": results}
    nothing = call("search", "coffee")
    assert (list(nothing), len(nothing), bool(nothing)) == ([], 0, False)


def test_an_id_is_one_part_of_the_path(call: Face, script: Script) -> None:
    script.replies = [reply(MEMORY)]
    call("get", "a/b?c#d %é")
    assert script.requests[0].url.raw_path == b"/memories/a%2Fb%3Fc%23d%20%25%C3%A9"


@pytest.mark.parametrize("memory_id", ["", ".", "..", None, 7, "\ud800"])
def test_an_invalid_id_is_rejected(call: Face, script: Script, memory_id: object) -> None:
    with pytest.raises(mnema_sdk.MnemaError, match="memory_id") as caught:
        call("delete", memory_id)
    assert caught.value.code == "invalid_argument"
    assert script.requests == []


@pytest.mark.parametrize(
    "arguments",
    [
        {"metadata": {"a": float("nan")}},
        {"metadata": {"a": object()}},
        {"idempotency_key": "two\nlines"},
        {"idempotency_key": ""},
        {"extra_headers": {"x-a": "é"}},
        {"extra_headers": {"no good": "a"}},
        {"timeout": 0},
        {"timeout": float("nan")},
        {"max_retries": -1},
    ],
    ids=str,
)
def test_invalid_arguments_are_rejected_before_a_request(call: Face, script: Script, arguments: dict[str, Any]) -> None:
    with pytest.raises(mnema_sdk.MnemaError) as caught:
        call("add", text="tea", **arguments)
    assert caught.value.code == "invalid_argument"
    assert script.requests == []


def test_an_address_that_is_too_long_is_rejected(call: Face, script: Script) -> None:
    for tag in ("a" * 70_000, "\ud800"):
        with pytest.raises(mnema_sdk.MnemaError) as caught:
            call("list", tag=tag)
        assert caught.value.code == "invalid_argument"
    assert script.requests == []


def test_a_misspelt_option_is_an_error(call: Face, script: Script) -> None:
    with pytest.raises(TypeError, match="timeuot"):
        call("add", text="tea", timeuot=3)
    with pytest.raises(TypeError, match="idempotency_key"):
        call("get", "mem_1", idempotency_key="a")
    assert script.requests == []


@pytest.mark.parametrize(
    ("method", "arguments", "meant"),
    [
        ("add", {"text": "tea", "userid": "ada"}, "user_id"),
        ("add", {"text": "tea", "wait_second": 1}, "wait_seconds"),
        ("search", {"query": "tea", "topk": 1}, "top_k"),
        ("list", {"max_retry": 1}, "max_retries"),
        ("delete", {"memory_id": "mem_1", "ifversion": 1}, "if_version"),
    ],
)
def test_a_misspelt_argument_has_a_suggestion(call: Face, method: str, arguments: dict[str, Any], meant: str) -> None:
    with pytest.raises(TypeError, match=rf"\(did you mean {meant}\?\)$"):
        call(method, **arguments)


def circle() -> dict[str, Any]:
    own: dict[str, Any] = {}
    own["own"] = own
    return own


@pytest.mark.parametrize(
    ("metadata", "fault"),
    [
        ({"a": {"b": [1, float("nan")]}}, "metadata['a']['b'][1] is nan, which JSON does not have"),
        ({"a": {1}}, "metadata['a'] is a set, which JSON does not have"),
        ({"a": {2: 3}}, "metadata['a'] has the key 2, which is not text"),
        (circle(), "the arguments cannot be written as JSON: Circular reference detected"),
    ],
)
def test_a_value_that_json_does_not_have_is_named(
    call: Face, script: Script, metadata: dict[str, Any], fault: str
) -> None:
    with pytest.raises(mnema_sdk.MnemaError) as caught:
        call("add", text="tea", metadata=metadata)
    assert (caught.value.code, caught.value.detail) == ("invalid_argument", fault)
    with pytest.raises(mnema_sdk.MnemaError) as caught:
        call("add_many", [{"text": "tea"}, {"text": "tea", "metadata": metadata}])
    assert caught.value.detail == f"memories[1]: {fault}"
    assert script.requests == []


def test_options_become_headers_and_those_of_the_call_replace_others(call: Face, script: Script) -> None:
    script.replies = [reply(WRITTEN, 201)]
    call(
        "add",
        text="tea",
        wait_seconds=5,
        idempotency_key="import-7",
        extra_headers={"X-Trace": "call", "Authorization": "Bearer proxy"},
        client={"headers": {"x-trace": "client", "X-Team": "blue", "User-Agent": "mine"}},
    )
    headers = script.requests[0].headers
    wanted = {"prefer": "wait=5", "idempotency-key": "import-7", "x-trace": "call", "x-team": "blue"}
    assert {name: headers[name] for name in wanted} == wanted
    assert (headers["user-agent"], headers["authorization"]) == ("mine", "Bearer proxy")


CREDENTIALS: list[tuple[dict[str, Any], str, dict[str, Any], dict[str, Any]]] = [
    ({"api_key": "mnk_1"}, "usage", {}, {"x-api-key": "mnk_1"}),
    ({"api_key": None, "access_token": "mnt_1"}, "usage", {}, {"authorization": "Bearer mnt_1"}),
    ({"api_key": "mnk_1", "access_token": "mnt_1"}, "usage", {}, {"x-api-key": "mnk_1"}),
    ({"api_key": "mnk_1", "access_token": "mnt_1"}, "auth.me", {}, {"authorization": "Bearer mnt_1"}),
    ({"api_key": "mnk_1"}, "auth.me", {}, {"x-api-key": "mnk_1"}),
    ({"api_key": "mnk_1", "access_token": "mnt_1"}, "auth.login", {"email": "a@b.c", "password": "p"}, {}),
]


@pytest.mark.parametrize(("settings", "method", "arguments", "sent"), CREDENTIALS)
def test_each_operation_gets_the_credential_it_takes(
    call: Face, script: Script, settings: dict[str, Any], method: str, arguments: dict[str, Any], sent: dict[str, str]
) -> None:
    script.replies = [reply({}, 418)]
    with pytest.raises(mnema_sdk.APIError):
        call(method, client=settings, **arguments)
    headers = script.requests[0].headers
    assert {name: headers[name] for name in ("x-api-key", "authorization") if name in headers} == sent


def test_without_credential_only_registering_and_signing_in_go_out(call: Face, script: Script) -> None:
    token = {"access_token": "mnt_1", "token_type": "Bearer", "expires_at": "2026-12-21T09:00:00.000Z"}
    script.replies = [reply(token)]
    nothing = {"api_key": None}
    assert call("auth.login", client=nothing, email="a@b.c", password="p").access_token == "mnt_1"
    with pytest.raises(mnema_sdk.MnemaError, match="no credential: pass api_key") as caught:
        call("usage", client=nothing)
    assert caught.value.code == "configuration"
    assert len(script.requests) == 1
