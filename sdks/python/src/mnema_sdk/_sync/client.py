"""The blocking client."""

# generated from mnema_sdk/_async, do not edit: npm run generate

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, overload

from mnema_sdk import _operations as operations
from mnema_sdk._settings import DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT_SECONDS, make_settings
from mnema_sdk._sync.pages import ApiKeyPage, MemoryPage, RequestPage
from mnema_sdk._transport import Transport
from mnema_sdk._watch import DEFAULT_WAIT_SECONDS, Watch
from mnema_sdk.errors import APITimeoutError

if TYPE_CHECKING:
    import logging

    import httpx2
    from typing_extensions import Self, Unpack

    from mnema_sdk import types
    from mnema_sdk.options import CallOptions, MessageInput, WriteOptions


class Mnema:
    """A client of a Mnema server. Creating one does no I/O; use it as a context manager, or close it.

    Every call takes the keyword options of ``mnema_sdk.options.CallOptions`` (``timeout``, ``max_retries``,
    ``extra_headers``), writes of memories also ``idempotency_key``. Arguments that are None are not sent.

    Every call raises an ``APIError`` when the server responds with an error (one class for each code, such as
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
        """Creates the client.

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
        self._transport = Transport(settings, http_client)
        self.requests = Requests(self._transport)
        """The request log."""
        self.api_keys = ApiKeys(self._transport)
        """API keys; they need an access token."""
        self.auth = Auth(self._transport)
        """Accounts, and signing in."""

    def __repr__(self) -> str:
        """Shows the address of the server and no secrets."""
        return f"{type(self).__name__}(base_url={self._transport.base_url!r})"

    def __enter__(self) -> Self:
        """Returns the client itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Closes the client."""
        self.close()

    def close(self) -> None:
        """Closes the connections, unless they belong to the ``http_client`` that was given."""
        self._transport.close()

    def add(
        self,
        *,
        text: str | None = None,
        messages: Sequence[MessageInput | types.Message] | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        infer: bool | None = None,
        occurred_at: datetime | str | None = None,
        wait_seconds: int | None = None,
        **options: Unpack[WriteOptions],
    ) -> types.WriteAccepted:
        """Writes a memory. When it returns, the memory is on disk and found by its words.

        Args:
            text: The memory, at most 100,000 characters; or ``messages``, exactly one of them.
            messages: The memory as a conversation.
            user_id: End user within the account; by default the server stores the account's own id instead.
            agent_id: Agent or application that writes.
            run_id: Session or task the memory belongs to.
            metadata: Free-form data, at most 16 KB as JSON; keys and values are kept unchanged.
            infer: Whether the server extracts facts with a language model and stores those.
            occurred_at: The time of the event, with a time zone; the time of writing by default.
            wait_seconds: Seconds to wait until the memory is found by meaning, at most 10.
            **options: See ``mnema_sdk.options.WriteOptions``.

        Raises:
            SensitiveContentError: The memory contains a secret; nothing was stored.
            QuotaExceededError: The writes of this month are used up.
        """
        body = {
            "text": text,
            "messages": messages,
            "user_id": user_id,
            "agent_id": agent_id,
            "run_id": run_id,
            "metadata": metadata,
            "infer": infer,
            "occurred_at": occurred_at,
        }
        return self._transport.perform(operations.ADD, options, body=body, wait_seconds=wait_seconds)

    def search(
        self,
        *,
        query: str,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        top_k: int | None = None,
        filters: Mapping[str, Any] | None = None,
        threshold: float | None = None,
        rerank: bool | None = None,
        explain: bool | None = None,
        expect: str | None = None,
        **options: Unpack[CallOptions],
    ) -> types.SearchResponse:
        """Finds memories by words and by meaning, best first.

        Args:
            query: A question or a description of the situation, at most 8,000 characters.
            user_id: Only memories of this end user.
            agent_id: Only memories of this agent.
            run_id: Only memories of this session or task.
            top_k: The maximum number of results, 1 to 100; the server's default is 10.
            filters: Metadata keys and the value each must have, or a list of values of which any may match.
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
            "top_k": top_k,
            "filters": filters,
            "threshold": threshold,
            "rerank": rerank,
            "explain": explain,
            "expect": expect,
        }
        return self._transport.perform(operations.SEARCH, options, body=body)

    def get(self, memory_id: str, **options: Unpack[CallOptions]) -> types.Memory:
        """Gets a memory with its state, as soon as its write has a response.

        Raises:
            NotFoundError: There is no such memory in this account.
        """
        path = {"memory_id": memory_id}
        return self._transport.perform(operations.GET, options, path=path)

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
        status: Literal["pending", "ready", "failed"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> MemoryPage:
        """Lists memories, newest first. The page iterates over this and all following pages.

        Args:
            user_id: Only memories of this end user.
            agent_id: Only memories of this agent.
            run_id: Only memories of this session or task.
            project: Only memories whose ``metadata.project`` is this.
            source: Only memories whose ``metadata.source`` is this.
            memory_type: Only memories whose ``metadata.memory_type`` is this.
            tag: Only memories whose ``metadata.tags`` contain this.
            status: Only memories in this state.
            limit: The maximum number of memories on a page, 1 to 1,000.
            cursor: The ``next_cursor`` of an earlier page, with the same filters.
            **options: See ``mnema_sdk.options.CallOptions``; they hold for the following pages as well.
        """
        query = {
            "user_id": user_id,
            "agent_id": agent_id,
            "run_id": run_id,
            "project": project,
            "source": source,
            "memory_type": memory_type,
            "tag": tag,
            "status": status,
            "limit": limit,
        }

        def fetch(cursor: str | None) -> MemoryPage:
            place = {**query, "cursor": cursor}
            response = self._transport.perform(operations.LIST, options, query=place)
            return MemoryPage(response, cursor, fetch)

        return fetch(cursor)

    @overload
    def update(
        self,
        memory_id: str,
        *,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        return_: None = None,
        **options: Unpack[WriteOptions],
    ) -> types.Memory: ...

    @overload
    def update(
        self,
        memory_id: str,
        *,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        return_: Literal["minimal"],
        **options: Unpack[WriteOptions],
    ) -> None: ...

    def update(
        self,
        memory_id: str,
        *,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        return_: Literal["minimal"] | None = None,
        **options: Unpack[WriteOptions],
    ) -> types.Memory | None:
        """Replaces the text of a memory, merges metadata into its own, or both.

        Args:
            memory_id: The id of the memory.
            text: The new text, at most 100,000 characters.
            metadata: Keys to set, each with its whole value; a key with None is removed, others stay.
            return_: ``minimal`` to return nothing, as an API key without the scope ``read`` needs it.
            **options: See ``mnema_sdk.options.WriteOptions``.

        Raises:
            NotFoundError: There is no such memory in this account.
            SensitiveContentError: The update contains a secret; nothing was changed.
            QuotaExceededError: The writes of this month are used up.
        """
        path, body = {"memory_id": memory_id}, {"text": text, "metadata": metadata}
        if return_ == "minimal":
            return self._transport.perform(operations.UPDATE.minimal(), options, path=path, body=body)
        return self._transport.perform(operations.UPDATE, options, path=path, body=body)

    def delete(self, memory_id: str, **options: Unpack[WriteOptions]) -> types.DeletedMemory:
        """Deletes a memory and its index entries, at once and permanently.

        Raises:
            NotFoundError: There is no such memory in this account.
        """
        path = {"memory_id": memory_id}
        return self._transport.perform(operations.DELETE, options, path=path)

    def retry(self, memory_id: str, **options: Unpack[WriteOptions]) -> types.WriteAccepted:
        """Repeats the ingest of a memory whose status is ``failed``.

        Raises:
            ConflictError: The memory has not failed.
            NotFoundError: There is no such memory in this account.
        """
        path = {"memory_id": memory_id}
        return self._transport.perform(operations.RETRY, options, path=path)

    def wait(
        self,
        memory_id: str,
        *,
        timeout: float | None = DEFAULT_WAIT_SECONDS,
        max_retries: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
    ) -> types.Memory:
        """Waits until a memory is ready, that is, found by meaning as well as by words.

        Args:
            memory_id: The id of the memory.
            timeout: Seconds for the whole wait.
            max_retries: The maximum number of retries for each read of the memory.
            extra_headers: Headers that are added to those of the client, or replace them.

        Raises:
            MemoryFailedError: The ingest of the memory has failed.
            WaitTimeoutError: The memory was not ready in time.
            NotFoundError: There is no such memory in this account.
        """
        watch = Watch(memory_id, timeout)
        options: CallOptions = {"max_retries": max_retries, "extra_headers": extra_headers}
        path = {"memory_id": memory_id}
        while True:
            try:
                memory = self._transport.perform(operations.GET, options, path=path, deadline=watch.deadline)
            except APITimeoutError as failure:
                watch.after_timeout(failure)
                raise
            pause = watch.after_look(memory)
            if pause is None:
                return memory
            self._transport.sleep(pause)
            watch.check_time()

    def profile(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        project: str | None = None,
        max_characters: int | None = None,
        **options: Unpack[CallOptions],
    ) -> types.Profile:
        """Gets a profile, which condenses memories: preferences, facts, projects, names, and a summary for a prompt.

        Args:
            user_id: Only memories of this end user.
            agent_id: Only memories of this agent.
            project: Only memories whose ``metadata.project`` is this or contains it.
            max_characters: The maximum length of the summary, 200 to 20,000 UTF-16 units.
            **options: See ``mnema_sdk.options.CallOptions``.
        """
        query = {"user_id": user_id, "agent_id": agent_id, "project": project, "max_characters": max_characters}
        return self._transport.perform(operations.PROFILE, options, query=query)

    def usage(self, **options: Unpack[CallOptions]) -> types.Usage:
        """Gets the account's usage of its plan in this calendar month (UTC)."""
        return self._transport.perform(operations.USAGE, options)


class Requests:
    """The request log: ``client.requests``."""

    def __init__(self, transport: Transport) -> None:
        """Only the client creates this."""
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status_code: int | None = None,
        operation: str | None = None,
        key_id: str | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        **options: Unpack[CallOptions],
    ) -> RequestPage:
        """Lists requests, newest first. The page iterates over this and all following pages.

        Args:
            limit: The maximum number of requests on a page, 1 to 1,000.
            offset: The number of newest requests to skip.
            status_code: Only requests whose response has this HTTP status.
            operation: Only requests of this operation, such as ``createMemory``.
            key_id: Only requests made with this API key.
            from_: Only requests that arrived then or later, with a time zone.
            to: Only requests that arrived before, with a time zone.
            **options: See ``mnema_sdk.options.CallOptions``; they hold for the following pages as well.
        """
        query = {
            "limit": limit,
            "status_code": status_code,
            "operation": operation,
            "key_id": key_id,
            "from": from_,
            "to": to,
        }

        def fetch(offset: int | None) -> RequestPage:
            place = {**query, "offset": offset}
            response = self._transport.perform(operations.LIST_REQUESTS, options, query=place)
            return RequestPage(response, offset or 0, fetch)

        return fetch(offset)

    def stats(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        **options: Unpack[CallOptions],
    ) -> types.RequestStats:
        """Gets counts and latencies over whole UTC days, by default the 365 days that end today.

        Args:
            from_: The first day.
            to: The last day (inclusive).
            **options: See ``mnema_sdk.options.CallOptions``.
        """
        query = {"from": from_, "to": to}
        return self._transport.perform(operations.REQUEST_STATS, options, query=query)


class ApiKeys:
    """API keys: ``client.api_keys``. These calls need an access token."""

    def __init__(self, transport: Transport) -> None:
        """Only the client creates this."""
        self._transport = transport

    def create(
        self,
        *,
        label: str,
        scopes: Sequence[Literal["read", "write"]] | None = None,
        expires_at: datetime | str | None = None,
        **options: Unpack[CallOptions],
    ) -> types.CreatedApiKey:
        """Creates an API key. Only this response contains its secret, in ``key``.

        Args:
            label: A name that identifies the key for people, 1 to 100 characters.
            scopes: The scopes of the key; both by default.
            expires_at: The time at which it expires, with a time zone; never by default.
            **options: See ``mnema_sdk.options.CallOptions``.

        Raises:
            ConflictError: The account has as many keys as it may have.
        """
        body = {"label": label, "scopes": scopes, "expires_at": expires_at}
        return self._transport.perform(operations.CREATE_API_KEY, options, body=body)

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[CallOptions]
    ) -> ApiKeyPage:
        """Lists keys, newest first, revoked and expired ones included. The page iterates over all following pages.

        Args:
            limit: The maximum number of keys on a page, 1 to 1,000.
            cursor: The ``next_cursor`` of an earlier page.
            **options: See ``mnema_sdk.options.CallOptions``; they hold for the following pages as well.
        """

        def fetch(cursor: str | None) -> ApiKeyPage:
            query = {"limit": limit, "cursor": cursor}
            response = self._transport.perform(operations.LIST_API_KEYS, options, query=query)
            return ApiKeyPage(response, cursor, fetch)

        return fetch(cursor)

    def revoke(self, key_id: str, **options: Unpack[CallOptions]) -> types.RevokedApiKey:
        """Revokes a key, at once and permanently.

        Raises:
            NotFoundError: There is no such key in this account.
        """
        path = {"key_id": key_id}
        return self._transport.perform(operations.REVOKE_API_KEY, options, path=path)


class Auth:
    """Accounts, and signing in: ``client.auth``. ``register`` and ``login`` need no credential."""

    def __init__(self, transport: Transport) -> None:
        """Only the client creates this."""
        self._transport = transport

    def register(
        self,
        *,
        password: str,
        email: str | None = None,
        phone: str | None = None,
        **options: Unpack[CallOptions],
    ) -> types.Account:
        """Creates an account on the free plan. Sign in afterwards.

        Args:
            password: 8 to 256 characters, taken exactly as given.
            email: E-mail address; or ``phone``, exactly one of them.
            phone: Phone number in E.164 form.
            **options: See ``mnema_sdk.options.CallOptions``.

        Raises:
            ConflictError: The e-mail address or phone number belongs to an account already.
            RegistrationClosedError: The server allows no registration.
        """
        body = {"email": email, "phone": phone, "password": password}
        return self._transport.perform(operations.REGISTER, options, body=body)

    def login(
        self,
        *,
        password: str,
        email: str | None = None,
        phone: str | None = None,
        **options: Unpack[CallOptions],
    ) -> types.AccessToken:
        """Signs in. Create another client with the ``access_token`` of the response.

        Args:
            password: Password of the account.
            email: E-mail address of the account; or ``phone``, exactly one of them.
            phone: Phone number of the account.
            **options: See ``mnema_sdk.options.CallOptions``.

        Raises:
            UnauthenticatedError: No account has this address or number and password.
            AccountSuspendedError: The operator of the server has suspended the account.
        """
        body = {"email": email, "phone": phone, "password": password}
        return self._transport.perform(operations.LOGIN, options, body=body)

    def me(self, **options: Unpack[CallOptions]) -> types.Account:
        """Gets the account that the access token belongs to."""
        return self._transport.perform(operations.ME, options)

    def logout(self, **options: Unpack[CallOptions]) -> None:
        """Ends the access token, at once. API keys stay valid."""
        self._transport.perform(operations.LOGOUT, options)

    def password(
        self,
        *,
        current_password: str,
        new_password: str,
        revoke_api_keys: bool | None = None,
        **options: Unpack[CallOptions],
    ) -> None:
        """Sets a new password and ends every other access token of the account.

        Args:
            current_password: The present password.
            new_password: 8 to 256 characters, taken exactly as given.
            revoke_api_keys: Whether all API keys of the account end, too.
            **options: See ``mnema_sdk.options.CallOptions``.

        Raises:
            InvalidRequestError: The current password is wrong; ``errors`` names it.
        """
        body = {
            "current_password": current_password,
            "new_password": new_password,
            "revoke_api_keys": revoke_api_keys,
        }
        self._transport.perform(operations.CHANGE_PASSWORD, options, body=body)
