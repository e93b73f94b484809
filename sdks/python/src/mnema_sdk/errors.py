"""What can go wrong: one class for each ``code`` of the contract, and those for calls that got no answer."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mnema_sdk.types import Memory


class InvalidPart(NamedTuple):
    """One thing that is wrong with a request."""

    path: str
    """Where, as a JSON pointer that begins with ``/body``, ``/query`` or ``/headers``."""
    message: str
    """What is wrong and how to put it right."""


class MnemaError(Exception):
    """The base of all errors of this package.

    By itself it says that a client cannot be made or used as configured (``code`` is ``configuration``), or that an
    argument cannot be sent (``invalid_argument``). It can be pickled and copied.
    """

    status: int | None
    """HTTP status of the answer; None when there was none."""
    code: str | None
    """What went wrong, for programs; None when the answer did not say."""
    detail: str | None
    """What went wrong this time and how to put it right, for people."""
    errors: tuple[InvalidPart, ...]
    """Each thing that is wrong with the request; mostly empty."""
    request_id: str | None
    """The id of the request; quote it when asking about the error."""
    retry_after: float | None
    """In how many seconds the server wants to be asked again, when it said so."""
    attempts: int | None
    """How many requests were made; None when the call was refused before the first."""

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        status: int | None = None,
        detail: str | None = None,
        errors: tuple[InvalidPart, ...] = (),
        request_id: str | None = None,
        retry_after: float | None = None,
        attempts: int | None = None,
    ) -> None:
        """Takes the message, and the attributes of the same names."""
        super().__init__(message)
        self.code = code
        self.status = status
        self.detail = detail
        self.errors = errors
        self.request_id = request_id
        self.retry_after = retry_after
        self.attempts = attempts


class APIError(MnemaError):
    """The server answered with an error; by itself, one whose ``code`` is missing or not known to this version."""

    problem: dict[str, Any]
    """The problem document as it came, with fields that this version does not know; empty when there was none."""

    def __init__(self, message: str, *, problem: dict[str, Any] | None = None, **attributes: Any) -> None:
        """Takes the message, the problem document, and what every error takes."""
        super().__init__(message, **attributes)
        self.problem = {} if problem is None else problem


class InvalidRequestError(APIError):
    """400 ``invalid_request``: ``errors`` names each field with what to change."""


class UnauthenticatedError(APIError):
    """401 ``unauthenticated``: the credential is missing, wrong, expired or revoked."""


class InsufficientScopeError(APIError):
    """403 ``insufficient_scope``: the API key may not do this."""


class RegistrationClosedError(APIError):
    """403 ``registration_closed``: this server does not let people register themselves."""


class PlanLimitReachedError(APIError):
    """403 ``plan_limit_reached``: the plan has no room for another end user or project."""

    @property
    def limit(self) -> str | None:
        """Which limit it is, such as ``projects`` or ``end_users``."""
        limit = self.problem.get("limit")
        return limit if isinstance(limit, str) else None


class HostNotAllowedError(APIError):
    """403 ``host_not_allowed``: the server does not answer to the name in the base URL."""


class OriginNotAllowedError(APIError):
    """403 ``origin_not_allowed``: the server does not take requests from this origin."""


class NotFoundError(APIError):
    """404 ``not_found``: there is no such memory, key or path, or it belongs to another account."""


class MethodNotAllowedError(APIError):
    """405 ``method_not_allowed``: the path does not take this method."""


class RequestTimeoutError(APIError):
    """408 ``request_timeout``: the request did not arrive in time."""


class ConflictError(APIError):
    """409 ``conflict``: the thing is not in a state that allows this."""


class IdempotencyKeyReusedError(APIError):
    """409 ``idempotency_key_reused``: the key was used for another request."""


class PayloadTooLargeError(APIError):
    """413 ``payload_too_large``: the request is larger than the server takes."""


class UnsupportedMediaTypeError(APIError):
    """415 ``unsupported_media_type``: the body is not JSON in UTF-8."""


class HeadersTooLargeError(APIError):
    """431 ``headers_too_large``: the headers of the request are larger than the server takes."""


class SensitiveContentError(APIError):
    """422 ``sensitive_content``: the write holds a secret or sensitive personal data; ``errors`` says where."""


class QuotaExceededError(APIError):
    """429 ``quota_exceeded``: the writes or searches of this month are used up. Never retried."""

    @property
    def resets_at(self) -> datetime | None:
        """When the next month of the quota begins, in UTC."""
        moment = self.problem.get("resets_at")
        try:
            return datetime.fromisoformat(moment.replace("Z", "+00:00")) if isinstance(moment, str) else None
        except ValueError:
            return None


class RateLimitedError(APIError):
    """429 ``rate_limited``: too many requests within a short time, also after the retries."""


class InternalError(APIError):
    """500 ``internal``: something broke in the server, also after the retries."""


class UnavailableError(APIError):
    """503 ``unavailable``: the server cannot serve at the moment, also after the retries."""


class APIConnectionError(MnemaError):
    """There was no answer, or one that broke off or cannot be read; ``__cause__`` has the reason."""


class APITimeoutError(APIConnectionError):
    """There was no whole answer in time."""


class MemoryFailedError(MnemaError):
    """``wait`` saw that the server gave the memory up; ``detail`` says why. ``retry`` sends it round again."""

    def __init__(self, message: str, *, memory: Memory | None = None, **attributes: Any) -> None:
        """Takes the message, the memory, and what every error takes."""
        super().__init__(message, **attributes)
        self.memory = memory
        """The memory as it was seen."""


class WaitTimeoutError(MnemaError):
    """``wait`` ran out of time before the memory was ready."""

    def __init__(self, message: str, *, memory: Memory | None = None, **attributes: Any) -> None:
        """Takes the message, the memory, and what every error takes."""
        super().__init__(message, **attributes)
        self.memory = memory
        """The memory as it was seen last; None when it never was."""


CLASS_OF_CODE: dict[str, type[APIError]] = {
    "invalid_request": InvalidRequestError,
    "unauthenticated": UnauthenticatedError,
    "insufficient_scope": InsufficientScopeError,
    "registration_closed": RegistrationClosedError,
    "plan_limit_reached": PlanLimitReachedError,
    "host_not_allowed": HostNotAllowedError,
    "origin_not_allowed": OriginNotAllowedError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "request_timeout": RequestTimeoutError,
    "conflict": ConflictError,
    "idempotency_key_reused": IdempotencyKeyReusedError,
    "payload_too_large": PayloadTooLargeError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "headers_too_large": HeadersTooLargeError,
    "sensitive_content": SensitiveContentError,
    "quota_exceeded": QuotaExceededError,
    "rate_limited": RateLimitedError,
    "internal": InternalError,
    "unavailable": UnavailableError,
}
"""The class for each ``code`` that this version knows."""

__all__ = [
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "ConflictError",
    "HeadersTooLargeError",
    "HostNotAllowedError",
    "IdempotencyKeyReusedError",
    "InsufficientScopeError",
    "InternalError",
    "InvalidPart",
    "InvalidRequestError",
    "MemoryFailedError",
    "MethodNotAllowedError",
    "MnemaError",
    "NotFoundError",
    "OriginNotAllowedError",
    "PayloadTooLargeError",
    "PlanLimitReachedError",
    "QuotaExceededError",
    "RateLimitedError",
    "RegistrationClosedError",
    "RequestTimeoutError",
    "SensitiveContentError",
    "UnauthenticatedError",
    "UnavailableError",
    "UnsupportedMediaTypeError",
    "WaitTimeoutError",
]
