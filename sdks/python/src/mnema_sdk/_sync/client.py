"""The blocking client."""

# generated from mnema_sdk/_async, do not edit: npm run generate

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from copy import copy
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, overload

from mnema_sdk import _operations as operations
from mnema_sdk._batch import Batch
from mnema_sdk._connections import Connections
from mnema_sdk._export import Export
from mnema_sdk._import import Import, Part
from mnema_sdk._lines import LineSplitter, lines_of
from mnema_sdk._other_names import NamesOurs, check_filters, text_or_messages
from mnema_sdk._recall_result import RecallResult
from mnema_sdk._settings import DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT_SECONDS, make_settings
from mnema_sdk._sync.api_keys import ApiKeys
from mnema_sdk._sync.audit import Audit
from mnema_sdk._sync.auth import Auth
from mnema_sdk._sync.deletions import Deletions
from mnema_sdk._sync.pages import MemoryPage, MemoryVersionPage
from mnema_sdk._sync.requests import Requests
from mnema_sdk._sync.webhooks import Webhooks
from mnema_sdk._transport import Transport
from mnema_sdk._watch import DEFAULT_WAIT_SECONDS, Watch
from mnema_sdk.errors import APITimeoutError, MnemaError

if TYPE_CHECKING:
    import logging

    import httpx2
    from typing_extensions import Self, Unpack

    from mnema_sdk import types
    from mnema_sdk._add_many_result import AddManyResult
    from mnema_sdk._api_response import APIResponse
    from mnema_sdk.options import (
        CallOptions,
        ChangeOptions,
        GivenMessages,
        ImportSource,
        MemoryInput,
        NeverType,
        Where,
        WriteOptions,
    )


class Mnema(NamesOurs):
    """A client of a Mnema server. Creating one does no I/O; use it as a context manager, or close it.

    Every call takes the keyword options of ``mnema_sdk.options.CallOptions`` (``timeout``, ``max_retries``,
    ``extra_headers``, ``with_response``), writes of memories also ``idempotency_key``. Arguments that are None are not
    sent.

    Every call raises an ``APIError`` when the server responds with an error (a class for each status, such as
    ``NotFoundError``), and ``APITimeoutError`` or another ``APIConnectionError`` without a whole response. It raises
    ``MnemaError`` with the code ``configuration`` or ``invalid_argument`` when the request is invalid.
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        access_token: str | None = None,
        base_url: str | None = None,
        timeout: float = DEFAULT_TIMEOUT_SECONDS,
        max_retries: int = DEFAULT_MAX_RETRIES,
        http_client: httpx2.Client | None = None,
        headers: Mapping[str, str] | None = None,
        logger: logging.Logger | logging.LoggerAdapter[logging.Logger] | None = None,
    ) -> None:
        """Create the client.

        Args:
            api_key: An API key; ``MNEMA_API_KEY`` when neither a key nor a token is given.
            access_token: A token from ``auth.login``. With a key, the token is used for the account and its keys only.
            base_url: Address of the server; ``MNEMA_BASE_URL``, else ``http://127.0.0.1:8787``.
            timeout: Seconds for one attempt, including its whole response.
            max_retries: The maximum number of retries after a temporary failure.
            http_client: The client that sends the requests; it is not closed with this one. Its timeouts are not used.
            headers: Headers of every request; they replace those of this package.
            logger: The logger of attempts and their outcomes, at level DEBUG, without secrets or memories;
                by default the logger ``mnema_sdk``.

        Raises:
            MnemaError: With the code ``configuration``, when a setting is invalid.
        """
        settings = make_settings(
            api_key=api_key,
            access_token=access_token,
            base_url=base_url,
            timeout=timeout,
            max_retries=max_retries,
            headers=headers,
            logger=logger,
        )
        self._use(Transport(settings, Connections(settings.base_url, http_client)))

    def _use(self, transport: Transport) -> None:
        self._transport = transport
        self.requests = Requests(self._transport)
        """The request log."""
        self.api_keys = ApiKeys(self._transport)
        """API keys; they need an access token."""
        self.auth = Auth(self._transport)
        """Accounts, and signing in."""
        self.audit = Audit(self._transport)
        """The audit log; it needs an access token."""
        self.deletions = Deletions(self._transport)
        """The receipts of deletions."""
        self.webhooks = Webhooks(self._transport)
        """Webhooks; they need an access token."""

    def __repr__(self) -> str:
        """Show the address of the server and no secrets."""
        return f"{type(self).__name__}(base_url={self._transport.settings.base_url!r})"

    def _narrow(self, name: str, value: str) -> Self:
        scoped = copy(self)
        scoped._use(self._transport.narrow(name, value))
        return scoped

    def for_user(self, user_id: str) -> Self:
        """Return a client that sets this ``user_id`` in every call that takes one, and rejects another value.

        It shares settings and connections with this client, which closes them.

        Raises:
            MnemaError: With the code ``invalid_argument``: the id is empty, or this client has another one.
        """
        return self._narrow("user_id", user_id)

    def for_agent(self, agent_id: str) -> Self:
        """Return a client that sets this ``agent_id`` in every call that takes one, and rejects another value.

        It shares settings and connections with this client, which closes them.

        Raises:
            MnemaError: With the code ``invalid_argument``: the id is empty, or this client has another one.
        """
        return self._narrow("agent_id", agent_id)

    def for_run(self, run_id: str) -> Self:
        """Return a client that sets this ``run_id`` in every call that takes one, and rejects another value.

        It shares settings and connections with this client, which closes them. A profile has no ``run_id``.

        Raises:
            MnemaError: With the code ``invalid_argument``: the id is empty, or this client has another one.
        """
        return self._narrow("run_id", run_id)

    def __enter__(self) -> Self:
        """Return the client itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the client."""
        self.close()

    def close(self) -> None:
        """Close the connections, unless they belong to a given ``http_client``, or to the client of a scoped one."""
        self._transport.close()

    @overload
    def add(
        self,
        text: str | GivenMessages,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        infer: bool | None = None,
        occurred_at: datetime | str | None = None,
        expires_at: datetime | str | None = None,
        wait_seconds: int | None = None,
        **options: Unpack[WriteOptions],
    ) -> types.WriteAccepted: ...

    @overload
    def add(
        self,
        *,
        messages: GivenMessages,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        infer: bool | None = None,
        occurred_at: datetime | str | None = None,
        expires_at: datetime | str | None = None,
        wait_seconds: int | None = None,
        **options: Unpack[WriteOptions],
    ) -> types.WriteAccepted: ...

    def add(
        self,
        text: str | GivenMessages | None = None,
        *,
        messages: GivenMessages | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        infer: bool | None = None,
        occurred_at: datetime | str | None = None,
        expires_at: datetime | str | None = None,
        wait_seconds: int | None = None,
        **options: Unpack[WriteOptions],
    ) -> types.WriteAccepted:
        """Write a memory. When it returns, the memory is on disk, and keyword search finds it.

        Args:
            text: The memory, at most 100,000 characters, or a list of messages. Give either ``text`` or ``messages``.
            messages: The memory as a conversation, as chat APIs and frameworks have it. Messages without text are left
                out; ``warnings`` then has their number.
            user_id: Your end user. Lists and searches with the same ``user_id`` find the memory. The memory has it as
                ``end_user_id``, or as ``user_id`` if the server runs with ``MNEMA_REST_USER_ID=request``.
            agent_id: Agent or application that writes.
            run_id: Session or task the memory belongs to.
            metadata: Free-form data, at most 16 KB as JSON; keys and values are stored unchanged.
            infer: Whether the server extracts facts with a language model and stores those.
            occurred_at: The time of the event, with a time zone; the time of writing by default.
            expires_at: The time at which the memory expires, with a time zone; never by default.
            wait_seconds: Seconds to wait until semantic search finds the memory, at most 10.
            **options: See ``mnema_sdk.options.WriteOptions``.

        Raises:
            SensitiveContentError: The memory contains a secret; nothing was stored.
            QuotaExceededError: The writes of this month are used up.
        """
        text, messages = text_or_messages(text, messages)
        body = {
            "text": text,
            "messages": messages,
            "user_id": user_id,
            "agent_id": agent_id,
            "run_id": run_id,
            "metadata": metadata,
            "infer": infer,
            "occurred_at": occurred_at,
            "expires_at": expires_at,
        }
        return self._transport.perform(operations.CREATE_MEMORY, options, body=body, wait_seconds=wait_seconds)

    def add_many(
        self, memories: Sequence[MemoryInput], *, wait_seconds: int | None = None, **options: Unpack[WriteOptions]
    ) -> AddManyResult:
        """Write any number of memories, in sequential requests of up to 100 memories and 4 MB.

        Each memory is accepted or rejected alone; ``results`` has one entry for each, in the order of the list. To
        continue after an error, repeat the call with the same list and idempotency key: finished requests are not done
        twice. Rejections stay rejections with that key, so send corrected memories with a new one.

        Args:
            memories: The memories, each with the arguments of ``add``: ``text`` or ``messages``, and the others.
            wait_seconds: Seconds to wait in each request until semantic search finds its memories, at most 10.
            **options: See ``mnema_sdk.options.WriteOptions``.

        Raises:
            MnemaError: A request failed; ``batch`` has the results of the requests before it, and the key to continue
                with. The code is ``invalid_argument``, without ``batch``, if a memory cannot be sent; then nothing was
                sent.
        """
        batch = Batch(self._transport.settings, memories, options)
        for part in batch.parts:
            try:
                done = self._transport.perform(
                    operations.CREATE_MEMORIES, part.options, body=part.body, wait_seconds=wait_seconds
                )
            except MnemaError as error:
                error.batch = batch.result
                raise
            batch.keep(part, done)
        return batch.result

    def search(
        self,
        query: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        project: str | None = None,
        source: str | None = None,
        memory_type: str | None = None,
        tag: str | None = None,
        occurred_from: datetime | str | None = None,
        occurred_to: datetime | str | None = None,
        created_from: datetime | str | None = None,
        created_to: datetime | str | None = None,
        top_k: int | None = None,
        filters: Mapping[str, Any] | None = None,
        where: Where | None = None,
        threshold: float | None = None,
        rerank: bool | None = None,
        explain: bool | None = None,
        expect: str | None = None,
        **options: Unpack[CallOptions],
    ) -> types.SearchResponse:
        """Find memories with keyword and semantic search, best first. The result iterates over them.

        Args:
            query: A question or a description of the situation, at most 8,000 characters.
            user_id: Only memories of this end user.
            agent_id: Only memories of this agent.
            run_id: Only memories of this session or task.
            project: Only memories whose ``metadata.project`` is this or contains it.
            source: Only memories whose ``metadata.source`` is this or contains it.
            memory_type: Only memories whose ``metadata.memory_type`` is this or contains it.
            tag: Only memories whose ``metadata.tags`` contain this.
            occurred_from: Only memories that happened at this time or later.
            occurred_to: Only memories that happened before this time.
            created_from: Only memories written at this time or later.
            created_to: Only memories written before this time.
            top_k: The maximum number of results, 1 to 100; the server's default is 10.
            filters: Metadata keys and the value each must have, or a list of values of which any may match.
            where: Conditions on metadata: ``{"all": [{"key": "priority", "op": "gte", "value": 3}]}``.
            threshold: Only results with at least this score, 0 to 1.
            rerank: Whether a reranker reorders the best results; ``degraded`` names it when that failed.
            explain: Adds to each result the parts of its score.
            expect: Id of an expected memory; ``expected`` has its rank or the reason of its absence. Needs ``explain``.
            **options: See ``mnema_sdk.options.CallOptions``.

        Raises:
            QuotaExceededError: The searches of this month are used up.
        """
        body = {
            "query": query,
            "user_id": user_id,
            "agent_id": agent_id,
            "run_id": run_id,
            "project": project,
            "source": source,
            "memory_type": memory_type,
            "tag": tag,
            "occurred_from": occurred_from,
            "occurred_to": occurred_to,
            "created_from": created_from,
            "created_to": created_to,
            "top_k": top_k,
            "filters": check_filters(filters),
            "where": where,
            "threshold": threshold,
            "rerank": rerank,
            "explain": explain,
            "expect": expect,
        }
        return self._transport.perform(operations.SEARCH_MEMORIES, options, body=body)

    def get(
        self, memory_id: str, *, as_of: datetime | str | None = None, **options: Unpack[CallOptions]
    ) -> types.Memory:
        """Get a memory with its state. You can read a new memory immediately after its write.

        Args:
            memory_id: The id of the memory.
            as_of: Gets the memory as it was at this time, with a time zone; as it is now by default.
            **options: See ``mnema_sdk.options.CallOptions``.

        Raises:
            NotFoundError: The memory does not exist in this account, did not exist then, or that version is not stored.
        """
        path, query = {"memory_id": memory_id}, {"as_of": as_of}
        return self._transport.perform(operations.GET_MEMORY, options, path=path, query=query)

    def list(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        project: str | None = None,
        source: str | None = None,
        memory_type: str | None = None,
        tag: str | None = None,
        occurred_from: datetime | str | None = None,
        occurred_to: datetime | str | None = None,
        created_from: datetime | str | None = None,
        created_to: datetime | str | None = None,
        status: Literal["pending", "ready", "failed"] | None = None,
        order: Literal["created_at", "occurred_at"] | None = None,
        direction: Literal["desc", "asc"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> MemoryPage:
        """List memories, newest first by default. Iterating over the result includes all pages after the first.

        Args:
            user_id: Only memories of this end user.
            agent_id: Only memories of this agent.
            run_id: Only memories of this session or task.
            project: Only memories whose ``metadata.project`` is this or contains it.
            source: Only memories whose ``metadata.source`` is this or contains it.
            memory_type: Only memories whose ``metadata.memory_type`` is this or contains it.
            tag: Only memories whose ``metadata.tags`` contain this.
            occurred_from: Only memories that happened at this time or later.
            occurred_to: Only memories that happened before this time.
            created_from: Only memories written at this time or later.
            created_to: Only memories written before this time.
            status: Only memories in this state.
            order: The time that orders the list; ``created_at`` by default.
            direction: ``desc`` begins with the newest, ``asc`` with the oldest; ``desc`` by default.
            limit: The maximum number of memories on a page, 1 to 1,000.
            cursor: The ``next_cursor`` of an earlier page, with the same filters and order.
            **options: See ``mnema_sdk.options.CallOptions``; they also apply to the following pages.
        """
        query = {
            "user_id": user_id,
            "agent_id": agent_id,
            "run_id": run_id,
            "project": project,
            "source": source,
            "memory_type": memory_type,
            "tag": tag,
            "occurred_from": occurred_from,
            "occurred_to": occurred_to,
            "created_from": created_from,
            "created_to": created_to,
            "status": status,
            "order": order,
            "direction": direction,
            "limit": limit,
        }

        def fetch(cursor: str | None) -> MemoryPage:
            place = {**query, "cursor": cursor}
            response = self._transport.perform(operations.LIST_MEMORIES, options, query=place)
            return MemoryPage(response, cursor, fetch)

        return fetch(cursor)

    def facets(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        project: str | None = None,
        source: str | None = None,
        memory_type: str | None = None,
        tag: str | None = None,
        occurred_from: datetime | str | None = None,
        occurred_to: datetime | str | None = None,
        created_from: datetime | str | None = None,
        created_to: datetime | str | None = None,
        **options: Unpack[CallOptions],
    ) -> types.Facets:
        """Count the users, agents, runs, projects, sources, memory types and tags of the memories in a scope.

        Use these values to narrow a list or a search. Each list has at most 100, the most frequent first.

        Args:
            user_id: Only memories of this end user.
            agent_id: Only memories of this agent.
            run_id: Only memories of this session or task.
            project: Only memories whose ``metadata.project`` is this or contains it.
            source: Only memories whose ``metadata.source`` is this or contains it.
            memory_type: Only memories whose ``metadata.memory_type`` is this or contains it.
            tag: Only memories whose ``metadata.tags`` contain this.
            occurred_from: Only memories that happened at this time or later.
            occurred_to: Only memories that happened before this time.
            created_from: Only memories written at this time or later.
            created_to: Only memories written before this time.
            **options: See ``mnema_sdk.options.CallOptions``.
        """
        query = {
            "user_id": user_id,
            "agent_id": agent_id,
            "run_id": run_id,
            "project": project,
            "source": source,
            "memory_type": memory_type,
            "tag": tag,
            "occurred_from": occurred_from,
            "occurred_to": occurred_to,
            "created_from": created_from,
            "created_to": created_to,
        }
        return self._transport.perform(operations.GET_FACETS, options, query=query)

    def map(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        project: str | None = None,
        source: str | None = None,
        memory_type: str | None = None,
        tag: str | None = None,
        occurred_from: datetime | str | None = None,
        occurred_to: datetime | str | None = None,
        created_from: datetime | str | None = None,
        created_to: datetime | str | None = None,
        **options: Unpack[CallOptions],
    ) -> types.MemoryMap:
        """Arrange the memories of a scope in a plane, with similar ones close to each other.

        Above 2,000 memories, it is a sample. While the map is computed, its ``status`` is ``computing`` and it has no
        points: call again after a second.

        Args:
            user_id: Only memories of this end user.
            agent_id: Only memories of this agent.
            run_id: Only memories of this session or task.
            project: Only memories whose ``metadata.project`` is this or contains it.
            source: Only memories whose ``metadata.source`` is this or contains it.
            memory_type: Only memories whose ``metadata.memory_type`` is this or contains it.
            tag: Only memories whose ``metadata.tags`` contain this.
            occurred_from: Only memories that happened at this time or later.
            occurred_to: Only memories that happened before this time.
            created_from: Only memories written at this time or later.
            created_to: Only memories written before this time.
            **options: See ``mnema_sdk.options.CallOptions``.
        """
        query = {
            "user_id": user_id,
            "agent_id": agent_id,
            "run_id": run_id,
            "project": project,
            "source": source,
            "memory_type": memory_type,
            "tag": tag,
            "occurred_from": occurred_from,
            "occurred_to": occurred_to,
            "created_from": created_from,
            "created_to": created_to,
        }
        return self._transport.perform(operations.GET_MAP, options, query=query)

    @overload
    def update(
        self,
        memory_id: str,
        *,
        text: str,
        metadata: Mapping[str, Any] | None = None,
        expires_at: datetime | str | NeverType | None = None,
        return_: None = None,
        **options: Unpack[ChangeOptions],
    ) -> types.Memory: ...

    @overload
    def update(
        self,
        memory_id: str,
        *,
        text: str | None = None,
        metadata: Mapping[str, Any],
        expires_at: datetime | str | NeverType | None = None,
        return_: None = None,
        **options: Unpack[ChangeOptions],
    ) -> types.Memory: ...

    @overload
    def update(
        self,
        memory_id: str,
        *,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expires_at: datetime | str | NeverType,
        return_: None = None,
        **options: Unpack[ChangeOptions],
    ) -> types.Memory: ...

    @overload
    def update(
        self,
        memory_id: str,
        *,
        text: str,
        metadata: Mapping[str, Any] | None = None,
        expires_at: datetime | str | NeverType | None = None,
        return_: Literal["minimal"],
        **options: Unpack[ChangeOptions],
    ) -> None: ...

    @overload
    def update(
        self,
        memory_id: str,
        *,
        text: str | None = None,
        metadata: Mapping[str, Any],
        expires_at: datetime | str | NeverType | None = None,
        return_: Literal["minimal"],
        **options: Unpack[ChangeOptions],
    ) -> None: ...

    @overload
    def update(
        self,
        memory_id: str,
        *,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expires_at: datetime | str | NeverType,
        return_: Literal["minimal"],
        **options: Unpack[ChangeOptions],
    ) -> None: ...

    def update(
        self,
        memory_id: str,
        *,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expires_at: datetime | str | NeverType | None = None,
        return_: Literal["minimal"] | None = None,
        **options: Unpack[ChangeOptions],
    ) -> types.Memory | None:
        """Replace the text of a memory, merge metadata into its own, set its expiry, or several of these.

        Args:
            memory_id: The id of the memory.
            text: The new text, at most 100,000 characters.
            metadata: Keys to set, each with its whole value; a key with None is removed, others stay.
            expires_at: The time at which the memory expires, with a time zone; ``mnema_sdk.NEVER`` removes the expiry.
            return_: ``minimal`` to return nothing. An API key without the scope ``read`` must use it.
            **options: See ``mnema_sdk.options.ChangeOptions``.

        Raises:
            NotFoundError: There is no such memory in this account.
            PreconditionFailedError: The memory has another version than ``if_version``.
            SensitiveContentError: The update contains a secret; nothing was changed.
            QuotaExceededError: The writes of this month are used up.
        """
        path = {"memory_id": memory_id}
        body = {"text": text, "metadata": metadata, "expires_at": expires_at}
        if return_ == "minimal":
            return self._transport.perform(operations.UPDATE_MEMORY.minimal(), options, path=path, body=body)
        return self._transport.perform(operations.UPDATE_MEMORY, options, path=path, body=body)

    def delete(self, memory_id: str, **options: Unpack[ChangeOptions]) -> types.DeletedMemory:
        """Delete a memory, its versions and its index entries, immediately and permanently.

        Raises:
            NotFoundError: There is no such memory in this account.
            PreconditionFailedError: The memory has another version than ``if_version``.
        """
        path = {"memory_id": memory_id}
        return self._transport.perform(operations.DELETE_MEMORY, options, path=path)

    def forget(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        project: str | None = None,
        source: str | None = None,
        memory_type: str | None = None,
        tag: str | None = None,
        occurred_from: datetime | str | None = None,
        occurred_to: datetime | str | None = None,
        created_from: datetime | str | None = None,
        created_to: datetime | str | None = None,
        all: Literal[True] | None = None,  # noqa: A002 (the name of the interface)
        confirm: int | None = None,
        **options: Unpack[WriteOptions],
    ) -> types.DeletedMemories:
        """Delete all memories of a scope permanently, such as all of a user. Without ``confirm`` it only counts them.

        Args:
            user_id: Only memories of this end user.
            agent_id: Only memories of this agent.
            run_id: Only memories of this session or task.
            project: Only memories whose ``metadata.project`` is this or contains it.
            source: Only memories whose ``metadata.source`` is this or contains it.
            memory_type: Only memories whose ``metadata.memory_type`` is this or contains it.
            tag: Only memories whose ``metadata.tags`` contain this.
            occurred_from: Only memories that happened at this time or later.
            occurred_to: Only memories that happened before this time.
            created_from: Only memories written at this time or later.
            created_to: Only memories written before this time.
            all: True allows a call without any other argument: every memory of the account.
            confirm: The number of memories to delete, which a call without it returns as ``matched``.
            **options: See ``mnema_sdk.options.WriteOptions``.

        Raises:
            BadRequestError: There is no scope.
            ConflictError: Another number of memories matches; ``matched`` has it, and nothing was deleted.
        """
        query = {
            "user_id": user_id,
            "agent_id": agent_id,
            "run_id": run_id,
            "project": project,
            "source": source,
            "memory_type": memory_type,
            "tag": tag,
            "occurred_from": occurred_from,
            "occurred_to": occurred_to,
            "created_from": created_from,
            "created_to": created_to,
            "all": "true" if all else None,
            "confirm": confirm,
        }
        return self._transport.perform(operations.DELETE_MEMORIES, options, query=query)

    def similar(
        self, memory_id: str, *, top_k: int | None = None, **options: Unpack[CallOptions]
    ) -> types.SimilarMemories:
        """List the memories most similar to a memory, most similar first. It counts as a search.

        For a memory without a vector, such as a pending one, the list is empty and ``warnings`` gives the reason.

        Args:
            memory_id: The id of the memory.
            top_k: The maximum number of memories, 1 to 100.
            **options: See ``mnema_sdk.options.CallOptions``.

        Raises:
            NotFoundError: There is no such memory in this account.
            QuotaExceededError: The searches of this month are used up.
        """
        path = {"memory_id": memory_id}
        return self._transport.perform(operations.LIST_SIMILAR_MEMORIES, options, path=path, query={"top_k": top_k})

    def versions(
        self,
        memory_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> MemoryVersionPage:
        """List the versions of a memory, newest first, beginning with the present one. The newest 50 are stored.

        Iterating over the result includes all pages after the first.

        Args:
            memory_id: The id of the memory.
            limit: The maximum number of versions on a page, 1 to 1,000.
            cursor: The ``next_cursor`` of an earlier page.
            **options: See ``mnema_sdk.options.CallOptions``; they also apply to the following pages.
        """
        path = {"memory_id": memory_id}

        def fetch(cursor: str | None) -> MemoryVersionPage:
            query = {"limit": limit, "cursor": cursor}
            response = self._transport.perform(operations.LIST_MEMORY_VERSIONS, options, path=path, query=query)
            return MemoryVersionPage(response, cursor, fetch)

        return fetch(cursor)

    @overload
    def restore(
        self, memory_id: str, version: int, *, return_: None = None, **options: Unpack[ChangeOptions]
    ) -> types.Memory: ...

    @overload
    def restore(
        self, memory_id: str, version: int, *, return_: Literal["minimal"], **options: Unpack[ChangeOptions]
    ) -> None: ...

    def restore(
        self,
        memory_id: str,
        version: int,
        *,
        return_: Literal["minimal"] | None = None,
        **options: Unpack[ChangeOptions],
    ) -> types.Memory | None:
        """Write text, messages and metadata of a version again, as a new version.

        Args:
            memory_id: The id of the memory.
            version: The number of a version that ``versions`` lists.
            return_: ``minimal`` to return nothing. An API key without the scope ``read`` must use it.
            **options: See ``mnema_sdk.options.ChangeOptions``.

        Raises:
            NotFoundError: There is no such memory in this account, or the version is not stored.
            PreconditionFailedError: The memory has another version than ``if_version``.
            SensitiveContentError: The version contains a secret; nothing was changed.
            QuotaExceededError: The writes of this month are used up.
        """
        path, body = {"memory_id": memory_id}, {"version": version}
        if return_ == "minimal":
            return self._transport.perform(operations.RESTORE_MEMORY.minimal(), options, path=path, body=body)
        return self._transport.perform(operations.RESTORE_MEMORY, options, path=path, body=body)

    def retry(self, memory_id: str, **options: Unpack[WriteOptions]) -> types.WriteAccepted:
        """Retry the ingest of a memory whose status is ``failed``.

        Raises:
            ConflictError: The memory has not failed.
            NotFoundError: There is no such memory in this account.
        """
        path = {"memory_id": memory_id}
        return self._transport.perform(operations.RETRY_MEMORY, options, path=path)

    def wait(
        self,
        memory_id: str,
        *,
        timeout: float | None = DEFAULT_WAIT_SECONDS,
        max_retries: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        with_response: APIResponse | None = None,
    ) -> types.Memory:
        """Wait until a memory is ready, so that semantic search finds it.

        Args:
            memory_id: The id of the memory.
            timeout: Seconds for the whole wait.
            max_retries: The maximum number of retries for each read of the memory.
            extra_headers: Headers that are added to those of the client, or replace them.
            with_response: An empty ``APIResponse``, which each read of the memory fills in.

        Raises:
            MemoryFailedError: The ingest of the memory has failed.
            WaitTimeoutError: The memory was not ready in time.
            NotFoundError: There is no such memory in this account.
        """
        watch = Watch(memory_id, timeout)
        options: CallOptions = {
            "max_retries": max_retries,
            "extra_headers": extra_headers,
            "with_response": with_response,
        }
        path = {"memory_id": memory_id}
        while True:
            try:
                memory = self._transport.perform(operations.GET_MEMORY, options, path=path, deadline=watch.deadline)
            except APITimeoutError as failure:
                watch.after_timeout(failure)
                raise
            pause = watch.after_look(memory)
            if pause is None:
                return memory
            self._transport.sleep(pause)
            watch.check_time()

    def export(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        project: str | None = None,
        source: str | None = None,
        memory_type: str | None = None,
        tag: str | None = None,
        occurred_from: datetime | str | None = None,
        occurred_to: datetime | str | None = None,
        created_from: datetime | str | None = None,
        created_to: datetime | str | None = None,
        versions: bool | None = None,
        **options: Unpack[CallOptions],
    ) -> Generator[types.ExportedMemory]:
        """Export the memories of a scope, by default all of the account, oldest first.

        The result iterates over the memories as they were when the export began. Nothing is sent before the first one
        is read. ``timeout`` applies to each piece of the response.

        Args:
            user_id: Only memories of this end user.
            agent_id: Only memories of this agent.
            run_id: Only memories of this session or task.
            project: Only memories whose ``metadata.project`` is this or contains it.
            source: Only memories whose ``metadata.source`` is this or contains it.
            memory_type: Only memories whose ``metadata.memory_type`` is this or contains it.
            tag: Only memories whose ``metadata.tags`` contain this.
            occurred_from: Only memories that happened at this time or later.
            occurred_to: Only memories that happened before this time.
            created_from: Only memories written at this time or later.
            created_to: Only memories written before this time.
            versions: True adds the earlier versions of each memory.
            **options: See ``mnema_sdk.options.CallOptions``.

        Raises:
            IncompleteExportError: The response ended too early. Begin the export again.
        """
        query = {
            "user_id": user_id,
            "agent_id": agent_id,
            "run_id": run_id,
            "project": project,
            "source": source,
            "memory_type": memory_type,
            "tag": tag,
            "occurred_from": occurred_from,
            "occurred_to": occurred_to,
            "created_from": created_from,
            "created_to": created_to,
            "versions": "true" if versions else None,
        }
        export, splitter = Export(), LineSplitter()
        pieces = self._transport.stream(operations.EXPORT_MEMORIES, options, query=query)
        try:
            for line in self._transport.lines(pieces, splitter, export):
                memory = export.read(line)
                if memory is not None:
                    yield memory
                if export.is_complete:
                    return
        finally:
            pieces.close()
        raise export.incomplete("its last line is missing")

    def import_memories(
        self,
        memories: ImportSource,
        **options: Unpack[WriteOptions],
    ) -> types.ImportResult:
        """Import any number of memories, from an export, from mem0, or as mappings with a ``text``.

        They are sent in sequential requests of up to 4 MB. Each line is accepted, skipped because its memory already
        exists, or rejected alone, with its number from 1. After a failure, repeat the import to continue; it skips
        existing memories. A client of one user, agent or run cannot import, because lines have their own ids.

        Args:
            memories: A ``Path``, a file, or an iterable of memories or of lines of JSON. It is read as it is sent.
            **options: See ``mnema_sdk.options.WriteOptions``.

        Raises:
            MnemaError: A request failed; ``imported`` has the results of the requests before it.
        """
        plan = Import(self._transport.settings, options)
        for line in lines_of(memories):
            self._import_part(plan, plan.add(line))
        self._import_part(plan, plan.take())
        return plan.result

    def _import_part(self, plan: Import, part: Part | None) -> None:
        if part is None:
            return
        try:
            done = self._transport.perform(operations.IMPORT_MEMORIES, part.options, lines=part.lines)
        except MnemaError as error:
            error.imported = plan.result
            raise
        plan.keep(part, done)

    def profile(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        project: str | None = None,
        max_characters: int | None = None,
        **options: Unpack[CallOptions],
    ) -> types.Profile:
        """Get a profile: preferences, facts, projects, names, and a summary for a prompt.

        Args:
            user_id: Only memories of this end user.
            agent_id: Only memories of this agent.
            project: Only memories whose ``metadata.project`` is this or contains it.
            max_characters: The maximum length of the summary, 200 to 20,000 UTF-16 units.
            **options: See ``mnema_sdk.options.CallOptions``.
        """
        query = {"user_id": user_id, "agent_id": agent_id, "project": project, "max_characters": max_characters}
        return self._transport.perform(operations.GET_PROFILE, options, query=query)

    def recall(
        self,
        query: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        project: str | None = None,
        filters: Mapping[str, Any] | None = None,
        where: Where | None = None,
        top_k: int | None = None,
        threshold: float | None = None,
        rerank: bool | None = None,
        max_characters: int | None = None,
        **options: Unpack[CallOptions],
    ) -> RecallResult:
        """Get the profile, and search for memories that match the query.

        The asynchronous client sends both requests at the same time, the blocking one sends them one after the other.
        ``format_memories`` writes the results for a prompt.

        Args:
            query: A question or a description of the situation, at most 8,000 characters.
            user_id: Only memories of this end user.
            agent_id: Only memories of this agent.
            run_id: Only memories of this session or task. It does not narrow the profile.
            project: Only memories whose ``metadata.project`` is this or contains it.
            filters: Metadata keys and their values, for the search only. See ``search``.
            where: Conditions on metadata, for the search only. See ``search``.
            top_k: The maximum number of results, 1 to 100; the server's default is 10.
            threshold: Only results with at least this score, 0 to 1.
            rerank: Whether a reranker reorders the best results.
            max_characters: The maximum length of the profile's summary, 200 to 20,000 UTF-16 units.
            **options: See ``mnema_sdk.options.CallOptions``.

        Raises:
            QuotaExceededError: The searches of this month are used up.
        """
        of_profile = {"user_id": user_id, "agent_id": agent_id, "project": project, "max_characters": max_characters}
        of_search = {
            "query": query,
            "user_id": user_id,
            "agent_id": agent_id,
            "run_id": run_id,
            "project": project,
            "filters": check_filters(filters),
            "where": where,
            "top_k": top_k,
            "threshold": threshold,
            "rerank": rerank,
        }
        profile = self._transport.prepare(operations.GET_PROFILE, options, query=of_profile)
        search = self._transport.prepare(operations.SEARCH_MEMORIES, options, body=of_search)
        self._transport.run(profile, search)
        return RecallResult(profile=profile.result(), search=search.result())

    def usage(self, **options: Unpack[CallOptions]) -> types.Usage:
        """Get the account's usage of its plan in this calendar month (UTC)."""
        return self._transport.perform(operations.GET_USAGE, options)
