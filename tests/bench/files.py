"""How long `manage.py rate` takes over a large file, and how much memory."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench import engine


def report(count: int) -> None:
    """Print the seconds and the peak memory of one `rate` run."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "matches.csv"
        write(path, count)
        began = time.perf_counter()
        command = [sys.executable, "manage.py", "rate", str(path), "--system", "match-length-elo", "--format", "json"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - began
    if process.returncode:
        raise SystemExit(f"rate ended with {process.returncode}")
    print(f"\nrate over a file of {count:,} matches: {seconds:.1f} s, {usage.ru_maxrss / 1024:,.0f} MB at the most")


def write(path: Path, count: int) -> None:
    """Write the engine's matches as a match file in the short form."""
    with path.open("w") as file:
        file.write("date,winner,loser,length\n")
        for result in engine.made_up(count):
            winner, loser = result.players
            file.write(f"{result.ended:%Y-%m-%dT%H:%M},P{winner},P{loser},{result.facts['length']}\n")
