"""The server itself: granian, whose workers are started again however often they end.

Granian ends the whole site where a worker ends twice within some seconds, and no option changes that. So two kills by
a system that is short of memory, or two bad requests, would stop it for everybody. Here such a worker waits for longer
each time, and the other one answers meanwhile. `config.serve` prepares the site and becomes this.
"""

import time
from typing import Any

from granian import cli
from granian.log import logger
from granian.server.mp import MPServer

LONGEST_PAUSE_SECONDS = 60
CALM_SECONDS = 60  # without an end, after which the next one counts as the first
LOOK_SECONDS = 0.1  # between two looks whether the server is to stop


def find_pause(ends: int) -> int:
    """Return the seconds to wait after this many ends of workers in a row: 0, 1, 2, 4, 8 and so on up to a minute."""
    return min(2 ** min(ends - 2, 10), LONGEST_PAUSE_SECONDS) if ends > 1 else 0


class SteadyServer(MPServer):
    """Granian's server of processes, which never gives up."""

    ends = 0  # of workers in a row
    started_at = 0.0  # by the monotonic clock, when one was last started again

    def _respawn_workers(self, workers: list[int], spawn_target: Any, target_loader: Any, delay: float = 0) -> None:
        """Start these workers again; without a delay they have ended by themselves."""
        if not delay and not self.wait_for_turn(workers):
            return
        super()._respawn_workers(workers, spawn_target, target_loader, delay)
        self.started_at = time.monotonic()
        self.respawned_wrks.clear()  # by this granian would tell that one ended too soon

    def wait_for_turn(self, workers: list[int]) -> bool:
        """Wait as long as the last ends ask for; return whether the server still runs."""
        is_calm = time.monotonic() - self.started_at > CALM_SECONDS
        self.ends = 1 if is_calm else self.ends + 1
        pause = find_pause(self.ends)
        if pause:
            names = ", ".join(f"worker-{number + 1}" for number in workers)
            logger.warning(f"Starting {names} again in {pause} s, after {self.ends} ends in a row")
        until = time.monotonic() + pause
        while not self.interrupt_signal and time.monotonic() < until:
            time.sleep(LOOK_SECONDS)
        return not self.interrupt_signal


if __name__ == "__main__":
    cli.Server = SteadyServer
    cli.entrypoint()
