"""The form in which an organiser corrects a match, filled in as it is stored."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils import timezone

from ladder.changes.forms import PreviewedForm
from ladder.formats import ANY, SIDES, WALKOVER, Kind, ParticipantResult, format_games, turn_games
from ladder.matches.forms.facts import check_handicap_fields, list_unasked_facts
from ladder.matches.forms.match import WhenForm, keep_stored_moment
from ladder.matches.forms.rows import build_column_field
from ladder.matches.forms.scores import EnteredScore, find_outcome_score
from ladder.matches.forms.seats import PLAYER_NEEDED, TAPPED_SUFFIX
from ladder.matches.forms.stored_match import WINNER_CHOICES, WINNER_SCORES, StoredMatchForm
from ladder.models import Match
from ladder.pages.fields import ClockField, MomentField, NumberField, find_newcomers
from ladder.pages.figures import has_time
from ladder.ratings import load_kinds
from players.form_fields import ALL_YEARS, DayField
from players.people.names import build_name_key
from players.people.questions import Question, ask_about_names


class CorrectForm(StoredMatchForm, WhenForm, PreviewedForm):
    """A match to be corrected: as it is stored, or as its dispute proposes. Participants keep their order."""

    may_be_now = False  # a preview and what is applied say the same moment
    day = None  # type: ignore[assignment]
    date = DayField(label="Date", years=ALL_YEARS, error_messages={"required": "Enter the date."})
    time = ClockField(label="Time it ended", required=False, help_text="Empty for the last match of its day.")
    kind = forms.ChoiceField(label="Kind", error_messages={"invalid_choice": "Choose a kind shown here."})

    def __init__(self, data: Any = None, *, match: Match) -> None:
        self.stored_at, local = match.played_at, timezone.localtime(match.played_at)
        clock = local.time() if has_time(match.played_at) else None
        super().__init__(data, initial={"kind": match.kind, "date": local.date(), "time": clock})
        self.show_match(match)
        if self.has_two_sides:
            self.ask_outcome()
        self.ask_facts()
        self.ask_players()
        for seat, participant in enumerate(self.shown_seats):
            self.ask_row(seat, participant)
        self.add_kinds()
        for fact in self.format.facts:
            self.fields[fact.name] = NumberField(fact, label=fact.label, initial=match.facts.get(fact.name))
        if any(load_kinds()[key].format.asks_start for key in self.offered):
            self.add_start()

    def add_kinds(self) -> None:
        """Offer the kinds that fit the stored match, its own first."""
        known = [kind for system in self.systems for kind in (*system.kinds, *system.uncounted)]
        known += [WALKOVER] if self.has_two_sides else []
        fitting = {kind.key: kind.label for kind in known if self.fits(kind)}
        self.offered = {self.match.kind: load_kinds()[self.match.kind].label, **fitting}
        choice: Any = self.fields["kind"]
        choice.choices = list(self.offered.items())

    def fits(self, kind: Kind) -> bool:
        """Return whether the stored match can be of this kind; a pair with a score fits every format of pairs."""
        if kind.format.is_entered_as_pair and not self.format.is_entered_in_rows:
            return True
        return kind.format in (self.format, ANY)

    def ask_row(self, seat: int, participant: ParticipantResult) -> None:
        """Ask on which side a participant played, or how the match ended for them."""
        if self.format.has_sides:
            leaders = [next(one.player.name for one in self.stored_seats if one.side == side) for side in SIDES]
            self.fields[f"of_side_{seat}"] = forms.ChoiceField(
                label="Played on",
                choices=[(str(side), f"{name}’s side") for side, name in zip(SIDES, leaders, strict=True)],
                required=False,
                initial=str(participant.side),
                error_messages={"invalid_choice": "Choose one of these."},
            )
            return
        stored = self.format.list_row_values(participant)
        for column in self.format.columns:
            field = build_column_field(column, seat)
            field.label, field.initial, field.required = column.label, stored[column.name], bool(column.choices)
            self.fields[f"{column.name}_{seat}"] = field

    def add_start(self) -> None:
        """Ask when the match began, which counts in battles (W-8)."""
        began = self.match.started_at and timezone.localtime(self.match.started_at).replace(microsecond=0)
        self.fields["started_at"] = MomentField(label="Began at", required=False, initial=began)

    def rows(self) -> list[list[forms.BoundField]]:
        """Return the bound fields of each participant, where it is said of everybody how the match ended."""
        if self.has_two_sides:
            return []
        names = ["player", *(column.name for column in self.format.columns)]
        return [[self[f"{name}_{seat}"] for name in names] for seat in range(len(self.shown_seats))]

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        if values.get("started_at") and self.match.started_at:
            values["started_at"] = keep_stored_moment(values["started_at"], self.match.started_at)
        check_handicap_fields(self)
        if self.rule and values.get("kind") == WALKOVER.key and any(self.entered_score()[:2]):
            self.add_error("score", "A walkover has no score.")
        if self.rule:
            self.check_winner()
        self.check_players()
        return values

    def check_players(self) -> None:
        super().check_players()
        for name in self.list_pick_names():
            if not self.cleaned_data.get(name) and name + TAPPED_SUFFIX not in self.errors:
                self.add_once(name, PLAYER_NEEDED)
        if self.format.has_sides and len({*self.side_numbers()}) == 1:
            self.add_error(f"of_side_{len(self.shown_seats) - 1}", "Say who played on the other side.")

    def entered_score(self) -> EnteredScore:
        """Return the score; one that was left as it was turns with the winner."""
        found = super().entered_score()
        return found._replace(games=turn_games(found.games)) if self.is_other_winner else found

    @property
    def is_other_winner(self) -> bool:
        """Whether another side is said to have won than the score was shown for, which a dispute may propose."""
        said, shown = self.cleaned_data.get("winner"), self.filled_in.result
        is_swapped = {"first", "second"} == {said, self.shown_winner} and "score" not in self.changed_data
        is_as_stored = (said, shown.games) == (
            WINNER_CHOICES[self.stored_seats[0].score or 0.0],
            self.played.result.games,
        )
        return is_swapped and not is_as_stored

    @property
    def score_as_stored(self) -> str:
        """The score to type if it shall not turn with the winner, which it does not tell; else an empty text."""
        if self.errors or not self.is_other_winner or find_outcome_score(self.entered_score()) is not None:
            return ""
        return f"{format_games(self.filled_in.result.games)} ret." if self.filled_in.result.games else ""

    def participants(self) -> list[ParticipantResult]:
        """Return the participant results that a valid form says."""
        values = self.cleaned_data
        players = [values[f"player_{seat}"] for seat in range(len(self.shown_seats))]
        if self.has_two_sides:
            first, score = self.shown_seats[0].side, WINNER_SCORES[values["winner"]]
            ended = [ParticipantResult(one, side=side) for one, side in zip(players, self.side_numbers(), strict=True)]
            with_first = [one.side == first if first else one is ended[0] for one in ended]
            return [
                one._replace(score=score if is_first else 1 - score)
                for one, is_first in zip(ended, with_first, strict=True)
            ]
        names = [column.name for column in self.format.columns]
        rows = [{name: values.get(f"{name}_{seat}") for name in names} for seat in range(len(players))]
        return [self.format.build_participant(one, row) for one, row in zip(players, rows, strict=True)]

    def fact_values(self) -> dict[str, float]:
        """Return the facts of a valid form, and the others that the match has."""
        own = {fact.name: self.cleaned_data.get(fact.name) for fact in self.format.facts}
        given = {name: value for name, value in own.items() if value}
        return list_unasked_facts(self, self.match) | super().fact_values() | given

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
