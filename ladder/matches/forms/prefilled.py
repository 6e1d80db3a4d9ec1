"""Report forms that are filled in with a match to be fixed, a challenge that was played, or what a link says."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.formats import DEAD, SIDES, STANDING, WALKOVER, Facts, Format, ParticipantResult, Played, choose_format
from ladder.matches.actions.disputes import load_proposed_match
from ladder.matches.forms.facts import (
    HANDICAP_FIELDS,
    OTHER_SUFFIX,
    add_handicap_fields,
    format_stored_facts,
    list_handicap_values,
    list_unasked_facts,
    takes_handicap,
)
from ladder.matches.forms.match import MatchForm, keep_stored_moment
from ladder.matches.forms.outcome import OTHER_KEYS, OWN_KEYS, OutcomeForm
from ladder.matches.forms.rows import RowsForm
from ladder.matches.forms.scores import OFFERED_RESULTS, WALKOVER_ENDING, format_entered_score
from ladder.matches.forms.sides import SidesForm, list_seat_names, list_seat_taps
from ladder.matches.forms.two_players import PairForm, ReportForm
from ladder.matches.queries.score_rule import find_stored_score_rule
from ladder.models import Fixture, Match, Season
from ladder.pages.figures import has_time
from ladder.ratings import HANDICAP, load_kinds
from players.models import Player


def build_fix_form(match: Match, player: Player | None, data: Any = None) -> MatchForm:
    """Return the form with which this player would report the match, filled in; or somebody who did not play in it."""
    proposed = load_proposed_match(match)
    participants, facts = proposed.participants, proposed.result.facts
    format, turned = choose_format(participants), is_turned_for(player, participants)
    own = {fact.name: match.facts.get(fact.name) for fact in format.facts}
    initial = list_winner_values(participants, player) | list_score_values(match, proposed, turned=turned) | own
    initial |= {"kind": match.kind} | list_moment_values(match)
    if format.is_pair(participants):
        form: MatchForm = build_pair_form(data, match.season, participants, player, initial, tapped=True)
    else:
        form = build_seated_form(data, match.season, format, participants, player, initial, tapped=True)
    if isinstance(form, OutcomeForm):
        is_proposed = bool(proposed.result.games or proposed.result.ending)
        form.ask_outcome(find_stored_score_rule(match, is_proposed=is_proposed))
    if form.receivers and takes_handicap(match, participants):
        fill_in_handicap(form, facts, turned=turned)
    form.fixes, form.stored_at = True, match.played_at
    if match.started_at and Fixture.objects.filter(match=match).exists():
        form.fields.pop("started_at", None)  # it began when the challenge was accepted
    form.initial.update(format_stored_facts(form.facts, facts))
    return form


def build_pair_form(
    data: Any,
    season: Season,
    participants: Sequence[ParticipantResult],
    player: Player | None,
    initial: dict[str, Any],
    last: Facts | None = None,
    *,
    tapped: bool = False,
) -> OutcomeForm:
    """Return the form for a match of these two; if the player is one of them, that of their own match.

    Two others are named by their keys, as if they were tapped, or in the fields to type in.
    """
    own, other = order_own_first(participants, player)[:2]
    if player and own.player == player:
        return ReportForm(data, season=season, player=player, opponent=other.player, last=last, initial=initial)
    named: dict[str, Any] = {"first": own.player.name, "second": other.player.name}
    if tapped:
        named = {"first_tapped": own.player.pk, "second_tapped": other.player.pk}
    return PairForm(data, season=season, last=last, initial=initial | named)


def build_seated_form(
    data: Any,
    season: Season,
    format: Format,
    participants: Sequence[ParticipantResult],
    player: Player | None,
    initial: dict[str, Any],
    last: Facts | None = None,
    *,
    tapped: bool = False,
) -> RowsForm | SidesForm:
    """Return the form for a match of these participants: a row for each, or both sides, the player's own first.

    The players of sides are named by their keys, as if they were tapped, or in the fields to type in.
    """
    if not format.has_sides:
        rows = list_row_values(format, participants)
        return RowsForm(data, format=format, season=season, last=last, initial=initial | rows)
    first = order_own_first(participants, player)[0]
    size = max(season.ladder.most_a_side, *([one.side for one in participants].count(number) for number in SIDES))
    own = player if first.player == player else None
    named = list_seat_taps(participants, first, own) if tapped else list_seat_names(participants, first, size)
    return SidesForm(
        data,
        format=format,
        season=season,
        player=own,
        size=size,
        first=first.side,
        last=last,
        initial=initial | named,
    )


def order_own_first(participants: Sequence[ParticipantResult], player: Player | None) -> list[ParticipantResult]:
    """Return the participants, this player before the others."""
    return sorted(participants, key=lambda one: one.player != player)


def is_turned_for(player: Player | None, participants: Sequence[ParticipantResult]) -> bool:
    """Return whether the form of this player names the second player or side first."""
    first = order_own_first(participants, player)[0]
    return first.side == 2 if first.side else first is not participants[0]


def fill_in_handicap(form: MatchForm, facts: Facts, *, turned: bool) -> None:
    """Ask for the handicap, filled in with that of these facts."""
    add_handicap_fields(form, form.receivers)
    form.initial.update(list_handicap_values(facts, turned=turned))


def list_winner_values(participants: Sequence[ParticipantResult], player: Player | None) -> dict[str, Any]:
    """Return who won, as this player tells it, or else the first one, and how the loser left."""
    left = next((one.exit.how for one in participants if one.exit and one.exit.how != STANDING), DEAD)
    first = order_own_first(participants, player)[0]
    keys = OWN_KEYS if first.player == player else OTHER_KEYS
    return {"winner": keys[OFFERED_RESULTS.index(first.score or 0.0)], "exit": left}


def list_score_values(match: Match, proposed: Played, *, turned: bool = False) -> dict[str, Any]:
    """Return the score of a match and how it ended, as its dispute proposes them or as they are stored.

    `turned` is whether the form names its second player first.
    """
    ending = WALKOVER_ENDING if match.kind == WALKOVER.key else proposed.result.ending
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
    fact_fields = [(fact.name, fact.name + OTHER_SUFFIX) for fact in form.facts]
    for names in (HANDICAP_FIELDS, *fact_fields):
        given = {name: sent.get(name, "") for name in names if name in form.fields}
        try:
            cleaned = [form.fields[name].clean(text) for name, text in given.items()]
        except ValidationError:
            continue
        if any(cleaned):
            form.initial.update(given)


def build_challenge_report_form(challenge: Fixture, player: Player | None, data: Any = None) -> OutcomeForm:
    """Return the form for a challenge of two, for one of its players or for somebody who enters for others."""
    found, initial = list_challenged(challenge), {"kind": challenge.kind}
    form = build_pair_form(data, challenge.season, found, player, initial, challenge.facts)
    return tie_to_challenge(form, challenge, turned=is_turned_for(player, found))


def build_challenge_rows_form(challenge: Fixture, player: Player | None, data: Any = None) -> RowsForm | SidesForm:
    """Return the form for a challenge that several have joined: a row for each of them, or both sides."""
    found, initial = list_challenged(challenge), {"kind": challenge.kind}
    format = load_kinds()[challenge.kind].format
    form = build_seated_form(data, challenge.season, format, found, player, initial, challenge.facts)
    return tie_to_challenge(form, challenge, turned=is_turned_for(player, found))


def list_challenged(challenge: Fixture) -> list[ParticipantResult]:
    """Return the players of a challenge, with the numbers of their sides if it has any."""
    if challenge.has_sides:
        return [ParticipantResult(one, side=number) for number in SIDES for one in challenge.list_side(number)]
    return [ParticipantResult(one) for one in challenge.joined_players()]


def tie_to_challenge[Form: MatchForm](form: Form, challenge: Fixture, *, turned: bool) -> Form:
    """Bind a form to a challenge, with its handicap, and return it: its match began when it was accepted."""
    if form.receivers and (challenge.season.ladder.takes_handicaps or HANDICAP.name in challenge.facts):
        fill_in_handicap(form, challenge.facts, turned=turned)
    form.challenge = challenge
    form.fields.pop("started_at", None)
    return form
