"""The agent, in a process of its own. The commands of the README run with those of the other pages."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent


def run(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    path = FOLDER.parents[1] / "sdks" / "python" / "src"
    return subprocess.run(
        [sys.executable, *shlex.split(command)],
        cwd=FOLDER,
        env={**os.environ, "PYTHONPATH": str(path), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_same_statement_is_kept_once() -> None:
    first, second = (run('agent.py --project twice "The coffee machine is on the third floor."') for _ in range(2))
    assert first.stdout == second.stdout != ""


@pytest.mark.parametrize("key", ["", "mnk_wrong"])
def test_a_wrong_key_is_reported(key: str) -> None:
    done = run("agent.py hello", MNEMA_API_KEY=key)
    assert done.returncode == 1
    assert re.search("MNEMA_API_KEY|API key", done.stderr), done.stderr
