"""Every Python block of the README and of the guides runs, against a real server."""

from __future__ import annotations

import contextlib
import inspect
import io
import re
from pathlib import Path
from typing import Any

import pytest
from live_server import ROOT, Server

import mnema_sdk

README = Path(__file__).resolve().parents[1] / "README.md"
GUIDES = [*sorted(path for path in (ROOT / "docs/guides").glob("*.md") if path.name != "README.md"), ROOT / "README.md"]


def blocks_of(document: Path) -> list[tuple[str, str]]:
    """Returns language and text of each block."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", document.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


BLOCKS = blocks_of(README)
PRINTED = {
    "memory_id = client.add": r"(?m)^0\.\d\d Ada takes her tea without sugar\.$",
    "for_user(": r"^\['I drink tea, never coffee\.'\]\n$",
    "client.wait(": r"^ready apollo\n$",
    "import-7": r"^2 1 .*blank",
    "auth.login": r"^mnk_\w+ works for admin@mnema\.local\nmnk_\w+ replaces it in an hour\n$",
    "AsyncMnema": r"^Grace prefers coffee\.\n(Grace \w+ .*\n)+$",
    "next_cursor": r"(?m)^\d{4}-\d\d-\d\d \w.*\n.* of them here, more at ",
    "PreconditionFailedError": r"^412 \['.* eighth of March\.', '.* first of March\.'\]\n3 .* first of March\. 2\n$",
    "NotFoundError": r"^404 not_found req_\w+\n$",
    "calendar": "^$",
    "logging": r"^\d+\n$",
}


def test_the_only_other_blocks_install_the_package() -> None:
    assert [code for language, code in BLOCKS if language != "python"] == [
        "python3 -m venv .venv && .venv/bin/pip install ../mnema/sdks/python\n"
    ]


@pytest.fixture
def environment(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variables that the blocks read."""
    for name, value in {
        "MNEMA_API_KEY": server.key,
        "MNEMA_BASE_URL": server.url,
        "EMAIL": server.email,
        "PASSWORD": server.password,
    }.items():
        monkeypatch.setenv(name, value)


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize("mark", PRINTED)
def test_blocks_of_the_readme_run(mark: str) -> None:
    assert len(PRINTED) == len(BLOCKS) - 1
    (code,) = [code for language, code in BLOCKS if language == "python" and mark in code]
    printed = io.StringIO()
    with mnema_sdk.Mnema() as client, contextlib.redirect_stdout(printed):
        client.add(text="Ada takes her tea without sugar.", agent_id="barista")
        names: dict[str, Any] = {"client": client, "__name__": "__main__"}
        exec(compile(code, f"{README}, {mark}", "exec"), names)
        names["client"].close()
    assert re.search(PRINTED[mark], printed.getvalue()), printed.getvalue()


@pytest.mark.usefixtures("environment")
@pytest.mark.filterwarnings("ignore::mnema_sdk.MnemaWarning")
@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_examples_of_the_guides_print_what_the_guides_show(guide: Path) -> None:
    blocks = blocks_of(guide)
    (code,) = [text for language, text in blocks if language == "python"]
    printed = io.StringIO()
    names: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(printed):
        exec(compile(code, f"{guide}, Python", "exec"), names)
    for client in names.values():
        if isinstance(client, mnema_sdk.Mnema):
            client.close()
    assert printed.getvalue() == next(text for language, text in blocks if language == "text")


def test_the_readme_names_every_error_and_every_argument() -> None:
    text = README.read_text(encoding="utf-8")
    assert [name for name in mnema_sdk.errors.__all__ if name.endswith("Error") and f"`{name}`" not in text] == []
    arguments = set(inspect.signature(mnema_sdk.Mnema).parameters)
    assert {name for name in arguments if f"| `{name}` |" in text} == arguments
