"""The settings of a client: arguments before environment before defaults, all checked before the first request."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast
from urllib.parse import urlsplit

from mnema_sdk._version import __version__
from mnema_sdk.errors import MnemaError

if TYPE_CHECKING:
    import logging

DEFAULT_BASE_URL = "http://127.0.0.1:8787"
DEFAULT_TIMEOUT_SECONDS = 60.0
DEFAULT_MAX_RETRIES = 2

_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE = re.compile(r"[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?")
_OF_THE_BODY = ("content-length", "transfer-encoding")
_PROCESSORS = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}

Credential = Literal["any", "account", "none"]
"""The credential that an operation needs: a key or a token, a token if there is one, or none."""


class Settings(NamedTuple):
    """The checked settings of a client."""

    base_url: str
    api_key: str | None
    access_token: str | None
    timeout: float
    max_retries: int
    headers: Mapping[str, str]
    logger: logging.Logger | logging.LoggerAdapter[logging.Logger]
    scope: Mapping[str, str]
    """The ids that a scoped client fills in, by their names."""

    @property
    def host(self) -> str:
        """The host and the port of the server, for messages."""
        parts = urlsplit(self.base_url)
        default = 443 if parts.scheme == "https" else 80
        return parts.netloc if parts.port else f"{parts.netloc.rstrip(':')}:{default}"

    def authorization(self, credential: Credential) -> dict[str, str]:
        """Return the header with the credential; empty when there is none."""
        if credential == "none":
            return {}
        if self.access_token is not None and (credential == "account" or self.api_key is None):
            return {"authorization": f"Bearer {self.access_token}"}
        return {} if self.api_key is None else {"x-api-key": self.api_key}

    def fill(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments with the ids of the scope in those that are there. Raises for other ids."""
        filled = dict(arguments)
        for name, own in self.scope.items():
            if filled.get(name, own) not in (None, own):
                raise refusal(f"{name} {filled[name]!r} differs from {own!r} of this client", "invalid_argument")
            if name in filled:
                filled[name] = own
        return filled

    def narrow(self, name: str, value: str) -> Settings:
        """Return settings with this id in their scope. Raises when they have another one."""
        given: Any = value
        if not isinstance(given, str) or given == "":
            raise refusal(f"{name} must be an id, not {given!r}", "invalid_argument")
        return self._replace(scope={**self.scope, **self.fill({name: value})})


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
    """Check the arguments of a client, and fill in the defaults."""
    # This module is imported here, because it loads more slowly than the rest of this package.
    import logging

    for name, value in (("api_key", api_key), ("access_token", access_token), ("base_url", base_url)):
        _reject_blank(name, value)
    key, token = api_key, access_token
    if key is None and token is None:
        key = _variable("MNEMA_API_KEY")
    for name, secret in (("api_key", key), ("access_token", token)):
        if secret is not None:
            check_header_value(secret, name, "configuration")
    return Settings(
        base_url=_base_url(_variable("MNEMA_BASE_URL") or DEFAULT_BASE_URL if base_url is None else base_url),
        api_key=key,
        access_token=token,
        timeout=check_timeout(timeout, "configuration"),
        max_retries=check_max_retries(max_retries, "configuration"),
        headers={"accept": "application/json", "user-agent": user_agent(), **check_headers(headers, "configuration")},
        logger=logging.getLogger("mnema_sdk") if logger is None else logger,
        scope={},
    )


def configuration_error(detail: str) -> MnemaError:
    """Create the error of a client with an invalid setting or without a credential."""
    return refusal(detail, "configuration")


def refusal(detail: str, code: str) -> MnemaError:
    """Create the error of a call with an invalid argument."""
    return MnemaError(f"{code}: {detail}", code=code, detail=detail)


def check_timeout(seconds: float, code: str) -> float:
    """Return the seconds, unless they are no valid time limit."""
    if not _is_number(seconds, (int, float)) or not 0 < seconds < float("inf"):
        raise refusal(f"timeout must be more than 0 seconds and finite, not {seconds!r}", code)
    return float(seconds)


def check_max_retries(retries: int, code: str) -> int:
    """Return the number, unless it is no valid number of retries."""
    if not _is_number(retries, int) or retries < 0:
        raise refusal(f"max_retries must be a whole number, 0 or more, not {retries!r}", code)
    return retries


def check_headers(headers: Mapping[str, str] | None, code: str) -> dict[str, str]:
    """Return the headers with their names in lower case, unless one is invalid."""
    checked: dict[str, str] = {}
    given: Any = {} if headers is None else headers
    if not isinstance(given, Mapping):
        raise refusal(f"headers must be a mapping of names to values, not {type(given).__name__}", code)
    for name, value in cast("Mapping[Any, Any]", given).items():
        if not isinstance(name, str) or _HEADER_NAME.fullmatch(name) is None:
            raise refusal(f"headers: {name!r} is not a valid header name", code)
        if name.lower() in _OF_THE_BODY:
            raise refusal(f"headers: {name} is set from the body: leave it out", code)
        if value != "":
            check_header_value(value, f"headers: the value of {name}", code)
        checked[name.lower()] = value
    return checked


def check_header_value(value: str, name: str, code: str) -> str:
    """Return the value, unless it is invalid in a header."""
    given: Any = value
    if not isinstance(given, str) or _HEADER_VALUE.fullmatch(given) is None:
        raise refusal(f"{name} must be visible ASCII characters, without white space around them", code)
    return value


def user_agent() -> str:
    """Describe this package, its version and its platform."""
    machine = platform.machine().lower()
    runtime = f"{platform.python_implementation().lower()} {platform.python_version()}".replace("cpython", "python")
    return f"mnema-python/{__version__} ({runtime}; {sys.platform} {_PROCESSORS.get(machine, machine)})"


def check_wait_seconds(seconds: int) -> int:
    """Return the seconds, unless they are no number that the header can have."""
    if not _is_number(seconds, int) or seconds < 0:
        raise refusal(f"wait_seconds must be a whole number, 0 or more, not {seconds!r}", "invalid_argument")
    return seconds


def check_version(version: int) -> int:
    """Return the version, unless no memory can have it."""
    if not _is_number(version, int) or version < 1:
        raise refusal(f"if_version must be the version of a memory, 1 or more, not {version!r}", "invalid_argument")
    return version


def _is_number(value: object, kind: type[int] | tuple[type[int], type[float]]) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


def _reject_blank(name: str, value: object) -> None:
    """Reject a blank argument, which is often an unset variable: another credential must not replace it."""
    if value is not None and (not isinstance(value, str) or value.strip() == ""):
        kind = "blank" if isinstance(value, str) else f"not text but {type(value).__name__}"
        raise configuration_error(f"{name} is {kind}: leave it out, or pass None, for the default")


def _variable(name: str) -> str | None:
    """Return the variable without white space around it, because files often end with a line break."""
    return os.environ.get(name, "").strip() or None


def _base_url(url: str) -> str:
    url = url.rstrip("/")
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname is not None and (parts.port or 1) > 0
    except ValueError:
        usable = False
    else:
        if "@" in parts.netloc:
            raise configuration_error(
                "base_url must not contain a user name or a password: pass api_key or access_token, or headers"
            )
        usable = usable and not parts.query and not parts.fragment and url.split() == [url]
    if not usable:
        # An address that can't be parsed may contain a password before its @.
        shown = "this one" if "@" in url else repr(url)
        raise configuration_error(f"base_url must be an http or https address such as {DEFAULT_BASE_URL}, not {shown}")
    return url
