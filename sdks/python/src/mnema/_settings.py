"""How a client is set up: arguments before environment before defaults, all checked before the first request."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple
from urllib.parse import urlsplit

from mnema._version import __version__
from mnema.errors import MnemaError

if TYPE_CHECKING:
    import logging

DEFAULT_BASE_URL = "http://127.0.0.1:8787"
DEFAULT_TIMEOUT_SECONDS = 60.0
DEFAULT_MAX_RETRIES = 2

_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE = re.compile(r"[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?")
_PROCESSORS = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}

Credential = Literal["any", "account", "none"]
"""What an operation takes: a key or a token, a token if there is one, or nothing."""


class Settings(NamedTuple):
    """What a client was made with."""

    base_url: str
    api_key: str | None
    access_token: str | None
    timeout: float
    max_retries: int
    headers: Mapping[str, str]
    logger: logging.Logger | logging.LoggerAdapter[logging.Logger]

    def authorization(self, credential: Credential) -> dict[str, str]:
        """The header that carries the credential; empty when there is none to send."""
        if credential == "none":
            return {}
        if self.access_token is not None and (credential == "account" or self.api_key is None):
            return {"authorization": f"Bearer {self.access_token}"}
        return {} if self.api_key is None else {"x-api-key": self.api_key}


def make_settings(
    *,
    api_key: str | None,
    access_token: str | None,
    base_url: str | None,
    timeout: float,
    max_retries: int,
    headers: Mapping[str, str] | None,
    logger: logging.Logger | logging.LoggerAdapter[logging.Logger] | None,
) -> Settings:
    """Checks the arguments of a client and fills in what was not given."""
    # Imported here, as it takes longer to load than all of this package before its first call.
    import logging

    key, token = _given(api_key), _given(access_token)
    if key is None and token is None:
        key = _variable("MNEMA_API_KEY")
    for name, secret in (("api_key", key), ("access_token", token)):
        if secret is not None:
            check_header_value(secret, name, "configuration")
    return Settings(
        base_url=_base_url(_given(base_url) or _variable("MNEMA_BASE_URL") or DEFAULT_BASE_URL),
        api_key=key,
        access_token=token,
        timeout=check_timeout(timeout, "configuration"),
        max_retries=check_max_retries(max_retries, "configuration"),
        headers={"accept": "application/json", "user-agent": user_agent(), **check_headers(headers, "configuration")},
        logger=logging.getLogger("mnema") if logger is None else logger,
    )


def configuration_error(detail: str) -> MnemaError:
    """An error of a client that cannot be made or used as it is set up."""
    return refusal(detail, "configuration")


def refusal(detail: str, code: str) -> MnemaError:
    """An error of a call that never became a request."""
    return MnemaError(f"{code}: {detail}", code=code, detail=detail)


def check_timeout(seconds: float, code: str) -> float:
    """The seconds, when an answer can come within them."""
    if not 0 < seconds < float("inf"):
        raise refusal(f"timeout must be more than 0 seconds and finite, not {seconds!r}", code)
    return float(seconds)


def check_max_retries(retries: int, code: str) -> int:
    """The number, when it is one."""
    if retries < 0:
        raise refusal(f"max_retries must be 0 or more, not {retries!r}", code)
    return retries


def check_headers(headers: Mapping[str, str] | None, code: str) -> dict[str, str]:
    """The headers with their names in lower case, when they can be sent."""
    checked: dict[str, str] = {}
    for name, value in (headers or {}).items():
        if _HEADER_NAME.fullmatch(name) is None:
            raise refusal(f"headers: {name!r} is not a name of a header", code)
        if value != "":
            check_header_value(value, f"headers: the value of {name}", code)
        checked[name.lower()] = value
    return checked


def check_header_value(value: str, name: str, code: str) -> str:
    """The value, when a header can carry it as it is."""
    if _HEADER_VALUE.fullmatch(value) is None:
        raise refusal(f"{name} must be visible ASCII characters, without white space around them", code)
    return value


def user_agent() -> str:
    """Names this package, its version and what it runs on."""
    machine = platform.machine().lower()
    runtime = f"{platform.python_implementation().lower()} {platform.python_version()}".replace("cpython", "python")
    return f"mnema-python/{__version__} ({runtime}; {sys.platform} {_PROCESSORS.get(machine, machine)})"


def _given(value: str | None) -> str | None:
    """A blank value counts as none."""
    return None if value is None or value.strip() == "" else value


def _variable(name: str) -> str | None:
    """The variable without white space around it, as a file may have put a line break there."""
    return os.environ.get(name, "").strip() or None


def _base_url(url: str) -> str:
    url = url.rstrip("/")
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname is not None and (parts.port or 1) > 0
    except ValueError:
        usable = False
    else:
        usable = usable and not parts.query and not parts.fragment and url.split() == [url]
    if not usable:
        raise configuration_error(f"base_url must be an http or https address such as {DEFAULT_BASE_URL}, not {url!r}")
    return url
