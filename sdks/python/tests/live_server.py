"""The server of this repository, in its own process."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
START_LIMIT_SECONDS = 60


@dataclass
class Server:
    """A real server."""

    url: str
    key: str
    email: str
    password: str


def start_server() -> Generator[Server]:
    """Starts a server and ends it afterwards."""
    folder = tempfile.mkdtemp(prefix="mnema-python-")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MNEMA_")}
    output = Path(folder, "output")
    with output.open("wb") as stream:
        process = subprocess.Popen(
            [ROOT / "node_modules/.bin/node", ROOT / "server/src/cli/mnema.ts", "start"],
            env={
                **environment,
                "MNEMA_PORT": "0",
                "MNEMA_DATA_DIR": str(Path(folder, "data")),
                "MNEMA_WEBHOOK_ALLOW_PRIVATE": "true",
            },
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
    try:
        yield _when_ready(process, output)
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder)


def _when_ready(process: subprocess.Popen[bytes], output: Path) -> Server:
    deadline = time.monotonic() + START_LIMIT_SECONDS
    banner = r"ready at (\S+).*Email: +(\S+).*Password: +(\S+).*API key: +(\S+).*\ntry: "
    while time.monotonic() < deadline and process.poll() is None:
        found = re.search(banner, output.read_text(encoding="utf-8"), re.DOTALL)
        if found:
            url, email, password, key = found.groups()
            return Server(url, key, email, password)
        time.sleep(0.05)
    raise RuntimeError(f"the server did not start: {output.read_text(encoding='utf-8')}")
