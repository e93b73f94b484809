"""The two requests of a recall by the asynchronous client."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Coroutine
from pathlib import Path

import anyio
import httpx2
import pytest
from conftest import problem, reply

import mnema_sdk
from mnema_sdk import _warn_once

Handler = Callable[[httpx2.Request], Coroutine[None, None, httpx2.Response]]
WARNING = {"code": "unknown_user_id", "message": "No memory has it."}


def client_of(handle: Handler) -> mnema_sdk.AsyncMnema:
    http_client = httpx2.AsyncClient(transport=httpx2.MockTransport(handle))
    return mnema_sdk.AsyncMnema(api_key="mnk_1", base_url="http://mnema.test", http_client=http_client)


def is_profile(request: httpx2.Request) -> bool:
    return request.url.path == "/profile"


def test_both_requests_run_at_the_same_time(backend: str) -> None:
    async def ask() -> mnema_sdk.RecallResult:
        both = anyio.Event()
        paths: list[str] = []

        async def handle(request: httpx2.Request) -> httpx2.Response:
            paths.append(request.url.path)
            if len(paths) == 2:
                both.set()
            await both.wait()
            return reply({"summary": "Likes tea."} if is_profile(request) else {"results": []})

        with anyio.fail_after(5):
            return await client_of(handle).recall("tea")

    assert anyio.run(ask, backend=backend).profile.summary == "Likes tea."


@pytest.mark.parametrize("failing", ["/profile", "/search"])
def test_the_first_error_ends_the_other_request(backend: str, failing: str) -> None:
    async def ask() -> list[str]:
        ended: list[str] = []
        waiting = anyio.Event()

        async def handle(request: httpx2.Request) -> httpx2.Response:
            if request.url.path == failing:
                await waiting.wait()
                return problem(429, "quota_exceeded")
            waiting.set()
            try:
                await anyio.sleep_forever()
            finally:
                ended.append(request.url.path)
            raise AssertionError

        with anyio.fail_after(5), pytest.raises(mnema_sdk.QuotaExceededError):
            await client_of(handle).recall("tea")
        return ended

    assert anyio.run(ask, backend=backend) == [path for path in ("/profile", "/search") if path != failing]


def test_a_cancelled_recall_ends_both_requests(backend: str) -> None:
    async def ask() -> int:
        ended = 0

        async def handle(_: httpx2.Request) -> httpx2.Response:
            nonlocal ended
            try:
                await anyio.sleep_forever()
            finally:
                ended += 1
            raise AssertionError

        with anyio.move_on_after(0.1) as scope:
            await client_of(handle).recall("tea")
        assert scope.cancelled_caught
        return ended

    assert anyio.run(ask, backend=backend) == 2


def test_an_invalid_argument_sends_neither_request(backend: str) -> None:
    sent: list[str] = []

    async def handle(request: httpx2.Request) -> httpx2.Response:
        sent.append(request.url.path)
        return reply({})

    async def ask() -> None:
        with pytest.raises(mnema_sdk.MnemaError, match="invalid_argument"):
            await client_of(handle).recall("tea", filters={"a": float("nan")})

    anyio.run(ask, backend=backend)
    assert sent == []


def test_a_warning_is_issued_at_the_line_of_the_call(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_warn_once, "_warned", set[str]())

    async def handle(request: httpx2.Request) -> httpx2.Response:
        return reply({"warnings": [WARNING], **({} if is_profile(request) else {"results": []})})

    async def ask() -> None:
        await client_of(handle).recall("tea", user_id="nobody")

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        anyio.run(ask, backend=backend)
    assert [(each.category, Path(each.filename)) for each in caught] == [(mnema_sdk.MnemaWarning, Path(__file__))]


@pytest.fixture(params=["asyncio", "trio"])
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)
