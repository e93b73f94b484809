"""The exceptions: one class for each ``code`` of the contract, and those for calls without a response."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mnema_sdk.types import Memory


class InvalidPart(NamedTuple):
    """One fault of a request."""

    path: str
    """Its position, as a JSON pointer that begins with ``/body``, ``/query`` or ``/headers``."""
    message: str
    """The fault and how to correct it."""


class MnemaError(Exception):
    """The base of all errors of this package.

    An instance of this class itself means that a client has an invalid setting (``code`` is ``configuration``), or a
    call an invalid argument (``invalid_argument``). It can be pickled and copied.
    """

    status: int | None
    """HTTP status of the response; None when there was none."""
    code: str | None
    """The kind of error, for programs; None when the response has none."""
    detail: str | None
    """The cause and how to correct it, for people."""
    errors: tuple[InvalidPart, ...]
    """All faults of the request; mostly empty."""
    request_id: str | None
    """The id of the request; quote it in questions about the error."""
    retry_after: float | None
    """The seconds to wait before a retry, when the server states them."""
    attempts: int | None
    """The number of requests that were sent; None when the call was rejected before the first."""

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
    """The server responded with an error; an instance of this class itself has no code, or an unknown one."""

    problem: dict[str, Any]
    """The whole problem document, with fields that this version does not have; empty when there was none."""

    def __init__(self, message: str, *, problem: dict[str, Any] | None = None, **attributes: Any) -> None:
        """Takes the message, the problem document, and the arguments of every error."""
        super().__init__(message, **attributes)
        self.problem = {} if problem is None else problem


class InvalidRequestError(APIError):
    """400 ``invalid_request``: ``errors`` names each field and how to correct it."""


class UnauthenticatedError(APIError):
    """401 ``unauthenticated``: the credential is missing, wrong, expired or revoked."""


class AccountSuspendedError(APIError):
    """403 ``account_suspended``: the operator of the server has suspended the account."""


class InsufficientScopeError(APIError):
    """403 ``insufficient_scope``: the API key lacks the scope for this."""


class RegistrationClosedError(APIError):
    """403 ``registration_closed``: this server allows no registration."""


class PlanLimitReachedError(APIError):
    """403 ``plan_limit_reached``: the plan allows no further end user or project."""

    @property
    def limit(self) -> str | None:
        """The limit, such as ``projects`` or ``end_users``."""
        limit = self.problem.get("limit")
        return limit if isinstance(limit, str) else None


class HostNotAllowedError(APIError):
    """403 ``host_not_allowed``: the server does not serve the host name in the base URL."""


class OriginNotAllowedError(APIError):
    """403 ``origin_not_allowed``: the server does not serve web pages of this origin."""


class NotFoundError(APIError):
    """404 ``not_found``: there is no such memory, key or path, or it belongs to another account."""


class MethodNotAllowedError(APIError):
    """405 ``method_not_allowed``: the path does not support this method."""


class RequestTimeoutError(APIError):
    """408 ``request_timeout``: the request did not arrive in time."""


class ConflictError(APIError):
    """409 ``conflict``: the current state does not allow this, or the resource exists already."""


class IdempotencyKeyReusedError(APIError):
    """409 ``idempotency_key_reused``: the key was used for another request."""


class PayloadTooLargeError(APIError):
    """413 ``payload_too_large``: the body is larger than the server accepts."""


class UnsupportedMediaTypeError(APIError):
    """415 ``unsupported_media_type``: the body is not JSON in UTF-8."""


class HeadersTooLargeError(APIError):
    """431 ``headers_too_large``: the headers are larger than the server accepts."""


class SensitiveContentError(APIError):
    """422 ``sensitive_content``: the write contains a secret or personal data; ``errors`` has its position."""


class QuotaExceededError(APIError):
    """429 ``quota_exceeded``: the writes or searches of this month are used up. Never retried."""

    @property
    def resets_at(self) -> datetime | None:
        """The beginning of the next month of the quota, in UTC."""
        moment = self.problem.get("resets_at")
        try:
            return datetime.fromisoformat(moment.replace("Z", "+00:00")) if isinstance(moment, str) else None
        except ValueError:
            return None


class RateLimitedError(APIError):
    """429 ``rate_limited``: there are too many requests, even after the retries."""


class InternalError(APIError):
    """500 ``internal``: the server failed, even after the retries."""


class UnavailableError(APIError):
    """503 ``unavailable``: the server is not available, even after the retries."""


class APIConnectionError(MnemaError):
    """There was no response, or an incomplete or unreadable one; ``__cause__`` has the reason."""


class APITimeoutError(APIConnectionError):
    """There was no whole response in time."""


class MemoryFailedError(MnemaError):
    """The memory of a ``wait`` has failed; ``detail`` has the reason. ``retry`` repeats its ingest."""

    def __init__(self, message: str, *, memory: Memory | None = None, **attributes: Any) -> None:
        """Takes the message, the memory, and the arguments of every error."""
        super().__init__(message, **attributes)
        self.memory = memory
        """The memory as it was seen."""


class WaitTimeoutError(MnemaError):
    """The time of a ``wait`` was over before the memory was ready."""

    def __init__(self, message: str, *, memory: Memory | None = None, **attributes: Any) -> None:
        """Takes the message, the memory, and the arguments of every error."""
        super().__init__(message, **attributes)
        self.memory = memory
        """The memory as it was seen last; None when it never was."""


CLASS_OF_CODE: dict[str, type[APIError]] = {
    "invalid_request": InvalidRequestError,
    "unauthenticated": UnauthenticatedError,
    "account_suspended": AccountSuspendedError,
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
"""The class for each ``code`` that this version has."""

__all__ = [
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "AccountSuspendedError",
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
