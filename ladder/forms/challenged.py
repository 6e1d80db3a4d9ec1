"""The report form of a challenge, filled in with what was agreed."""

from typing import Any

from ladder.forms.battle import BattleForm
from ladder.forms.match import MatchForm
from ladder.forms.pair import PairForm
from ladder.forms.report import ReportForm
from ladder.forms.two import TwoPlayersForm
from ladder.models import Challenge
from ladder.selectors.challenges.people import list_joined_players
from players.models import Player


def build_challenge_report_form(challenge: Challenge, player: Player | None, data: Any = None) -> TwoPlayersForm:
    """Return the form for a challenge of two: a player's own, or that of somebody who enters for others."""
    season, players, initial = challenge.season, list_joined_players(challenge), {"kind": challenge.kind}
    if player in players and player is not None:
        other = next(one for one in players if one != player)
        form: TwoPlayersForm = ReportForm(
            data, season=season, player=player, opponent=other, last=challenge.facts, initial=initial
        )
    else:
        names = {"first": players[0].name, "second": players[1].name}
        form = PairForm(data, season=season, last=challenge.facts, initial=initial | names)
    return tie_to_challenge(form, challenge)


def build_challenge_battle_form(challenge: Challenge, data: Any = None) -> BattleForm:
    """Return the form for a battle that was joined, with a row for everybody."""
    rows = {f"player_{seat}": player.name for seat, player in enumerate(list_joined_players(challenge))}
    return tie_to_challenge(
        BattleForm(data, season=challenge.season, initial=rows | {"kind": challenge.kind}), challenge
    )


def tie_to_challenge[Form: MatchForm](form: Form, challenge: Challenge) -> Form:
    """Tie a form to a challenge, which says when the match began."""
    form.challenge = challenge
    form.fields.pop("started_at", None)
    return form
