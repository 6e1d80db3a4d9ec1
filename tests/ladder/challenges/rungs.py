"""A small ladder of rungs on which challenges cost something."""

from ladder.models import Ladder, Season
from tests.factories import make_ladder, make_member, play, play_all, season_of


def make_three_rungs(**rules) -> Season:
    """Return the season of a ladder with these rules, where Ada is on rung 1, Bo on 2 and Cy on 3; walkovers count."""
    season = season_of(make_ladder("rungs"))
    season.boards.update(options={"rates_walkovers": True})
    Ladder.objects.update(**rules)
    for name in ("Ada", "Bo", "Cy"):
        make_member(name)
    play(season, "Ada", "Bo")
    play(season, "Bo", "Cy")
    return season_of(Ladder.objects.get())


def make_many_rungs(count: int, **rules) -> Season:
    """Return the season of a ladder with these rules and an even number of members, P1 on rung 1, P2 on rung 2 …"""
    season = season_of(make_ladder("rungs", **rules))
    names = [f"P{number}" for number in range(1, count + 1)]
    for name in names:
        make_member(name)
    play_all(season, list(zip(names[::2], names[1::2], strict=True)))
    return season_of(Ladder.objects.get())


def read_rungs(season: Season) -> list[str]:
    """Return the names from rung 1 on."""
    return [one.player.name for one in season.boards.get().standings.select_related("player").order_by("-points")]
