"""The form in which an organiser corrects a match, filled in as it is stored."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone

from ladder.changes.forms import PreviewedForm
from ladder.files.cell_values import LAST_SECOND, NO_SUCH_TIME, is_skipped_by_clocks
from ladder.formats import (
    ANY,
    DRAWN,
    WALKOVER,
    Kind,
    ParticipantResult,
    choose_format,
    find_side_score,
    keep_side_numbers,
    name_sides,
)
from ladder.matches.actions.disputes import load_proposed_match
from ladder.matches.forms.facts import (
    FactFields,
    add_fact_fields,
    add_stored_handicap_fields,
    asks_handicap,
    bind_fact_fields,
    check_handicap_fields,
    list_asked_facts,
    read_fact_values,
)
from ladder.matches.forms.match import keep_stored_moment
from ladder.matches.forms.scores import ScoreFields, find_outcome_score
from ladder.models import Match
from ladder.pages.fields import ClockField, MomentField, NameField, NumberField, find_newcomers
from ladder.pages.figures import has_time
from ladder.ratings import HANDICAP, RatingSystem, load_kinds
from players.form_fields import ALL_YEARS, DayField
from players.people.names import build_name_key
from players.people.questions import Question, ask_about_names

SCORES = {"first": 1.0, "second": 0.0, "draw": 0.5}
WINNERS = {score: key for key, score in SCORES.items()}


class CorrectForm(ScoreFields, PreviewedForm):
    """A match to be corrected: as it is stored, or as its dispute proposes. Participants keep their order."""

    date = DayField(label="Date", years=ALL_YEARS, error_messages={"required": "Enter the date."})
    time = ClockField(label="Time it ended", required=False)
    kind = forms.ChoiceField(label="Kind", error_messages={"invalid_choice": "Choose a kind shown here."})

    def __init__(self, data: Any = None, *, match: Match) -> None:
        self.match = match
        self.proposed = load_proposed_match(match)
        self.stored, facts = self.proposed.participants, self.proposed.facts
        self.format = choose_format(self.stored)
        local = timezone.localtime(match.played_at)
        clock = local.time() if has_time(match.played_at) else None
        initial = {"kind": match.kind, "date": local.date(), "time": clock}
        super().__init__(data, initial=initial)
        self.systems = [board.rating_system for board in match.season.boards.all()]
        self.facts = [] if self.format.has_places else list_asked_facts(self.systems, match.season.ladder)
        add_fact_fields(self, self.facts, dict.fromkeys((fact.name for fact in self.facts), "") | facts)
        add_stored_handicap_fields(self, match, self.stored, facts)
        self.add_kinds()
        for seat, participant in enumerate(self.stored):
            self.add_participant(seat, participant)
        for fact in self.format.facts:
            self.fields[fact.name] = NumberField(fact, label=fact.label, initial=match.facts.get(fact.name))
        if not self.format.is_entered_in_rows:
            self.fields["winner"] = build_winner_field(self.stored, self.systems)
        if self.format.has_sides or not self.format.is_entered_in_rows:
            self.add_stored_score()
        if any(load_kinds()[key].format.asks_start for key in self.offered):
            self.add_start()

    def add_kinds(self) -> None:
        """Offer the kinds that fit the stored match, its own first."""
        known = [kind for system in self.systems for kind in (*system.kinds, *system.uncounted)]
        known += [WALKOVER] if self.format.has_sides or not self.format.is_entered_in_rows else []
        fitting = {kind.key: kind.label for kind in known if self.fits(kind)}
        self.offered = {self.match.kind: load_kinds()[self.match.kind].label, **fitting}
        choice: Any = self.fields["kind"]
        choice.choices = list(self.offered.items())

    def add_stored_score(self) -> None:
        """Ask for the score, if the ladder has scores or the match has one; it may be left out, whatever is asked."""
        whose = name_first_side(self.stored)
        self.offer_score(self.match.season.ladder, whose, self.proposed.games, self.proposed.ending)
        if self.rule and "winner" in self.fields:
            self.fields["winner"].required = False

    def fits(self, kind: Kind) -> bool:
        """Return whether the stored match can be of this kind; a pair with a score fits every format of pairs."""
        if kind.format.is_entered_as_pair and not self.format.is_entered_in_rows:
            return True
        return kind.format in (self.format, ANY)

    def add_participant(self, seat: int, participant: ParticipantResult) -> None:
        """Add the fields of one participant."""
        self.fields[f"player_{seat}"] = NameField(
            label=f"Player {seat + 1}", initial=participant.player.name, error_messages={"required": "Enter a name."}
        )
        stored = self.format.list_row_values(participant)
        for column in self.format.columns:
            name, initial = f"{column.name}_{seat}", stored[column.name]
            if column.number:
                self.fields[name] = NumberField(column.number, label=column.label, initial=initial)
            else:
                self.fields[name] = forms.ChoiceField(
                    label=column.label,
                    choices=column.choices + (column.drawn if may_be_drawn(self.stored, self.systems) else ()),
                    initial=initial,
                    error_messages={"invalid_choice": "Choose one of these."},
                )

    def add_start(self) -> None:
        """Ask when the match began, which counts in battles (W-8)."""
        began = self.match.started_at and timezone.localtime(self.match.started_at).replace(microsecond=0)
        self.fields["started_at"] = MomentField(label="Began at", required=False, initial=began)

    def rows(self) -> list[list[forms.BoundField]]:
        """Return the bound fields of each participant."""
        names = ["player", *(column.name for column in self.format.columns)]
        return [[self[f"{name}_{seat}"] for name in names] for seat in range(len(self.stored))]

    def fact_fields(self) -> list[FactFields]:
        return bind_fact_fields(self, self.facts)

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if not {"date", "time"} & set(self.errors) and values.get("date"):
            ended = timezone.make_aware(datetime.combine(values["date"], values.get("time") or LAST_SECOND))
            values["played_at"] = keep_stored_moment(ended, self.match.played_at)  # exact, if it was not changed
            if values.get("time") and is_skipped_by_clocks(values["played_at"]):
                self.add_error("time", NO_SUCH_TIME)
            elif values["played_at"] > timezone.now() and values["played_at"] != self.match.played_at:
                self.add_error("date", "A match can't be in the future.")
        if values.get("started_at") and self.match.started_at:
            values["started_at"] = keep_stored_moment(values["started_at"], self.match.started_at)
        check_handicap_fields(self)
        if self.rule:
            self.check_stored_score()
        twice = find_player_named_twice(self, len(self.stored))
        if twice:
            self.add_error(twice, "Each player can appear only once. Choose someone else.")
        return values

    def check_stored_score(self) -> None:
        """Put beside the score what is wrong with it, or that it contradicts who won; it says so where nobody does."""
        self.check_score()
        found, tapped = self.entered_score(), self.cleaned_data.get("winner", "")
        if self.cleaned_data.get("kind") == WALKOVER.key and (found.games or found.ending):
            self.add_error("score", "A walkover has no score.")
        if "score" in self.errors:
            return
        if "winner" not in self.fields:
            self.check_sides_score(find_outcome_score(found))
            return
        score, names = find_outcome_score(found), dict(self.fields["winner"].choices)  # type: ignore[attr-defined]
        if fault := find_score_fault(score, tapped, names):
            self.add_error("score", fault)
        elif "winner" not in self.errors:
            self.cleaned_data["winner"] = tapped or ("" if score is None else WINNERS[score])
            if not self.cleaned_data["winner"]:
                self.add_error("winner", "Say who won.")

    def check_sides_score(self, score: float | None) -> None:
        """Put beside the score of sides that it contradicts the rows, which say who won."""
        if score is None or any(name.rpartition("_")[2].isdigit() for name in self.errors):
            return
        sides = sorted(self.participants(), key=lambda one: one.side)
        if {one.side for one in sides} == {1, 2}:
            names = dict(zip(SCORES, (*name_opponents(sides), "Draw"), strict=True))
            fault = find_score_fault(score, WINNERS.get(find_side_score(sides[0]), ""), names)
            self.add_error("score", fault) if fault else None

    def participants(self) -> list[ParticipantResult]:
        """Return the participant results that a valid form says."""
        values = self.cleaned_data
        players = [values[f"player_{seat}"] for seat in range(len(self.stored))]
        if not self.format.is_entered_in_rows:
            score = SCORES[values["winner"]]
            return [ParticipantResult(one, mine) for one, mine in zip(players, (score, 1 - score), strict=True)]
        names = [column.name for column in self.format.columns]
        rows = [{name: values.get(f"{name}_{seat}") for name in names} for seat in range(len(players))]
        found = [self.format.build_participant(one, row) for one, row in zip(players, rows, strict=True)]
        return keep_side_numbers(found, self.stored) if self.format.has_sides else found

    def fact_values(self) -> dict[str, float]:
        """Return the facts that the form asks for, and the others that the match has."""
        own = {fact.name: self.cleaned_data.get(fact.name) for fact in self.format.facts}
        asked = {*own, *(fact.name for fact in self.facts), *([HANDICAP.name] if asks_handicap(self) else [])}
        others = {name: value for name, value in self.match.facts.items() if name not in asked}
        given = {name: value for name, value in own.items() if value}
        return others | read_fact_values(self, self.facts) | given

    def values(self) -> dict[str, Any]:
        """Return the values of a valid form, as `MatchCorrection` takes them."""
        return {
            "participants": self.participants(),
            "kind": self.cleaned_data["kind"],
            "played_at": self.cleaned_data["played_at"],
            "started_at": self.cleaned_data.get("started_at", self.match.started_at),
            "facts": self.fact_values(),
        } | self.score_values()

    def score_values(self) -> dict[str, Any]:
        """Return the score of a valid form; nothing, where it asks for none."""
        if self.rule is None:
            return {}
        found = self.entered_score()
        return {"games": found.games, "ending": found.ending}

    def list_questions(self) -> Iterable[Question]:
        return ask_about_names(find_newcomers(self))

    def list_values(self) -> dict[str, Any]:
        """Return the values with players for the typed names; a new player has no key yet."""
        values = self.values()
        named = [(build_name_key(one.player.name), *one[1:]) for one in values["participants"]]
        return values | {"participants": named}


def build_winner_field(participants: Sequence[ParticipantResult], systems: Sequence[RatingSystem]) -> forms.ChoiceField:
    """Return the field for who won of two players or sides; a draw is offered where there can be or was one."""
    first = participants[0]
    names = list(zip(("first", "second"), name_opponents(participants), strict=True))
    drawn = [("draw", "Draw")] if may_be_drawn(participants, systems) else []
    return forms.ChoiceField(
        label="Winner",
        choices=names + drawn,
        widget=forms.RadioSelect,
        initial=WINNERS[first.score or 0.0],
        error_messages={"required": "Say who won.", "invalid_choice": "Say who won."},
    )


def may_be_drawn(participants: Sequence[ParticipantResult], systems: Sequence[RatingSystem]) -> bool:
    """Return whether a stored match can be a draw, or was one."""
    return participants[0].score == DRAWN or any(system.draws for system in systems)


def name_opponents(participants: Sequence[ParticipantResult]) -> tuple[str, str]:
    """Return the names of the two players of a match, or of its two sides."""
    named = [one._replace(player=one.player.name) for one in participants]
    return name_sides(named) if named[0].side else (named[0].player, named[1].player)


def name_first_side(participants: Sequence[ParticipantResult]) -> str:
    """Return whose points come first in a stored score: "Ann’s", or of sides "Ann and Bo’s"."""
    turned = participants[0].side == 2
    return f"{name_opponents(participants)[turned]}’s"


def find_player_named_twice(form: forms.Form, count: int) -> str | None:
    """Return the first of a form's fields with players whose player is in an earlier one, too."""
    seen: set[str] = set()
    for seat in range(count):
        player = form.cleaned_data.get(f"player_{seat}")
        key = player and (str(player.pk or build_name_key(player.name)))
        if key in seen:
            return f"player_{seat}"
        seen.add(key) if key else None
    return None


def find_score_fault(score: float | None, tapped: str, names: Mapping[str, str]) -> str:
    """Return what is wrong if a score says another winner than was chosen; an empty text if nothing is.

    `names` are those who can have won, by the value of the field.
    """
    key = "" if score is None else WINNERS[score]
    if key and key not in names:
        return "This score is level, and a match here has a winner."
    return (
        f"By this score {describe_winner(names[key])}, not {names[tapped]}." if key and tapped not in ("", key) else ""
    )


def describe_winner(label: str) -> str:
    """Return "Ann won", or that nobody did."""
    return "nobody won" if label == "Draw" else f"{label} won"
