"""The verification of requests to a webhook, according to Standard Webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from mnema_sdk._settings import refusal
from mnema_sdk.errors import WebhookVerificationError

if TYPE_CHECKING:
    from mnema_sdk.types import WebhookEvent

_DEFAULT_TOLERANCE_SECONDS = 300.0
_PREFIX = "whsec_"
_WHOLE_SECONDS = re.compile(r"[0-9]{1,15}")


def unwrap(
    body: bytes | bytearray | memoryview | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = _DEFAULT_TOLERANCE_SECONDS,
) -> WebhookEvent:
    """Verify a request to a webhook, and return its event.

    An event may arrive twice: remember each ``webhook-id`` that you have handled.

    Args:
        body: The body as it was received, as bytes or text. Do not parse it before.
        headers: The headers of the request; the case of their names does not matter.
        secret: The secret of the webhook (``whsec_…``), or a list of secrets of which any may have signed.
        tolerance: The maximum number of seconds between the time of the signature and now, in both directions.

    Raises:
        WebhookVerificationError: The signature is missing, wrong or too old. Respond with 400, and ignore the request.
        MnemaError: With the code ``invalid_argument``: there is no usable secret, or the body was parsed before.
    """
    secrets = [secret] if isinstance(secret, str) else secret
    keys = [_key_of(one) for one in secrets or [""]]
    if not tolerance >= 0:
        raise refusal(f"tolerance must be 0 seconds or more, not {tolerance!r}", "invalid_argument")
    received = _bytes_of(body)
    given = {name.lower(): value for name, value in headers.items()}
    identity, timestamp, signatures = (
        _header(given, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    _check_time(timestamp, tolerance)
    content = f"{identity}.{timestamp}.".encode() + received
    expected = [b"v1," + base64.b64encode(hmac.digest(key, content, hashlib.sha256)) for key in keys]
    found = [signature.encode() for signature in signatures.split(" ")]
    if not any(hmac.compare_digest(one, other) for one in expected for other in found):
        raise _rejected("no signature fits the body: check the secret, and pass the body as it was received")
    return _read_event(received)


def _rejected(detail: str) -> WebhookVerificationError:
    return WebhookVerificationError(f"webhook_verification: {detail}", code="webhook_verification", detail=detail)


def _key_of(secret: str) -> bytes:
    """Return the key of a secret. The message of the error never contains the secret."""
    given: Any = secret
    key = b""
    if isinstance(given, str):
        try:
            key = base64.b64decode(given.removeprefix(_PREFIX), validate=True)
        except ValueError:
            key = b""
    if key == b"":
        detail = "secret must be the secret of the webhook (whsec_…), which its creation or rotation returned"
        raise refusal(detail, "invalid_argument")
    return key


def _bytes_of(body: bytes | bytearray | memoryview | str) -> bytes:
    given: Any = body
    if isinstance(given, str):
        return given.encode()
    if isinstance(given, (bytes, bytearray, memoryview)):
        return bytes(cast("bytes", given))
    detail = (
        f"body must be the received bytes or text, not {type(given).__name__}: parsed JSON has lost what was signed"
    )
    raise refusal(detail, "invalid_argument")


def _header(headers: Mapping[str, str], name: str) -> str:
    value: Any = headers.get(name)
    if not isinstance(value, str) or value == "":
        raise _rejected(f"the header {name} is missing")
    return value


def _check_time(timestamp: str, tolerance: float) -> None:
    if _WHOLE_SECONDS.fullmatch(timestamp) is None:
        raise _rejected("the header webhook-timestamp is no number of seconds")
    age = int(time.time()) - int(timestamp)
    if abs(age) > tolerance:
        distance = f"{age} seconds old" if age > 0 else f"{-age} seconds in the future"
        raise _rejected(f"the signature is {distance}, more than {tolerance:g}: check the clock of this machine")


def _read_event(body: bytes) -> WebhookEvent:
    # The models are slow to load, and a request that is rejected needs none.
    from mnema_sdk.types import WebhookEvent  # noqa: PLC0415

    try:
        is_object = isinstance(json.loads(body), dict)
        event = WebhookEvent.model_validate_json(body) if is_object else None
    except ValueError as failure:
        raise _rejected("the body is no event that can be read") from failure
    if event is None:
        raise _rejected("the body is not an event")
    return event


__all__ = ["unwrap"]
