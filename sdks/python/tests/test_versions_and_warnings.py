"""Versions of memories, changes of an expected version, and the warnings of responses."""

from __future__ import annotations

import warnings
from datetime import datetime, timezone
from typing import Any

import pytest
from conftest import MEMORY, Face, Script, reply
from live_server import Server

import mnema_sdk
from mnema_sdk import _warn_once

WARNING = {"code": "unknown_user_id", "message": "No memory has it."}
VERSION: dict[str, Any] = {
    "version": 1,
    "text": "Ada prefers tea.",
    "metadata": {},
    "changed_at": "2026-11-21T09:02:00.000Z",
    "changed_by": None,
}


@pytest.fixture(autouse=True)
def fresh_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_warn_once, "_warned", set[str]())


def test_changes_name_the_expected_version(call: Face, script: Script) -> None:
    deleted = {"id": "mem_1", "deleted_at": "2026-11-21T12:00:00.000Z"}
    script.replies = [reply(MEMORY), reply(MEMORY), reply(deleted), reply(MEMORY)]
    call("update", "mem_1", text="tea", if_version=2)
    call("restore", "mem_1", 1, if_version=3)
    call("delete", "mem_1", if_version=4, extra_headers={"If-Match": "*"})
    call("update", "mem_1", text="tea", if_version=None)
    sent = [request.headers.get("if-match") for request in script.requests]
    assert sent == ['"v2-0"', '"v3-0"', "*", None]


@pytest.mark.parametrize("version", [0, -1, 1.5, True, "2"])
def test_an_expected_version_is_a_whole_number(call: Face, script: Script, version: Any) -> None:
    with pytest.raises(mnema_sdk.MnemaError, match="if_version") as caught:
        call("delete", "mem_1", if_version=version)
    assert caught.value.code == "invalid_argument"
    assert script.requests == []


def test_other_calls_take_no_expected_version(call: Face, script: Script) -> None:
    for method, arguments in {"get": ["mem_1"], "retry": ["mem_1"], "add": ["tea"]}.items():
        with pytest.raises(TypeError, match="if_version"):
            call(method, *arguments, if_version=1)
    assert script.requests == []


def test_a_restore_returns_the_memory_or_nothing(call: Face, script: Script) -> None:
    script.replies = [reply(MEMORY), reply(None, 204)]
    assert call("restore", "mem_1", 1).id == "mem_1"
    assert call("restore", "mem_1", version=1, return_="minimal") is None
    assert [request.headers.get("prefer") for request in script.requests] == [None, "return=minimal"]
    assert {request.content for request in script.requests} == {b'{"version":1}'}


def test_a_memory_is_read_as_it_was(call: Face, script: Script) -> None:
    script.replies = [reply(MEMORY)]
    call("get", "mem_1", as_of=datetime(2026, 11, 21, tzinfo=timezone.utc))
    assert script.requests[0].url.query == b"as_of=2026-11-21T00%3A00%3A00%2B00%3A00"


def test_versions_are_read_page_by_page(call: Face, script: Script) -> None:
    first, second = {**VERSION, "version": 2}, VERSION
    script.replies = [
        reply({"results": [first], "next_cursor": "a"}),
        reply({"results": [second], "next_cursor": None}),
    ]
    assert [version.version for version in call("versions", "mem_1", limit=1)] == [2, 1]
    assert [request.url.raw_path for request in script.requests] == [
        b"/memories/mem_1/versions?limit=1",
        b"/memories/mem_1/versions?limit=1&cursor=a",
    ]


def test_a_kind_of_warning_is_issued_once_at_the_line_of_the_call(call: Face, script: Script) -> None:
    found = {"results": [], "degraded": [], "warnings": [WARNING]}
    other = {"results": [], "next_cursor": None, "warnings": [WARNING, {**WARNING, "code": "other"}]}
    script.replies = [reply(found), reply(found), reply(other)]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert call("search", "tea", user_id="ada").warnings[0].code == "unknown_user_id"
        call("search", "tea", user_id="ada")
        call("list", user_id="ada")
    assert {each.category for each in caught} == {mnema_sdk.MnemaWarning}
    assert [str(each.message) for each in caught] == [
        "No memory has it. (unknown_user_id, POST /search)",
        "No memory has it. (other, GET /memories)",
    ]
    assert {each.filename.rpartition("/")[2] for each in caught} == {"conftest.py"}


def test_a_deletion_that_only_counts_issues_no_warning(call: Face, script: Script) -> None:
    counted = {**WARNING, "code": "not_confirmed"}
    script.replies = [reply({"matched": 2, "deleted": 0, "warnings": [counted]})]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [warning.code for warning in call("forget", user_id="ada").warnings] == ["not_confirmed"]


def test_a_page_hands_its_warnings_over(server: Server) -> None:
    with mnema_sdk.Mnema(base_url=server.url, api_key=server.key) as client:
        with pytest.warns(mnema_sdk.MnemaWarning, match="unknown_user_id"):
            page = client.list(user_id="nobody-has-this")
        profile = client.profile(user_id="nobody-has-this")
        assert [warning.code for warning in page.warnings or []] == ["unknown_user_id"]
        assert profile.warnings == page.warnings
        assert client.list().warnings is None
