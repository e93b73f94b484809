"""The README names everything that the package exports. The tests of the server run its code blocks."""

from __future__ import annotations

import inspect
from pathlib import Path

import mnema_sdk

README = Path(__file__).resolve().parents[1] / "README.md"


def test_the_readme_names_every_error_and_every_argument() -> None:
    text = README.read_text(encoding="utf-8")
    assert [name for name in mnema_sdk.errors.__all__ if name.endswith("Error") and f"`{name}`" not in text] == []
    arguments = set(inspect.signature(mnema_sdk.Mnema).parameters)
    assert {name for name in arguments if f"| `{name}` |" in text} == arguments
