"""Report forms that are filled in: with a match to be fixed, or with a challenge that was played."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from ladder.ledger.storage.match_record import ParticipantResult
from ladder.matches.actions.disputes import load_proposed_sides
from ladder.matches.forms.facts import format_stored_facts
from ladder.matches.forms.match import LAST_SECOND, MatchForm, keep_stored_moment
from ladder.matches.forms.rows import BattleForm, TournamentForm
from ladder.matches.forms.two_players import SCORES, PairForm, ReportForm, TwoPlayersForm
from ladder.models import Challenge, Match
from players.models import Player


def build_fix_form(match: Match, player: Player | None, data: Any = None) -> MatchForm:
    """Return the form that the match would be reported with by this player, or by an organiser who played no part."""
    sides, facts = load_proposed_sides(match)
    if sides[0].place:
        field = {"field": match.facts.get("field")}
        form: MatchForm = TournamentForm(data, season=match.season, initial=list_row_values(sides) | field)
    elif sides[0].exit and (len(sides) > 2 or any(side.round not in (None, 1) for side in sides)):
        form = BattleForm(data, season=match.season, initial=list_row_values(sides))
    else:
        form = build_fix_form_of_two(match, sides, player, data)
    form.fixes = True
    if match.started_at and Challenge.objects.filter(match=match).exists():
        form.fields.pop("started_at", None)  # it began when the challenge was accepted
    form.initial.update({"kind": match.kind} | list_moment_values(match) | format_stored_facts(form.facts, facts))
    return form


def build_fix_form_of_two(match: Match, sides: list[ParticipantResult], player: Player | None, data: Any) -> MatchForm:
    """Return the form for a match of two, seen by the reporter if the reporter played it."""
    own = next((side for side in sides if side.player == player), None)
    if player is None or own is None:
        names = {"first": sides[0].player.name, "second": sides[1].player.name}
        initial = names | list_winner_values(PairForm.keys, sides)
        return PairForm(data, season=match.season, initial=initial)
    other = next(side for side in sides if side is not own)
    initial = list_winner_values(ReportForm.keys, [own, other])
    return ReportForm(data, season=match.season, player=player, opponent=other.player, initial=initial)


def list_winner_values(keys: Sequence[str], sides: Sequence[ParticipantResult]) -> dict[str, Any]:
    """Return who won, as the first of these sides tells it, and how the other left."""
    left = next((side.exit for side in sides if side.exit not in ("", "standing")), "dead")
    return {"winner": keys[SCORES.index(sides[0].score or 0.0)], "exit": left}


def list_row_values(sides: Sequence[ParticipantResult]) -> dict[str, Any]:
    """Return the rows of a battle or a tournament."""
    found: dict[str, Any] = {}
    for seat, side in enumerate(sides):
        found |= {f"player_{seat}": side.player.name, f"place_{seat}": side.place}
        found |= {f"exit_{seat}": side.exit, f"round_{seat}": side.round}
    return found


def list_moment_values(match: Match) -> dict[str, Any]:
    """Return when it was played and began, as the form asks for it; a day without a time stays one."""
    ended, today = timezone.localtime(match.played_at).replace(microsecond=0), timezone.localdate()
    words = {today: "today", today - timedelta(days=1): "yesterday"}
    day = words.get(ended.date(), "other")
    began = match.started_at and timezone.localtime(match.started_at).replace(microsecond=0)
    return {
        "day": day,
        "date": ended.date() if day == "other" else None,
        "time": None if ended.time() == LAST_SECOND else ended.time(),
        "started_at": began,
    }


def read_fixed_values(form: MatchForm, match: Match) -> dict[str, Any]:
    """Return what `reports.fix` takes; what the form shows to the second, or not at all, stays as it was."""
    values = form.values()
    del values["form_key"]
    for name in ("played_at", "started_at"):
        stored = getattr(match, name)
        hidden = name == "started_at" and name not in form.fields
        if stored and (hidden or values[name]):
            values[name] = stored if hidden else keep_stored_moment(values[name], stored)
    asked = {*(fact.name for fact in form.facts), "field"}
    values["facts"] = {name: value for name, value in match.facts.items() if name not in asked} | values["facts"]
    return values


def build_challenge_report_form(challenge: Challenge, player: Player | None, data: Any = None) -> TwoPlayersForm:
    """Return the form for a challenge of two: a player's own, or that of somebody who enters for others."""
    season, players, initial = challenge.season, challenge.joined_players(), {"kind": challenge.kind}
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
    rows = {f"player_{seat}": player.name for seat, player in enumerate(challenge.joined_players())}
    return tie_to_challenge(
        BattleForm(data, season=challenge.season, initial=rows | {"kind": challenge.kind}), challenge
    )


def tie_to_challenge[Form: MatchForm](form: Form, challenge: Challenge) -> Form:
    """Tie a form to a challenge, which says when the match began."""
    form.challenge = challenge
    form.fields.pop("started_at", None)
    return form
