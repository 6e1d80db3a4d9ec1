"""What people do: each deed is one visit to the site."""

from collections.abc import Callable

from ladder.simulator.club import SimulatedPerson
from ladder.simulator.deeds.challenging import do_challenge
from ladder.simulator.deeds.changing import do_correct, do_restore, do_revert, do_void
from ladder.simulator.deeds.done import DeedResult
from ladder.simulator.deeds.looking import do_look
from ladder.simulator.deeds.people import do_merge, do_rename, do_undo_merge
from ladder.simulator.deeds.reporting import do_fix, do_report, do_undo
from ladder.simulator.deeds.saying import do_confirm, do_dispute, do_nothing, do_uphold
from ladder.simulator.deeds.seasons import do_late_correction, do_next_season, do_other_opening, do_other_option

Deed = Callable[[SimulatedPerson], DeedResult]
PACK: list[Deed] = [
    *[do_report] * 10,
    *[do_correct] * 3,
    *[do_void, do_restore] * 2,
    *[do_revert, do_fix, do_undo, do_dispute, do_uphold],
    *[do_confirm, do_nothing],
    *[do_merge, do_undo_merge, do_rename],
    *[do_challenge] * 3,
    *[do_next_season, do_late_correction, do_other_opening, do_other_option, do_look],
]
"""How often each is done before all are dealt anew."""

__all__ = ["PACK", "Deed", "DeedResult"]
