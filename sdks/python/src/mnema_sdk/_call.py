"""One call from its arguments to its value, without any I/O: both clients share this logic."""

from __future__ import annotations

import errno
import json
import time
import uuid
from collections.abc import Callable, Mapping
from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypedDict, TypeVar, cast

from mnema_sdk import _retry as retry
from mnema_sdk._api_response import APIResponse
from mnema_sdk._encode import fill_path, present, to_json, to_query
from mnema_sdk._operation import Operation, Result
from mnema_sdk._other_names import name_of_argument
from mnema_sdk._settings import (
    Settings,
    check_header_value,
    check_headers,
    check_max_retries,
    check_timeout,
    check_version,
    check_wait_seconds,
    configuration_error,
)
from mnema_sdk._warn_once import warn_once
from mnema_sdk.errors import APIConnectionError, APIError, APITimeoutError, InvalidPart, class_of

if TYPE_CHECKING:
    from pydantic import ValidationError
    from typing_extensions import Unpack

    from mnema_sdk.options import CallOptions


Number = TypeVar("Number", int, float)


class WireRequest(NamedTuple):
    """The request of one attempt."""

    method: str
    url: str
    headers: dict[str, str]
    content: bytes | None


class WireResponse(NamedTuple):
    """A response. Names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    stream: Any = None
    """The response of the library, for a body that is read piece by piece."""


class CallArguments(TypedDict, total=False):
    """The arguments of a call. Values that are None are not sent."""

    path: Mapping[str, str]
    query: Mapping[str, Any]
    body: Mapping[str, Any]
    lines: bytes
    """Lines of JSON, in place of a body."""
    wait_seconds: int | None
    deadline: float
    """The end of the call by the monotonic clock; no attempt begins after it."""


class Call(Generic[Result]):
    """Makes the request of each attempt and decides after its outcome: a result, a pause or an error."""

    _value: Result

    def __init__(
        self,
        settings: Settings,
        operation: Operation[Result],
        options: CallOptions,
        **arguments: Unpack[CallArguments],
    ) -> None:
        self._settings = settings
        self._operation = operation
        self._deadline = arguments.get("deadline")
        known = dict(options)
        timeout, max_retries = known.pop("timeout", None), known.pop("max_retries", None)
        own_headers, key = known.pop("extra_headers", None), known.pop("idempotency_key", None)
        version = known.pop("if_version", None) if operation.conditional else None
        self._response = _checked_response(known.pop("with_response", None))
        if known or (key is not None and not operation.keyed):
            unknown = next(iter(known), "idempotency_key")
            meant = _suggestion(unknown, operation, arguments)
            raise TypeError(f"{operation.method} {operation.path} takes no option {unknown!r}{meant}")
        self._timeout = _or(cast("float | None", timeout), check_timeout, settings.timeout)
        self._retries_left = _or(cast("int | None", max_retries), check_max_retries, settings.max_retries)
        self._attempts = 0
        self._path = fill_path(operation.path, arguments.get("path", {}))
        self._query = to_query(present(settings.fill(arguments.get("query", {}))))
        self._content = to_json(present(settings.fill(arguments["body"]))) if "body" in arguments else None
        self._content_type = "application/json"
        if "lines" in arguments:
            self._content, self._content_type = arguments["lines"], "application/x-ndjson"
        self._headers = self._make_headers(
            cast("str | None", key), cast("int | None", version), arguments.get("wait_seconds"), own_headers
        )

    def _make_headers(self, key: str | None, version: int | None, wait_seconds: int | None, own: Any) -> dict[str, str]:
        operation, settings = self._operation, self._settings
        headers = {**settings.authorization(operation.credential)}
        if self._content is not None:
            headers["content-type"] = self._content_type
        if operation.keyed:
            key = str(uuid.uuid4()) if key is None else check_header_value(key, "idempotency_key", "invalid_argument")
            headers["idempotency-key"] = key
        if version is not None:
            # The tag with the revision 0 names the version in every state of the memory.
            headers["if-match"] = f'"v{check_version(version)}-0"'
        if operation.prefer is not None:
            headers["prefer"] = operation.prefer
        if wait_seconds is not None:
            headers["prefer"] = f"wait={check_wait_seconds(wait_seconds)}"
        headers |= settings.headers
        if own is not None:
            headers |= check_headers(own, "invalid_argument")
        if operation.credential != "none" and "authorization" not in headers and "x-api-key" not in headers:
            raise configuration_error(
                "no credential: pass api_key or access_token to the client, or set MNEMA_API_KEY "
                f"({operation.method} {self._path})"
            )
        return headers

    def next_request(self) -> WireRequest:
        """The request of the next attempt."""
        headers = self._headers if self._attempts == 0 else {**self._headers, "mnema-retry-count": str(self._attempts)}
        self._attempts += 1
        url = f"{self._settings.base_url}{self._path}{self._query}"
        return WireRequest(self._operation.method, url, headers, self._content)

    def attempt_seconds(self) -> float:
        """The time limit of the attempt, which includes the whole response."""
        if self._deadline is None:
            return self._timeout
        # An attempt that begins at the last moment still needs a positive limit.
        return max(0.001, min(self._timeout, self._deadline - time.monotonic()))

    def after_response(self, response: WireResponse) -> float | None:
        """Return None when there is a result, or the seconds until the next attempt. Raises a final error."""
        if self._response is not None:
            self._response.fill(response.status, response.headers, self._attempts)
        if response.status >= 300:
            return self._after_error(response)
        self._log(f"{response.status}, request {response.headers.get('x-request-id')}")
        try:
            self._value = self._read(response.body)
        except ValueError as failure:
            return self._after_unreadable(response, failure)
        return None

    def result(self) -> Result:
        """Return the value, after ``after_response`` has returned None, and issue its warnings."""
        warn_once(self._value, self._name())
        return self._value

    def _read(self, body: bytes) -> Result:
        name = self._operation.response
        if b"NaN" in body or b"Infinity" in body:
            # The models would accept NaN and Infinity as numbers, which JSON does not have; within texts they are
            # valid.
            import_module("pydantic_core").from_json(body, allow_inf_nan=False)
        if name is not None:
            model: Any = getattr(import_module("mnema_sdk.types"), name)
            value = model.model_validate_json(body)
            if "results" in model.model_fields and value.results is None:
                raise _NoResultsError
            return value
        # A call without a result expects no body; the page of another host does not mean that it was done.
        import_module("mnema_sdk._model").Model.model_validate_json(body or b"{}")
        return cast("Result", None)

    def _after_error(self, response: WireResponse) -> float:
        error = self._error_of(response)
        again = retry.is_transient(response.status, error.code)
        if not self._operation.repeatable:
            again = again and retry.is_rejection(response.status, error.code)
        return self._pause_or_raise(error, None, again=again)

    def _after_unreadable(self, response: WireResponse, failure: ValueError) -> float:
        fault = _fault(failure)
        is_json = fault is not None
        detail = f"the response does not match the contract: {fault}" if is_json else "not JSON"
        reason = f"unreadable response ({response.status} {response.headers.get('content-type')}): {detail}"
        # A response of another server version is final; an incomplete document or a login page is temporary.
        return self._after_failure(reason, failure, response.headers.get("x-request-id"), again=not is_json)

    def after_failure(self, failure: Exception) -> float:
        """Return the seconds to pause after an attempt without a whole response. Raises when none follows."""
        return self._after_failure(_reason(failure), failure, None, again=True)

    def after_timeout(self, failure: Exception, seconds: float) -> float:
        """Return the seconds to pause after an attempt that took too long. Raises when no other attempt follows."""
        detail = f"no complete response within {seconds:g} s"
        message = f"connection to {self._settings.host} timed out after {self._count()}: {detail} ({self._name()})"
        error = APITimeoutError(message, code="timeout", detail=detail, attempts=self._attempts)
        return self._pause_or_raise(error, failure, again=self._operation.repeatable)

    def _after_failure(self, reason: str, failure: Exception, request_id: str | None, *, again: bool) -> float:
        error = APIConnectionError(
            f"connection to {self._settings.host} failed after {self._count()}: {reason} ({self._name()})",
            code="connection_error",
            detail=reason,
            request_id=request_id,
            attempts=self._attempts,
        )
        return self._pause_or_raise(error, failure, again=again and self._operation.repeatable)

    def _pause_or_raise(self, error: APIError | APIConnectionError, cause: Exception | None, *, again: bool) -> float:
        pause = error.retry_after
        too_long = pause is not None and pause > retry.LONGEST_RETRY_AFTER_SECONDS
        if pause is None:
            pause = retry.backoff_seconds(self._attempts - 1)
        late = self._deadline is not None and time.monotonic() + pause >= self._deadline
        outcome = f"{error.status or 'no response'} {error.code}, request {error.request_id}"
        if not again or too_long or late or self._retries_left == 0:
            self._log(outcome)
            raise error from cause
        self._retries_left -= 1
        self._log(f"{outcome}; retrying in {pause:.2f} s")
        return pause

    def _error_of(self, response: WireResponse) -> APIError:
        problem = _problem(response.body)
        code, detail = _text(problem, "code"), _text(problem, "detail")
        request_id = _text(problem, "request_id") or response.headers.get("x-request-id")
        words = detail or _title(response)
        identity = self._name() if request_id is None else f"{self._name()}, request {request_id}"
        return class_of(response.status, code)(
            f"{response.status} {code}: {words} ({identity})" if code else f"{response.status}: {words} ({identity})",
            status=response.status,
            code=code,
            detail=detail,
            errors=_invalid_parts(problem),
            request_id=request_id,
            retry_after=retry.read_retry_after(response.headers.get("retry-after")),
            attempts=self._attempts,
            problem=problem,
        )

    def _count(self) -> str:
        return f"{self._attempts} attempt{'' if self._attempts == 1 else 's'}"

    def _name(self) -> str:
        return f"{self._operation.method} {self._path}"

    def _log(self, outcome: str) -> None:
        # Headers, bodies and queries are not logged, because they contain secrets and memories.
        self._settings.logger.debug("%s, attempt %d: %s", self._name(), self._attempts, outcome)


class _NoResultsError(ValueError):
    """A page without its list is an error: an empty page would end the iteration too early."""


def _fault(failure: ValueError) -> str | None:
    """Describe the fault of a response that is JSON; None for other content."""
    if isinstance(failure, _NoResultsError):
        return "results is missing"
    errors = cast("ValidationError", failure).errors if hasattr(failure, "errors") else None
    first = None if errors is None else errors(include_url=False, include_input=False)[0]
    if first is None or first["type"] == "json_invalid":
        return None
    return f"{'.'.join(str(part) for part in first['loc'])} {first['msg']}"


def _suggestion(unknown: str, operation: Operation[Any], arguments: CallArguments) -> str:
    """Name the argument that was meant, in brackets; empty without a similar one."""
    fields = {**arguments.get("query", {}), **arguments.get("body", {})}
    # A keyword of Python has an underscore behind it as an argument.
    names = [f"{name}_" if iskeyword(name) else name for name in fields]
    names += ["timeout", "max_retries", "extra_headers", "with_response"]
    names += ["idempotency_key"] if operation.keyed else []
    names += ["if_version"] if operation.conditional else []
    names += ["wait_seconds"] if "wait_seconds" in arguments else []
    return name_of_argument(unknown, names)


def _checked_response(given: object) -> APIResponse | None:
    if given is None or isinstance(given, APIResponse):
        return given
    raise TypeError(f"with_response must be an APIResponse() to fill in, not {given!r}")


def _or(given: Number | None, check: Callable[[Number, str], Number], default: Number) -> Number:
    return default if given is None else check(given, "invalid_argument")


def _problem(body: bytes) -> dict[str, Any]:
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    problem = cast("dict[str, Any]", document) if isinstance(document, dict) else {}
    return problem if isinstance(problem.get("code"), str) else {}


def _text(problem: Mapping[str, Any], name: str) -> str | None:
    value = problem.get(name)
    return value if isinstance(value, str) else None


def _invalid_parts(problem: Mapping[str, Any]) -> tuple[InvalidPart, ...]:
    errors = problem.get("errors")
    parts = cast("list[Any]", errors) if isinstance(errors, list) else []
    maps = [cast("dict[str, Any]", part) for part in parts if isinstance(part, dict)]
    return tuple(InvalidPart(str(part.get("path", "")), str(part.get("message", ""))) for part in maps)


def _title(response: WireResponse) -> str:
    if response.status < 400:
        place = response.headers.get("location")
        return f"redirected to {place}, which is not followed: set base_url to the address of the server"
    kind = response.headers.get("content-type", "no content type")
    return f"the response is not a problem document ({kind}, {len(response.body)} bytes); is base_url a Mnema server?"


def _reason(failure: BaseException) -> str:
    """Return the name of the system's error below, such as ``ECONNREFUSED``; otherwise the text of the error."""
    below: BaseException | None = failure
    while below is not None:
        # Errors of TLS and of name resolution have numbers of their own.
        if isinstance(below, OSError) and type(below).__module__ not in ("ssl", "socket"):
            name = errno.errorcode.get(below.errno or 0)
            if name is not None:
                return name
        below = below.__cause__ or below.__context__
    return str(failure) or type(failure).__name__
