"""The exceptions: those for error responses by their status, and those for calls without a response."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mnema_sdk._add_many_result import AddManyResult
    from mnema_sdk.types import ImportResult, Memory


class InvalidPart(NamedTuple):
    """One fault of a request."""

    path: str
    """Its position, as a JSON pointer that begins with ``/body``, ``/query`` or ``/headers``."""
    message: str
    """The fault and how to correct it."""


class MnemaWarning(UserWarning):
    """The category of the server's warnings in responses. Each kind is issued once a process."""


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
    batch: AddManyResult | None
    """The results of an ``add_many`` before one of its requests failed; None for the errors of other calls."""
    imported: ImportResult | None
    """The results of an ``import_memories`` before one of its requests failed; None for the errors of other calls."""

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
        """Take the message, and the attributes of the same names."""
        super().__init__(message)
        self.code = code
        self.status = status
        self.detail = detail
        self.errors = errors
        self.request_id = request_id
        self.retry_after = retry_after
        self.attempts = attempts
        self.batch = None
        self.imported = None


class APIError(MnemaError):
    """The server responded with an error. An instance of this class itself has a status without a class of its own."""

    problem: dict[str, Any]
    """The whole problem document, with fields that this version does not have; empty when there was none."""

    def __init__(self, message: str, *, problem: dict[str, Any] | None = None, **attributes: Any) -> None:
        """Take the message, the problem document, and the arguments of every error."""
        super().__init__(message, **attributes)
        self.problem = {} if problem is None else problem


class BadRequestError(APIError):
    """400 ``invalid_request``: ``errors`` names each field and how to correct it."""


class AuthenticationError(APIError):
    """401 ``unauthenticated``: the credential is missing, wrong, expired or revoked."""


class PermissionDeniedError(APIError):
    """403: the server does not allow this; ``code`` has the reason, such as ``insufficient_scope``."""


class PlanLimitError(PermissionDeniedError):
    """403 ``plan_limit_reached``: the plan allows no further end user or project."""

    @property
    def limit(self) -> str | None:
        """The limit, such as ``projects`` or ``end_users``."""
        limit = self.problem.get("limit")
        return limit if isinstance(limit, str) else None


class NotFoundError(APIError):
    """404 ``not_found``: there is no such memory, key or path, or it belongs to another account."""


class ConflictError(APIError):
    """409: the present state does not allow this, or the idempotency key was used for another request.

    With the code ``confirmation_mismatch``, another number of memories matches than a ``forget`` confirms.
    """

    @property
    def matched(self) -> int | None:
        """The number of memories that match now, with ``confirmation_mismatch``."""
        matched = self.problem.get("matched")
        return matched if isinstance(matched, int) else None


class PreconditionFailedError(APIError):
    """412: the memory has another version than ``if_version``."""


class PayloadTooLargeError(APIError):
    """413 ``payload_too_large``: the body is larger than the server accepts."""


class SensitiveContentError(APIError):
    """422 ``sensitive_content``: the write contains a secret or personal data; ``errors`` has its position."""


class RateLimitError(APIError):
    """429: there are too many requests; a ``rate_limited`` comes after the retries."""


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


class InternalServerError(APIError):
    """500 and above: the server failed, even after the retries."""


class ServiceUnavailableError(InternalServerError):
    """503 ``unavailable``: the server is not available, even after the retries."""


class APIConnectionError(MnemaError):
    """There was no response, or an incomplete or unreadable one; ``__cause__`` has the reason.

    The message names the host and the port.
    """


class APITimeoutError(APIConnectionError):
    """There was no whole response in time."""


class IncompleteExportError(APIConnectionError):
    """An ``export`` ended before its last line: the memories so far are valid, but others are missing."""


class MemoryFailedError(MnemaError):
    """The memory of a ``wait`` has failed; ``detail`` has the reason. ``retry`` retries its ingest."""

    def __init__(self, message: str, *, memory: Memory | None = None, **attributes: Any) -> None:
        """Take the message, the memory, and the arguments of every error."""
        super().__init__(message, **attributes)
        self.memory = memory
        """The state of the memory."""


class WaitTimeoutError(MnemaError):
    """The time of a ``wait`` was over before the memory was ready."""

    def __init__(self, message: str, *, memory: Memory | None = None, **attributes: Any) -> None:
        """Take the message, the memory, and the arguments of every error."""
        super().__init__(message, **attributes)
        self.memory = memory
        """The last state of the memory; None when it was never read."""


class WebhookVerificationError(MnemaError):
    """The request to a webhook does not come from the server, or is too old (``webhook_verification``)."""


_CLASS_OF_CODE: dict[tuple[int, str | None], type[APIError]] = {
    (403, "plan_limit_reached"): PlanLimitError,
    (422, "sensitive_content"): SensitiveContentError,
    (429, "quota_exceeded"): QuotaExceededError,
}
_CLASS_OF_STATUS: dict[int, type[APIError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    413: PayloadTooLargeError,
    429: RateLimitError,
    503: ServiceUnavailableError,
}


def class_of(status: int, code: str | None) -> type[APIError]:
    """Return the class of an error response."""
    default = InternalServerError if status >= 500 else APIError
    return _CLASS_OF_CODE.get((status, code)) or _CLASS_OF_STATUS.get(status, default)


__all__ = [
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "IncompleteExportError",
    "InternalServerError",
    "InvalidPart",
    "MemoryFailedError",
    "MnemaError",
    "MnemaWarning",
    "NotFoundError",
    "PayloadTooLargeError",
    "PermissionDeniedError",
    "PlanLimitError",
    "PreconditionFailedError",
    "QuotaExceededError",
    "RateLimitError",
    "SensitiveContentError",
    "ServiceUnavailableError",
    "WaitTimeoutError",
    "WebhookVerificationError",
]
