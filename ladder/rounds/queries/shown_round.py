"""The latest round as pages show it: who plays whom and why, the result or by when, and who is left over."""

from typing import NamedTuple

from ladder.challenges.queries.running import find_fixture_report
from ladder.models import Fixture, Ladder, Match, Round
from ladder.rounds.queries.wishes import find_partner, has_fixed_pairs, load_wishes, sort_side
from players.models import Player


class RoundLine(NamedTuple):
    """A match of a round; `report` is where whoever looks reports it, if they may."""

    sides: tuple[tuple[Player, ...], ...]
    names: str
    why: str
    match: Match | None
    is_mine: bool
    report: str


class ShownRound(NamedTuple):
    """A round with its matches, and who is left over."""

    round: Round
    lines: list[RoundLine]
    left_over: list[Player]


def load_shown_round(ladder: Ladder, me: Player | None = None, *, reports_all: bool = False) -> ShownRound | None:
    """Return the latest round of a ladder, for a reader who plays as `me` or reports for everybody; five queries."""
    latest = Round.objects.filter(season__ladder=ladder).select_related("season__ladder").order_by("-pk").first()
    if latest is None:
        return None
    fixtures = latest.fixtures.select_related("match", "season__ladder").order_by("pk")
    known = fixtures.prefetch_related("parties__player__merged_into")
    lines = [build_round_line(one, me, reports_all=reports_all) for one in known]
    return ShownRound(latest, lines, [one.itself for one in latest.left_over.select_related("merged_into")])


def build_round_line(fixture: Fixture, me: Player | None, *, reports_all: bool) -> RoundLine:
    """Return a match of a round as a page shows it."""
    is_mine = any(me in side for side in fixture.sides)
    match = fixture.match if fixture.match and not fixture.match.is_void else None
    may_report = match is None and fixture.season.is_running and (reports_all or is_mine)
    return RoundLine(
        fixture.sides,
        fixture.both_names,
        fixture.note,
        match,
        is_mine,
        find_fixture_report(fixture) if may_report else "",
    )


def list_swappable(made: Round) -> list[tuple[Player, ...]]:
    """Return who can change places in a round: each player, or pair that stays together, without a match or left over.

    They are in the order of their names.
    """
    unplayed = made.fixtures.filter(match=None).prefetch_related("parties__player__merged_into")
    sides = [side for one in unplayed for side in one.sides]
    left = [one.itself for one in made.left_over.select_related("merged_into")]
    if has_fixed_pairs(made.season):
        wishes = load_wishes(made.season.ladder)
        partners = {one: partner for one in left if (partner := find_partner(wishes, one)) in left}
        units = [*sides, *(pair for pair in partners.items() if partners.get(pair[1]) == pair[0])]
    else:
        units = [(one,) for side in (*sides, left) for one in side]
    return sorted({sort_side(unit) for unit in units}, key=lambda unit: [one.name.casefold() for one in unit])
