"""The commands of the README, each in a process of its own."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent
COMMANDS = re.findall(r"^python (agent\.py .*)$", (FOLDER / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
REPLIES = [
    r"^I will remember that for apollo \(mem_\w+\)\.\n$",
    r"^What I know of apollo:\n  0\.\d\d  We deploy on Thursdays, never on Fridays\.\n$",
    r"^I know nothing about that in hermes yet\.\n$",
    r"We deploy on Thursdays, never on Fridays\.",
]


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


def test_statements_of_one_run_are_found_in_the_next() -> None:
    assert len(COMMANDS) == len(REPLIES)
    for command, reply in zip(COMMANDS, REPLIES, strict=True):
        done = run(command)
        assert done.returncode == 0, done.stderr
        assert re.search(reply, done.stdout), f"{command}: {done.stdout}"


def test_the_same_statement_is_kept_once() -> None:
    first, second = (run('agent.py --project twice "The coffee machine is on the third floor."') for _ in range(2))
    assert first.stdout == second.stdout != ""


@pytest.mark.parametrize("key", ["", "mnk_wrong"])
def test_a_wrong_key_is_reported(key: str) -> None:
    done = run("agent.py hello", MNEMA_API_KEY=key)
    assert done.returncode == 1
    assert re.search("MNEMA_API_KEY|API key", done.stderr), done.stderr
