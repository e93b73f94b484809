"""The data of a response besides its value."""

from __future__ import annotations

import pytest
from conftest import MEMORY, WRITTEN, Face, Script, problem, reply

from mnema_sdk import APIResponse, NotFoundError

PAGE = {"results": [MEMORY], "next_cursor": None}


def test_a_call_fills_in_its_response(call: Face, script: Script) -> None:
    stored = reply(WRITTEN, 202, x_request_id="req_1", idempotency_replayed="true", ratelimit='"default";r=9;t=3')
    script.replies = [problem(503, "unavailable", retry_after=0), stored]
    response = APIResponse()
    assert call("add", "tea", with_response=response).memory_id == "mem_1"
    assert (response.status, response.request_id, response.attempts, response.replayed) == (202, "req_1", 2, True)
    assert response.headers["RateLimit"] == '"default";r=9;t=3'
    assert repr(response) == "APIResponse(status=202, request_id='req_1', attempts=2, replayed=True)"


def test_a_failed_call_and_each_page_of_a_list_fill_it_in(call: Face, script: Script) -> None:
    script.replies = [
        problem(404, "not_found"),
        reply({**PAGE, "next_cursor": "more"}),
        reply(PAGE, x_request_id="req_2"),
    ]
    response = APIResponse()
    with pytest.raises(NotFoundError):
        call("get", "mem_1", with_response=response)
    assert (response.status, response.request_id, response.replayed) == (404, None, False)
    assert len(call("list", with_response=response)) == 2
    assert (response.status, response.request_id, response.attempts) == (200, "req_2", 1)


def test_it_stays_empty_without_a_response(call: Face, script: Script) -> None:
    script.replies = [reply(MEMORY)]
    response = APIResponse()
    call("wait", "mem_1")
    with pytest.raises(TypeError, match=r"with_response must be an APIResponse\(\)"):
        call("get", "mem_1", with_response=True)
    assert (response.status, dict(response.headers), response.attempts) == (None, {}, 0)
