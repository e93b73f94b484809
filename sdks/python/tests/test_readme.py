"""Every Python block of the README runs, against a real server."""

from __future__ import annotations

import contextlib
import inspect
import io
import re
from pathlib import Path
from typing import Any

import pytest
from live_server import Server

import mnema_sdk

README = Path(__file__).resolve().parents[1] / "README.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
PRINTED = {
    "memory_id = client.add": r"(?m)^0\.\d\d Ada takes her tea without sugar\.$",
    "client.wait(": r"^ready apollo\n$",
    "auth.login": r"^mnk_\w+ works for admin@mnema\.local\n$",
    "AsyncMnema": r"^Grace prefers coffee\.\n$",
    "next_cursor": r"(?m)^\d{4}-\d\d-\d\d \w.*\n.* of them here, more at ",
    "NotFoundError": r"^404 not_found req_\w+\n$",
    "calendar": "^$",
    "logging": r"^\d+\n$",
}


def test_the_only_other_blocks_install_the_package() -> None:
    assert [code for language, code in BLOCKS if language != "python"] == ["pip install mnema-sdk\n"]


@pytest.mark.parametrize("mark", PRINTED)
def test_blocks_of_the_readme_run(mark: str, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(PRINTED) == len(BLOCKS) - 1
    (code,) = [code for language, code in BLOCKS if language == "python" and mark in code]
    for name, value in {
        "MNEMA_API_KEY": server.key,
        "MNEMA_BASE_URL": server.url,
        "EMAIL": server.email,
        "PASSWORD": server.password,
    }.items():
        monkeypatch.setenv(name, value)
    printed = io.StringIO()
    with mnema_sdk.Mnema() as client, contextlib.redirect_stdout(printed):
        client.add(text="Ada takes her tea without sugar.", agent_id="barista")
        names: dict[str, Any] = {"client": client, "__name__": "__main__"}
        exec(compile(code, f"{README}, {mark}", "exec"), names)
        names["client"].close()
    assert re.search(PRINTED[mark], printed.getvalue()), printed.getvalue()


def test_the_readme_names_every_error_and_every_argument() -> None:
    text = README.read_text(encoding="utf-8")
    assert [name for name in mnema_sdk.errors.__all__ if name.endswith("Error") and f"`{name}`" not in text] == []
    arguments = set(inspect.signature(mnema_sdk.Mnema).parameters)
    assert {name for name in arguments if f"| `{name}` |" in text} == arguments
