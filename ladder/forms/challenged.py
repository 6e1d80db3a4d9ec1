"""The report form of a challenge, filled in with what was agreed."""

from typing import Any

from ladder.models import Challenge
from ladder.selectors.challenges.people import joined
from players.models import Player

from .battle import BattleForm
from .match import MatchForm
from .pair import PairForm
from .report import ReportForm
from .two import TwoForm


def challenge_form_of_two(challenge: Challenge, player: Player | None, data: Any = None) -> TwoForm:
    """Return the form for a challenge of two: a player's own, or that of somebody who enters for others."""
    season, players, initial = challenge.season, joined(challenge), {"kind": challenge.kind}
    if player in players and player is not None:
        other = next(one for one in players if one != player)
        form: TwoForm = ReportForm(
            data, season=season, player=player, opponent=other, last=challenge.facts, initial=initial
        )
    else:
        names = {"first": players[0].name, "second": players[1].name}
        form = PairForm(data, season=season, last=challenge.facts, initial=initial | names)
    return of_challenge(form, challenge)


def battle_of(challenge: Challenge, data: Any = None) -> BattleForm:
    """Return the form for a battle that was joined, with a row for everybody."""
    rows = {f"player_{seat}": player.name for seat, player in enumerate(joined(challenge))}
    return of_challenge(BattleForm(data, season=challenge.season, initial=rows | {"kind": challenge.kind}), challenge)


def of_challenge[Form: MatchForm](form: Form, challenge: Challenge) -> Form:
    """Tie a form to a challenge, which says when the match began."""
    form.challenge = challenge
    form.fields.pop("started_at", None)
    return form
