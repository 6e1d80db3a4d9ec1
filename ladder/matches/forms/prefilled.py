"""Report forms that are filled in with a match to be fixed, a challenge that was played, or what a link says."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.formats import DEAD, SIDES, STANDING, WALKOVER, Format, ParticipantResult, Played, choose_format
from ladder.matches.actions.disputes import load_proposed_match
from ladder.matches.forms.facts import (
    HANDICAP_FIELDS,
    OTHER,
    add_handicap_fields,
    format_stored_facts,
    list_handicap_values,
    list_unasked_facts,
    takes_handicap,
)
from ladder.matches.forms.match import MatchForm, keep_stored_moment
from ladder.matches.forms.outcome import OTHER_KEYS, OWN_KEYS
from ladder.matches.forms.rows import RowsForm
from ladder.matches.forms.scores import NOT_PLAYED, SCORES, format_entered_score
from ladder.matches.forms.sides import SidesForm, list_seat_names, list_side_values
from ladder.matches.forms.two_players import PairForm, ReportForm, TwoPlayersForm
from ladder.models import Challenge, Match
from ladder.pages.figures import has_time
from ladder.ratings import HANDICAP, load_kinds
from players.models import Player


def build_fix_form(match: Match, player: Player | None, data: Any = None) -> MatchForm:
    """Return the form with which this player would report the match, filled in; or somebody who did not play in it."""
    proposed = load_proposed_match(match)
    participants, facts = proposed.participants, proposed.result.facts
    format = choose_format(participants)
    if format.is_pair(participants):
        form: MatchForm = build_fix_form_of_two(match, proposed, player, data)
    else:
        form = build_filled_rows_form(match, format, proposed, player, data)
    if form.receivers and takes_handicap(match, participants):
        is_turned = form.first_side == 2 if isinstance(form, SidesForm) else participants[1].player == player
        add_handicap_fields(form, form.receivers)
        form.initial.update(list_handicap_values(facts, turned=is_turned))
    form.fixes, form.stored_at = True, match.played_at
    if match.started_at and Challenge.objects.filter(match=match).exists():
        form.fields.pop("started_at", None)  # it began when the challenge was accepted
    form.initial.update(list_moment_values(match) | format_stored_facts(form.facts, facts))
    return form


def build_filled_rows_form(
    match: Match, format: Format, proposed: Played, player: Player | None, data: Any
) -> RowsForm | SidesForm:
    """Return the form of several players, filled in; in a match of sides a reporter's own side is the first."""
    participants = proposed.participants
    if format.has_sides:
        own = next((one for one in participants if one.player == player), None)
        largest = max([one.side for one in participants].count(side) for side in (1, 2))
        size = max(largest, match.season.ladder.most_a_side)
        first = own or participants[0]
        values = list_side_values(participants, first, size, is_own=own is not None)
        values |= list_score_values(match, proposed, turned=first.side == 2) | {"kind": match.kind}
        shown = own and own.player
        return SidesForm(
            data, format=format, season=match.season, player=shown, size=size, first=first.side, initial=values
        )
    facts = {fact.name: match.facts.get(fact.name) for fact in format.facts}
    rows = list_row_values(format, participants) | facts | {"kind": match.kind}
    return RowsForm(data, format=format, season=match.season, initial=rows)


def build_fix_form_of_two(match: Match, proposed: Played, player: Player | None, data: Any) -> TwoPlayersForm:
    """Return the filled-in form for a match of two; a reporter who played in it is its first player."""
    participants = proposed.participants
    own = next((participant for participant in participants if participant.player == player), None)
    if player is None or own is None:
        names = {"first": participants[0].player.name, "second": participants[1].player.name}
        result = list_winner_values(OTHER_KEYS, participants) | list_score_values(match, proposed)
        return PairForm(data, season=match.season, initial=names | result | {"kind": match.kind})
    other = next(participant for participant in participants if participant is not own)
    turned = own is not participants[0]
    result = list_winner_values(OWN_KEYS, [own, other]) | list_score_values(match, proposed, turned=turned)
    initial = result | {"kind": match.kind}
    return ReportForm(data, season=match.season, player=player, opponent=other.player, initial=initial)


def list_winner_values(keys: Sequence[str], participants: Sequence[ParticipantResult]) -> dict[str, Any]:
    """Return who won, as the first of these two tells it, and how the loser left."""
    left = next((one.exit.how for one in participants if one.exit and one.exit.how != STANDING), DEAD)
    return {"winner": keys[SCORES.index(participants[0].score or 0.0)], "exit": left}


def list_score_values(match: Match, proposed: Played, *, turned: bool = False) -> dict[str, Any]:
    """Return the score of a match and how it ended, as its dispute proposes them or as they are stored.

    `turned` is whether the form names its second player first.
    """
    ending = NOT_PLAYED if match.kind == WALKOVER.key else proposed.result.ending
    return {"score": format_entered_score(proposed.result.games, turned=turned), "ending": ending}


def list_row_values(format: Format, participants: Sequence[ParticipantResult]) -> dict[str, Any]:
    """Return the values of the rows of these participants."""
    found: dict[str, Any] = {}
    for seat, one in enumerate(participants):
        found[f"player_{seat}"] = one.player.name
        found |= {f"{name}_{seat}": value for name, value in format.list_row_values(one).items()}
    return found


def list_moment_values(match: Match) -> dict[str, Any]:
    """Return when the match was played and began, as the form's fields have it; a day without a time stays one."""
    ended, today = timezone.localtime(match.played_at).replace(microsecond=0), timezone.localdate()
    words = {today: "today", today - timedelta(days=1): "yesterday"}
    day = words.get(ended.date(), "other")
    began = match.started_at and timezone.localtime(match.started_at).replace(microsecond=0)
    return {
        "day": day,
        "date": ended.date() if day == "other" else None,
        "time": ended.time() if has_time(ended) else None,
        "started_at": began,
    }


def read_fixed_entry(form: MatchForm, match: Match) -> Played:
    """Return the match of a valid form; moments that it shows to the second, or not at all, stay exactly as stored."""
    result = form.entry.result
    started = result.started
    if match.started_at and "started_at" not in form.fields:
        started = timezone.localtime(match.started_at)
    elif match.started_at and started:
        started = timezone.localtime(keep_stored_moment(started, match.started_at))
    facts = list_unasked_facts(form, match) | {**result.facts}
    return form.entry._replace(result=result._replace(started=started, facts=facts))


def fill_in_terms(form: MatchForm, sent: Mapping[str, Any]) -> None:
    """Fill in the facts and the handicap that a link to the form names; what it can't take is left out."""
    fact_fields = [(fact.name, fact.name + OTHER) for fact in form.facts]
    for names in (HANDICAP_FIELDS, *fact_fields):
        given = {name: sent.get(name, "") for name in names if name in form.fields}
        try:
            cleaned = [form.fields[name].clean(text) for name, text in given.items()]
        except ValidationError:
            continue
        if any(cleaned):
            form.initial.update(given)


def build_challenge_report_form(challenge: Challenge, player: Player | None, data: Any = None) -> TwoPlayersForm:
    """Return the form for a challenge of two, for one of its players or for somebody who enters for others."""
    season, players, initial = challenge.season, challenge.joined_players(), {"kind": challenge.kind}
    if player in players and player is not None:
        other = next(one for one in players if one != player)
        form: TwoPlayersForm = ReportForm(
            data, season=season, player=player, opponent=other, last=challenge.facts, initial=initial
        )
    else:
        names = {"first": players[0].name, "second": players[1].name}
        form = PairForm(data, season=season, last=challenge.facts, initial=initial | names)
    if season.ladder.takes_handicaps or HANDICAP.name in challenge.facts:
        add_handicap_fields(form, form.receivers)
        form.initial.update(list_handicap_values(challenge.facts, turned=form.player == players[1]))
    return tie_to_challenge(form, challenge)


def build_challenge_rows_form(challenge: Challenge, player: Player | None, data: Any = None) -> RowsForm | SidesForm:
    """Return the form for a challenge that several have joined: a row for each of them, or both sides."""
    if challenge.has_sides:
        return build_challenge_sides_form(challenge, player, data)
    rows = {f"player_{seat}": player.name for seat, player in enumerate(challenge.joined_players())}
    initial, format = rows | {"kind": challenge.kind}, load_kinds()[challenge.kind].format
    return tie_to_challenge(RowsForm(data, format=format, season=challenge.season, initial=initial), challenge)


def build_challenge_sides_form(challenge: Challenge, player: Player | None, data: Any = None) -> SidesForm:
    """Return the form for a challenge of two sides; that of the member who reports comes first."""
    found = [ParticipantResult(one, side=number) for number in SIDES for one in challenge.list_side(number)]
    own = next((one for one in found if one.player == player), None)
    first, season = own or found[0], challenge.season
    size = max([one.side for one in found].count(number) for number in SIDES)
    initial = list_seat_names(found, first, max(size, season.ladder.most_a_side)) | {"kind": challenge.kind}
    form = SidesForm(
        data,
        format=load_kinds()[challenge.kind].format,
        season=season,
        player=own and own.player,
        size=size,
        first=first.side,
        last=challenge.facts,
        initial=initial,
    )
    if season.ladder.takes_handicaps or HANDICAP.name in challenge.facts:
        add_handicap_fields(form, form.receivers)
        form.initial.update(list_handicap_values(challenge.facts, turned=first.side == 2))
    return tie_to_challenge(form, challenge)


def tie_to_challenge[Form: MatchForm](form: Form, challenge: Challenge) -> Form:
    """Bind a form to a challenge, and return it: its match began when the challenge was accepted."""
    form.challenge = challenge
    form.fields.pop("started_at", None)
    return form
