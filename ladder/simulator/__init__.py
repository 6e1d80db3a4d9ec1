"""A season played at random through the site's own pages, with everything checked after each step."""

from ladder.simulator.checks import find_problems
from ladder.simulator.club import SimulatedClub
from ladder.simulator.play import RoundReport, play_rounds
from ladder.simulator.scratch import use_scratch_database

__all__ = ["RoundReport", "SimulatedClub", "find_problems", "play_rounds", "use_scratch_database"]
