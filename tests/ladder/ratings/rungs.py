"""A ladder of rungs, where a winner from below takes the loser's rung: a system that moves whoever did not play."""

from dataclasses import dataclass

from ladder.ratings import (
    RATED,
    About,
    Example,
    Message,
    Rating,
    Step,
    TableSystem,
    build_sample,
    format_signed,
)


@dataclass(frozen=True)
class Rungs(TableSystem):
    """Rung 1 is the highest; points are rungs below zero, so that more is better."""

    key = "rungs"
    kinds = (RATED,)
    about = About(
        label="Rungs",
        summary="Who beats somebody above takes their rung.",
        formula=("The winner takes the loser's rung; those between move down.",),
        rules=("Newcomers come in at the bottom, and a winner takes the loser's rung (L-1).",),
        rating_label="Rung",
        unit="rung",
        change_units=("rung", "rungs"),
        starts_at="the bottom",
        examples=(Example("L-1", "3 beats 1.", build_sample(), (Rating(-3), Rating(-1)), ("+2", "-1"), ("1", "2")),),
    )

    def enter(self, table):
        return Rating(min((rating.points for rating in table.values()), default=0) - 1)

    def rate_table(self, result, table):
        winner, loser = result.players if result.scores[0] else result.players[::-1]
        below, above = table[winner].points, table[loser].points
        if below > above:
            return {}
        moved = {
            player: old._replace(points=old.points - 1) for player, old in table.items() if below < old.points <= above
        }
        return moved | {winner: table[winner]._replace(points=above)}

    def explain(self, result, before, seat):
        change = self.change(result, before, seat)
        says = Message("{me} was on rung {rung}.", {"rung": self.shown(before[seat])}, {"me": result.players[seat]})
        return (Step("L-1", "Take the rung", says, f"{before[seat].points:g} {change:+g}", change),)

    def shown(self, rating):
        return f"{0 - rating.points:g}"

    def gap_shown(self, gap):
        return f"{gap:g}"

    def change_shown(self, change):
        return format_signed(change, 0)
