"""One interface for the blocking and the asynchronous methods of a LangGraph store."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from typing import Any
from uuid import uuid4

from anyio.from_thread import BlockingPortal, start_blocking_portal
from live_server import Server

from mnema_sdk import AsyncMnema, Mnema
from mnema_sdk.langgraph import MnemaStore


class Face:
    """A store; its methods are those of the store, called in one of several ways."""

    def __init__(self, store: MnemaStore, client: Mnema, portal: BlockingPortal | None) -> None:
        self.store = store
        self.client = client
        """Reads the memories of the store."""
        self._portal = portal

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """Returns a method of the store."""
        if self._portal is None:
            return getattr(self.store, name)
        method, portal = getattr(self.store, f"a{name}"), self._portal
        return lambda *arguments, **named: portal.call(partial(method, *arguments, **named))


class Faces:
    """Opens stores that share their connections."""

    def __init__(self, client: Mnema, async_client: AsyncMnema, portal: BlockingPortal) -> None:
        self._client = client
        self._async_client = async_client
        self._portal = portal

    def open(self, kind: str, **settings: Any) -> Face:
        """Opens an empty store."""
        agent = f"test-{uuid4()}"
        client = self._client.for_agent(agent)
        used = self._async_client.for_agent(agent) if kind == "asynchronous" else client
        return Face(MnemaStore(used, **settings), client, None if kind == "blocking" else self._portal)


@contextmanager
def open_faces(server: Server) -> Generator[Faces]:
    """Opens the connections."""
    with Mnema(base_url=server.url, api_key=server.key) as client, start_blocking_portal() as portal:
        async_client = AsyncMnema(base_url=server.url, api_key=server.key)
        yield Faces(client, async_client, portal)
        portal.call(async_client.close)
