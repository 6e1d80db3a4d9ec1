"""How the tests ask for a match's explanation, and a match that takes some telling."""

from datetime import date

from ladder.formats import Exit, ParticipantResult
from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.queries.explanation import explain_match_on_boards
from tests.factories import at, enter_match, make_ladder, make_player, season_of


def explained(match, asked=None):
    """The match on each board that counted it."""
    played = load_played_match(match)
    return explain_match_on_boards(match, played.result, played.names, asked)


def capped_duel():
    """Ana beats Ben, who surrenders; she had 0 when it began, and 5 from a battle when it ended (W-8)."""
    season = season_of(make_ladder("warlocks-score"))
    ana, *dead = (make_player(name) for name in ("Ana", "Ben", "Cara", "Dan", "Eli", "Faye"))
    won = ParticipantResult(ana, exit=Exit("standing"))
    battle = [won, *(ParticipantResult(one, exit=Exit("dead", 1)) for one in dead)]
    enter_match(season=season, participants=battle, by=None, kind="ladder", played_at=at(date(2026, 1, 2)))
    duel = [won, ParticipantResult(dead[0], exit=Exit("surrendered", 1))]
    when = {"started_at": at(date(2026, 1, 1)), "played_at": at(date(2026, 1, 3))}
    return enter_match(season=season, participants=duel, by=None, kind="ladder", **when)
