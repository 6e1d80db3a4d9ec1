"""The base of the forms that show a stored match of any format, to be changed: corrections and disputes."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.text import capfirst

from ladder.formats import DRAWN, STOPPED, ParticipantResult, Played, choose_format, name_sides, turn_handicap
from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.actions.disputes import load_proposed_match
from ladder.matches.forms.facts import (
    FactFields,
    add_fact_fields,
    add_stored_handicap_fields,
    bind_fact_fields,
    list_asked_facts,
    read_fact_values,
)
from ladder.matches.forms.rows import NAMED_TWICE, NamedSeats
from ladder.matches.forms.scores import HAS_WINNER, STOPPED_AND_WON, ScoreFields, build_score_doubt, find_outcome_score
from ladder.matches.forms.seats import (
    PLAYER_NEEDED,
    TAPPED_SUFFIX,
    PlayerPick,
    bind_picks,
    find_picked,
    list_picked_keys,
)
from ladder.models import Match, Season
from ladder.pages.fields import TappedField, TypedNameField
from ladder.ratings import Fact, RatingSystem
from players.people.questions import AskedForm

WINNER_SCORES = {"first": 1.0, "second": 0.0, "draw": 0.5}
WINNER_CHOICES = {score: key for key, score in WINNER_SCORES.items()}


class SeatFields(NamedTuple):
    """The fields of one player of a match of two sides: who played, and in a correction on which side."""

    pick: PlayerPick
    side: forms.BoundField | None


class StoredSide(NamedTuple):
    """The players of one side, to be changed into who played; `legend` names the side as it is stored.

    Two players who are no sides are together, without a legend.
    """

    legend: str
    seats: list[SeatFields]


class StoredMatchForm(NamedSeats, ScoreFields, AskedForm):
    """A form that shows a stored match, to be changed: who won, the score, the facts, and who played.

    "First" is the side of the first participant, or the first of two players; the score names side 1 first.
    """

    match: Match
    season: Season
    played: Played  # as it is stored
    filled_in: Played
    facts: list[Fact]

    def show_match(self, match: Match) -> None:
        """Keep the match and the facts that its boards ask for.

        `stored_seats` are its participants as stored, `shown_seats` those that the form shows: as a dispute proposes
        them, or else the same.
        """
        self.match, self.season, self.played = match, match.season, load_played_match(match)
        self.stored_seats, self.filled_in = self.played.participants, load_proposed_match(match, self.played)
        self.seats = range(len(self.stored_seats))
        self.shown_seats, self.format = self.filled_in.participants, choose_format(self.filled_in.participants)
        self.systems = [board.rating_system for board in match.season.boards.all()]
        self.facts = [] if self.format.has_places else list_asked_facts(self.systems, match.season.ladder)

    @property
    def has_two_sides(self) -> bool:
        """Whether it is enough to say who won: of two players, or of two sides."""
        return self.format.has_sides or not self.format.is_entered_in_rows

    @property
    def is_turned(self) -> bool:
        """Whether the score names the first participant's side second."""
        return self.shown_seats[0].side == 2

    def ask_facts(self) -> None:
        """Ask for the facts, and for the handicap where it can be changed."""
        facts = self.filled_in.result.facts
        add_fact_fields(self, self.facts, dict.fromkeys((fact.name for fact in self.facts), "") | dict[str, Any](facts))
        add_stored_handicap_fields(self, self.match, self.shown_seats, facts)

    def ask_outcome(self) -> None:
        """Ask who won, and for the score, where the ladder has scores or the match has one."""
        self.fields["winner"] = winner = forms.ChoiceField(
            label="Who won?",
            initial=self.shown_winner,
            error_messages={"required": "Say who won.", "invalid_choice": "Say who won."},
        )
        whose = f"{name_opponents(self.shown_seats)[self.is_turned]}’s"
        self.offer_score(self.match, whose, self.filled_in.result.games, self.filled_in.result.ending)
        names = zip(("first", "second"), name_opponents(self.shown_seats), strict=True)
        drawn = self.counts_points or may_be_drawn(self.shown_seats, self.systems)
        winner.choices = [*names, *([("draw", "Draw")] if drawn else [])]
        winner.required = self.rule is None

    @property
    def shown_winner(self) -> str:
        return WINNER_CHOICES[self.shown_seats[0].score or 0.0]

    def ask_players(self) -> None:
        """Ask who played: of two sides those who are shown can be left, or others tapped or typed."""
        for seat, (one, stored) in enumerate(zip(self.shown_seats, self.stored_seats, strict=True)):
            name, label = f"player_{seat}", f"In place of {stored.player.name}"
            if self.has_two_sides:
                self.fields[name] = TypedNameField(label=label, required=False)
                self.fields[name + TAPPED_SUFFIX] = TappedField(label=label, shown=one.player)
            else:
                sentence = {"required": PLAYER_NEEDED}
                self.fields[name] = TypedNameField(
                    label=f"Player {seat + 1}", initial=one.player.name, error_messages=sentence
                )

    def list_pick_names(self) -> list[str]:
        """Return the names of the fields in which the players of two sides are typed."""
        names = (f"player_{seat}" for seat in self.seats)
        return [name for name in names if name + TAPPED_SUFFIX in self.fields]

    def list_chosen(self) -> list[int]:
        """Return the keys of the players who are tapped, or with whom the form was opened."""
        return list_picked_keys(self, self.list_pick_names())

    def sides(self) -> list[StoredSide]:
        """Return the fields of those who played; none where nobody is asked for them."""
        picks = bind_picks(self, self.list_pick_names())
        sides = [f"of_side_{seat}" for seat in self.seats]
        seats = [
            SeatFields(pick, self[side] if side in self.fields else None)
            for pick, side in zip(picks, sides, strict=False)
        ]
        if not seats or not self.format.has_sides:
            return [StoredSide("", seats)] if seats else []
        names = zip(
            name_opponents(self.stored_seats), (self.stored_seats[0].side, 3 - self.stored_seats[0].side), strict=True
        )
        return [
            StoredSide(
                f"{name}’s side",
                [fields for fields, one in zip(seats, self.stored_seats, strict=True) if one.side == side],
            )
            for name, side in names
        ]

    def has_other_players(self) -> bool:
        """Return whether somebody else is entered than is stored, or a name is wrong, so that the names are shown."""
        asked = [name for name in self.fields if name.startswith(("player_", "of_side_"))]
        if self.errors.keys() & {*asked}:
            return True
        named, sides = self.named(), self.side_numbers()
        played = [(named.get(seat) or one.player, sides[seat]) for seat, one in enumerate(self.shown_seats)]
        return played != [(one.player, one.side) for one in self.stored_seats]

    def fact_fields(self) -> list[FactFields]:
        return bind_fact_fields(self, self.facts)

    def check_players(self) -> None:
        """Find the players who are typed or tapped, and put beside its field one who is there twice."""
        self.find_players()
        for name in self.list_pick_names():
            if name not in self.errors:
                self.cleaned_data[name] = find_picked(self, name)
        for seat in self.list_repeated():
            self.add_once(f"player_{seat}", NAMED_TWICE)

    def side_numbers(self) -> list[int]:
        """Return the number of each player's side; 0 for two players."""
        values = getattr(self, "cleaned_data", {})
        return [int(values.get(f"of_side_{seat}") or one.side) for seat, one in enumerate(self.shown_seats)]

    def fact_values(self) -> dict[str, float]:
        """Return the facts; a handicap stays with the people whom its field names, also on the other side."""
        was, now = {one.player.pk: one.side or seat for seat, one in enumerate(self.shown_seats)}, self.side_numbers()
        moved = [(now[seat] or seat) != was[one.pk] for seat, one in self.named().items() if one.pk in was]
        facts = read_fact_values(self, self.facts)
        return turn_handicap(facts) if sum(moved) * 2 > len(moved) else facts

    def check_winner(self) -> None:
        """Check the score; put beside it that it says another winner, or let it say who won where nobody does."""
        self.check_score()
        if "winner" not in self.fields or self.errors.keys() & {"score", "winner"}:
            return
        found = self.entered_score()
        score = find_outcome_score(found)
        key = "" if score is None else WINNER_CHOICES[1 - score if self.is_turned else score]
        tapped, names = self.cleaned_data["winner"], dict(self.fields["winner"].choices)  # type: ignore[attr-defined]
        if found.ending == STOPPED:
            self.follow_stop(tapped, names)
            return
        if key and key not in names:
            self.add_error("score", HAS_WINNER)
        elif key and tapped and key != tapped:
            by_score, said = describe_winner(names[key]), describe_winner(names[tapped])
            self.doubt = build_score_doubt(key, capfirst(by_score), capfirst(said), found)
            self.add_error("score", f"By this score {by_score}, not {names[tapped]}.")
        elif not key and not tapped:
            self.add_error("winner", "Say who won.")
        self.cleaned_data["winner"] = tapped or key

    def follow_stop(self, tapped: str, names: dict[str, str]) -> None:
        """Let a match that was stopped be a draw, unless somebody else is newly said to have won it."""
        drawn = WINNER_CHOICES[DRAWN]
        if tapped not in ("", drawn, self.shown_winner):
            said = capfirst(describe_winner(names[tapped]))
            self.doubt = build_score_doubt("", "", said, self.entered_score())
            self.add_error("score", STOPPED_AND_WON.format(said=said))
        else:
            self.cleaned_data["winner"] = drawn


def may_be_drawn(participants: Sequence[ParticipantResult], systems: Sequence[RatingSystem]) -> bool:
    """Return whether a stored match can be a draw, or was one."""
    return participants[0].score == DRAWN or any(system.draws for system in systems)


def name_opponents(participants: Sequence[ParticipantResult]) -> tuple[str, str]:
    """Return the names of the two players of a match, or of its two sides."""
    named = [one._replace(player=one.player.name) for one in participants]
    return name_sides(named) if named[0].side else (named[0].player, named[1].player)


def describe_winner(label: str) -> str:
    """Return "Ann won", or that nobody did."""
    return "nobody won" if label == "Draw" else f"{label} won"
