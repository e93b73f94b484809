"""The data of a response besides its value."""

from __future__ import annotations

from collections.abc import Mapping


class APIResponse:
    """The data of a response. Pass an empty one to a call as ``with_response``, and the call fills it in.

    It is filled in even when the server responds with an error. A call of several requests fills in that of the last
    one, and a list that of each page.
    """

    status: int | None
    """The HTTP status; None without a response."""
    headers: Mapping[str, str]
    """The headers, such as ``RateLimit`` and ``ETag``; the case of their names does not matter."""
    request_id: str | None
    """The id of the request, to quote in questions about it; None when the response has none."""
    attempts: int
    """The number of times the request was sent; 0 without a response."""
    replayed: bool
    """Whether this is the stored response to an earlier write with the same idempotency key."""

    def __init__(self) -> None:
        """Create an empty one."""
        self.status = None
        self.headers = {}
        self.request_id = None
        self.attempts = 0
        self.replayed = False

    def __repr__(self) -> str:
        """Show everything but the headers."""
        fields = (f"{name}={value!r}" for name, value in vars(self).items() if name != "headers")
        return f"{type(self).__name__}({', '.join(fields)})"

    def fill(self, status: int, headers: Mapping[str, str], attempts: int) -> None:
        """Only a call uses this, with a response."""
        self.status = status
        self.headers = headers
        self.request_id = headers.get("x-request-id")
        self.attempts = attempts
        self.replayed = headers.get("idempotency-replayed") == "true"
