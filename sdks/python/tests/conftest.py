"""Fixtures of the tests: a scripted server without sockets, one interface for both clients, and a real server."""

from __future__ import annotations

import importlib
import json
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, cast
from uuid import uuid4

import anyio
import httpx2
import pytest
from live_server import ROOT, Server, start_server

import mnema_sdk
from mnema_sdk import _transport
from mnema_sdk.openai_agents import MnemaSession

CONTRACT: dict[str, Any] = json.loads((ROOT / "server/src/generated/openapi.json").read_text(encoding="utf-8"))

MEMORY: dict[str, Any] = {
    "id": "mem_1",
    "memory": "Ada prefers tea.",
    "user_id": "acct_1",
    "agent_id": None,
    "run_id": None,
    "metadata": {},
    "status": "ready",
    "outcome": "stored",
    "failure": None,
    "entities": [],
    "version": 1,
    "occurred_at": "2026-11-20T16:00:00.000Z",
    "created_at": "2026-11-21T09:02:00.000Z",
    "updated_at": "2026-11-21T09:02:00.000Z",
    "attempts": 1,
    "next_attempt_at": None,
}
WRITTEN: dict[str, Any] = {
    "memory_id": "mem_1",
    "status": "pending",
    "metadata": {},
    "created_at": "2026-11-21T09:02:00.000Z",
}

Reply = httpx2.Response | Exception


def reply(body: Any, status: int = 200, **headers: str) -> httpx2.Response:
    """Creates a JSON response."""
    return httpx2.Response(status, json=body, headers={name.replace("_", "-"): text for name, text in headers.items()})


def problem(status: int, code: str, **fields: Any) -> httpx2.Response:
    """Creates a problem document as the server writes it."""
    retry_after = fields.pop("retry_after", None)
    headers = {"content-type": "application/problem+json"}
    if retry_after is not None:
        headers["retry-after"] = str(retry_after)
    document = {
        "type": f"https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#{code}",
        "title": code,
        "status": status,
        "code": code,
    }
    body = {**document, "detail": f"it is {code}", "request_id": "req_1", **fields}
    return httpx2.Response(status, content=json.dumps(body), headers=headers)


@dataclass
class Script:
    """Responds to requests in order; records them, and the pauses between them."""

    replies: list[Reply] = field(default_factory=list[Reply])
    requests: list[httpx2.Request] = field(default_factory=list[httpx2.Request])
    pauses: list[float] = field(default_factory=list[float])

    def handle(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        # A response can be read only once, and several tests share one.
        return httpx2.Response(reply.status_code, headers=reply.headers, content=reply.content)

    async def handle_async(self, request: httpx2.Request) -> httpx2.Response:
        return self.handle(request)


class Face:
    """One client, blocking or not, with the same interface."""

    def __init__(self, kind: Literal["blocking", "asynchronous"], script: Script) -> None:
        self.kind = kind
        self.script = script

    def __call__(self, method: str, *arguments: Any, client: dict[str, Any] | None = None, **named: Any) -> Any:
        """Makes a client, calls it and closes it. A page becomes the list of all its items."""
        settings: dict[str, Any] = {"api_key": "mnk_1", "base_url": "http://mnema.test", **(client or {})}
        if self.kind == "blocking":
            transport = httpx2.MockTransport(self.script.handle)
            with mnema_sdk.Mnema(http_client=httpx2.Client(transport=transport), **settings) as blocking:
                value = _find(blocking, method)(*arguments, **named)
                has_items = isinstance(value, Iterator) or hasattr(value, "next_page")
                return list(cast("Iterator[Any]", value)) if has_items else cast("Any", value)
        return anyio.run(self._call, settings, method, arguments, named)

    async def _call(self, settings: dict[str, Any], method: str, arguments: Any, named: dict[str, Any]) -> Any:
        http_client = httpx2.AsyncClient(transport=httpx2.MockTransport(self.script.handle_async))
        async with mnema_sdk.AsyncMnema(http_client=http_client, **settings) as client:
            value = _find(client, method)(*arguments, **named)
            return [item async for item in value] if hasattr(value, "__aiter__") else await value


def _find(client: Any, method: str) -> Callable[..., Any]:
    for part in method.split("."):
        client = getattr(client, part)
    return client


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    """An empty script; pauses are recorded instead of made."""
    for name in ("MNEMA_API_KEY", "MNEMA_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    script = Script()

    def note(_: object, seconds: float) -> None:
        script.pauses.append(seconds)

    async def note_async(_: object, seconds: float) -> None:
        script.pauses.append(seconds)

    monkeypatch.setattr(_transport.Transport, "sleep", note)
    monkeypatch.setattr(_transport.AsyncTransport, "sleep", note_async)
    return script


@pytest.fixture(params=["blocking", "asynchronous"])
def call(request: pytest.FixtureRequest, script: Script) -> Face:
    """Returns each of the two clients in turn."""
    return Face(request.param, script)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The server of this repository, in its own process."""
    yield from start_server()


@pytest.fixture
def anyio_backend() -> str:
    """The event loop of the tests with the mark ``anyio``."""
    return "asyncio"


@pytest.fixture
async def client(server: Server, anyio_backend: str) -> AsyncIterator[mnema_sdk.AsyncMnema]:  # noqa: ARG001
    """An asynchronous client of the real server, without memories."""
    async with mnema_sdk.AsyncMnema(base_url=server.url, api_key=server.key) as client:
        yield client.for_agent(f"test-{uuid4()}")


@pytest.fixture
def new_session(client: mnema_sdk.AsyncMnema) -> Callable[..., Any]:
    """Creates a session of the OpenAI Agents SDK, without network."""
    # Other tests need not wait for this import.
    importlib.import_module("agents").set_tracing_disabled(disabled=True)
    return partial(MnemaSession, client=client)
