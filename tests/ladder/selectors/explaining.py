"""How the tests ask for a match's explanation, and a match that takes some telling."""

from datetime import date

from ladder.selectors import explanations
from ladder.services import matches
from ladder.services.results import Side, result_of, sides_of
from tests.factories import at, make_ladder, make_player, season_of


def explained(match, asked=None):
    """The match on each board that counted it."""
    sides = sides_of(match)
    names = {side.player.pk: side.player.name for side in sides}
    return explanations.explained(match, result_of(match, sides), names, asked)


def capped_duel():
    """Ana beats Ben, who surrenders; she had 0 when it began, and 5 from a battle when it ended (W-8)."""
    season = season_of(make_ladder("warlocks-score"))
    ana, *dead = (make_player(name) for name in ("Ana", "Ben", "Cara", "Dan", "Eli", "Faye"))
    won = Side(ana, exit="standing")
    battle = [won, *(Side(one, exit="dead", round=1) for one in dead)]
    matches.record(season=season, sides=battle, by=None, kind="ladder", played_at=at(date(2026, 1, 2)))
    duel = [won, Side(dead[0], exit="surrendered", round=1)]
    when = {"started_at": at(date(2026, 1, 1)), "played_at": at(date(2026, 1, 3))}
    return matches.record(season=season, sides=duel, by=None, kind="ladder", **when)
