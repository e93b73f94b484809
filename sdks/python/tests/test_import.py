"""Importing the package is cheap and provides all public names."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mnema_sdk
from mnema_sdk import errors

SOURCE = Path(__file__).resolve().parents[1] / "src"
BUDGET_SECONDS = 0.1


def run(code: str, cache: Path) -> str:
    # Installing compiles the modules; in the repository the first run does it.
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONPYCACHEPREFIX": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize("statement", ["import mnema_sdk", "from mnema_sdk import AsyncMnema, Mnema, NotFoundError"])
def test_importing_takes_less_than_a_tenth_of_a_second(statement: str, tmp_path: Path) -> None:
    code = f"import time; began = time.process_time(); {statement}; print(time.process_time() - began)"
    assert min(float(run(code, tmp_path)) for _ in range(5)) <= BUDGET_SECONDS


def test_nothing_heavy_is_loaded_before_it_is_needed(tmp_path: Path) -> None:
    code = "import sys; from mnema_sdk import AsyncMnema, Mnema; print(*sys.modules)"
    assert set(run(code, tmp_path).split()).isdisjoint({"httpx2", "pydantic", "anyio", "asyncio"})


def test_all_names_are_there_and_listed() -> None:
    assert set(errors.__all__) <= set(mnema_sdk.__all__)
    assert dir(mnema_sdk) == sorted(mnema_sdk.__all__)
    for name in mnema_sdk.__all__:
        assert getattr(mnema_sdk, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Memory_'"):
        _ = mnema_sdk.Memory_  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType, reportUnknownMemberType]


def test_the_version_is_that_of_the_package() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", mnema_sdk.__version__)
