"""Which calls are retried, and which parts the requests of one call share."""

from __future__ import annotations

import time
import uuid
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any

import httpx2
import pytest
from conftest import MEMORY, WRITTEN, Face, Reply, Script, problem, reply

import mnema_sdk
from mnema_sdk._retry import read_retry_after

FIRST_PAUSE = pytest.approx(0.4375, abs=0.0626)
SECOND_PAUSE = pytest.approx(0.875, abs=0.1251)


@pytest.mark.parametrize(
    "failure",
    [
        httpx2.ConnectError("refused"),
        httpx2.RemoteProtocolError("closed"),
        httpx2.ReadError("reset"),
        httpx2.ReadTimeout("slow"),
        httpx2.Response(408),
        httpx2.Response(500),
        httpx2.Response(502, text="<html>"),
        httpx2.Response(200, text="<html>"),
        httpx2.Response(202, text='{"memory_id": "mem_'),
        problem(503, "unavailable"),
        problem(429, "rate_limited"),
        problem(599, "brand_new"),
    ],
    ids=str,
)
def test_passing_failures_are_retried_with_growing_pauses(call: Face, script: Script, failure: Reply) -> None:
    script.replies = [failure, failure, reply(WRITTEN, 202)]
    assert call("add", text="tea").memory_id == "mem_1"
    assert script.pauses == [FIRST_PAUSE, SECOND_PAUSE]
    assert [request.headers.get("mnema-retry-count") for request in script.requests] == [None, "1", "2"]
    keys = {request.headers["idempotency-key"] for request in script.requests}
    assert len(keys) == 1
    assert uuid.UUID(keys.pop()).version == 4
    assert {request.content for request in script.requests} == {b'{"text":"tea"}'}


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (problem(429, "quota_exceeded", retry_after=5), mnema_sdk.QuotaExceededError),
        (httpx2.Response(429), mnema_sdk.RateLimitError),
        (problem(400, "invalid_request"), mnema_sdk.BadRequestError),
        (problem(401, "unauthenticated"), mnema_sdk.AuthenticationError),
        (problem(404, "not_found"), mnema_sdk.NotFoundError),
        (problem(409, "conflict"), mnema_sdk.ConflictError),
        (problem(418, "teapot"), mnema_sdk.APIError),
        (httpx2.Response(307, headers={"location": "http://elsewhere.test/"}), mnema_sdk.APIError),
        (problem(429, "rate_limited", retry_after=61), mnema_sdk.RateLimitError),
        (problem(503, "unavailable", retry_after=3600), mnema_sdk.ServiceUnavailableError),
        (reply({"memory_id": 7}, 202), mnema_sdk.APIConnectionError),
    ],
    ids=str,
)
def test_other_failures_are_not_retried(
    call: Face, script: Script, failure: httpx2.Response, kind: type[mnema_sdk.MnemaError]
) -> None:
    script.replies = [failure]
    with pytest.raises(mnema_sdk.MnemaError) as caught:
        call("add", text="tea")
    assert type(caught.value) is kind
    assert caught.value.attempts == 1
    assert script.pauses == []


@pytest.mark.parametrize("retry_after", ["0", "7", "60"])
def test_the_servers_pause_is_used(call: Face, script: Script, retry_after: str) -> None:
    script.replies = [problem(429, "rate_limited", retry_after=retry_after), reply(MEMORY)]
    call("get", "mem_1")
    assert script.pauses == [float(retry_after)]


def test_the_servers_pause_may_be_a_date(call: Face, script: Script) -> None:
    moment = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=30), usegmt=True)
    script.replies = [problem(503, "unavailable", retry_after=moment), reply(MEMORY)]
    call("get", "mem_1")
    assert script.pauses == [pytest.approx(29.5, abs=1)]


@pytest.mark.parametrize("retry_after", ["soon", "-3", "1.5.2", ""])
def test_an_unreadable_pause_is_replaced_by_the_default(call: Face, script: Script, retry_after: str) -> None:
    script.replies = [problem(503, "unavailable", retry_after=retry_after), reply(MEMORY)]
    call("get", "mem_1")
    assert script.pauses == [FIRST_PAUSE]


@pytest.mark.parametrize(
    ("settings", "options", "attempts"),
    [
        ({}, {}, 3),
        ({"max_retries": 0}, {}, 1),
        ({"max_retries": 4}, {}, 5),
        ({"max_retries": 4}, {"max_retries": 1}, 2),
    ],
)
def test_the_caller_sets_the_number_of_retries(
    call: Face, script: Script, settings: dict[str, Any], options: dict[str, Any], attempts: int
) -> None:
    script.replies = [problem(500, "internal") for _ in range(attempts)]
    with pytest.raises(mnema_sdk.InternalServerError) as caught:
        call("usage", client=settings, **options)
    assert caught.value.attempts == attempts == len(script.requests)


UNKEYED = [
    ("auth.register", {"email": "ada@example.com", "password": "correct horse"}),
    ("auth.password", {"current_password": "correct horse", "new_password": "nine otters"}),
]


@pytest.mark.parametrize(("method", "arguments"), UNKEYED)
@pytest.mark.parametrize("failure", [httpx2.ReadError("reset"), httpx2.ReadTimeout("slow"), httpx2.Response(500)])
def test_unsafe_calls_are_not_repeated(
    call: Face, script: Script, method: str, arguments: dict[str, Any], failure: Reply
) -> None:
    script.replies = [failure]
    with pytest.raises(mnema_sdk.MnemaError):
        call(method, client={"access_token": "mnt_1"}, **arguments)
    assert len(script.requests) == 1


@pytest.mark.parametrize(("method", "arguments"), UNKEYED)
@pytest.mark.parametrize("refusal", [("unavailable", 503), ("rate_limited", 429)])
def test_unsafe_calls_are_repeated_after_a_rejection(
    call: Face, script: Script, method: str, arguments: dict[str, Any], refusal: tuple[str, int]
) -> None:
    code, status = refusal
    script.replies = [problem(status, code), problem(409, "conflict")]
    with pytest.raises(mnema_sdk.ConflictError) as caught:
        call(method, client={"access_token": "mnt_1"}, **arguments)
    assert caught.value.attempts == 2
    assert all("idempotency-key" not in request.headers for request in script.requests)


def test_pauses_stop_growing_at_eight_seconds(call: Face, script: Script) -> None:
    script.replies = [*(problem(500, "internal") for _ in range(8)), reply(MEMORY)]
    call("get", "mem_1", max_retries=8)
    assert [6 <= pause <= 8 for pause in script.pauses[4:]] == [True] * 4
    assert max(script.pauses) <= 8


def test_pauses_differ_from_call_to_call(call: Face, script: Script) -> None:
    for _ in range(5):
        script.replies = [problem(500, "internal"), reply(MEMORY)]
        call("get", "mem_1")
    assert len(set(script.pauses)) == 5


def test_a_date_without_a_zone_is_in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        moment = time.time() + 30
        assert 28 < (read_retry_after(time.asctime(time.gmtime(moment))) or 0) <= 30
    finally:
        monkeypatch.undo()
        time.tzset()
