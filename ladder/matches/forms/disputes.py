"""The form in which a player says that a match is wrong, and may propose the right result."""

from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError

from ladder.changes.forms import ReasonForm, add_refusal
from ladder.formats import (
    WALKOVER,
    choose_format,
    format_games,
    parse_games,
)
from ladder.ledger.storage.match_record import MatchVersion, load_match_version, load_participant_results
from ladder.matches.actions.disputes import build_proposal
from ladder.matches.forms.corrections import (
    SCORES,
    WINNERS,
    build_winner_field,
    find_player_named_twice,
    find_score_fault,
    name_first_side,
    name_opponents,
)
from ladder.matches.forms.facts import (
    FactFields,
    add_fact_fields,
    add_stored_handicap_fields,
    asks_handicap,
    bind_fact_fields,
    check_handicap_fields,
    format_stored_facts,
    list_asked_facts,
    list_handicap_values,
    read_fact_values,
)
from ladder.matches.forms.scores import ScoreFields, find_outcome_score
from ladder.models import Match
from ladder.pages.fields import NameField
from ladder.ratings import HANDICAP, RatingError
from players.people.queries import load_player_names

NAMELESS = "Enter who played. If you don’t know, put the old name back, and say above what is wrong."
UNKNOWN = "Nobody here is called {}. Enter a player’s full name, or put the old name back, and say above who played."
NOTHING = "Say what is wrong, or enter the right result below. An organiser will read it."


class SeatFields(NamedTuple):
    """The players of one side, to be changed into who played; `legend` names them as stored."""

    legend: str
    players: list[forms.BoundField]


class DisputeForm(ScoreFields, ReasonForm):
    """The match as it is stored, to be changed into what is right; `proposed` is that, if anything was changed."""

    proposed: dict[str, Any] | None = None

    def __init__(self, data: Any = None, *, match: Match, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.match, self.facts = match, []
        self.fields["reason"].label, self.fields["reason"].required = "What is wrong?", False
        self.stored = load_participant_results(match)
        format = choose_format(self.stored)
        if format.has_sides or not format.is_entered_in_rows:
            systems = [board.rating_system for board in match.season.boards.all()]
            self.facts = list_asked_facts(systems, match.season.ladder)
            add_fact_fields(self, self.facts, dict.fromkeys((fact.name for fact in self.facts), "") | match.facts)
            self.fields["winner"] = build_winner_field(self.stored, systems)
            self.fields["winner"].required = False
            add_stored_handicap_fields(self, match, self.stored, match.facts)
            if match.kind != WALKOVER.key:
                whose = name_first_side(self.stored)
                self.offer_score(match.season.ladder, whose, parse_games(match.games), match.ending)
        if format.has_sides:
            self.add_players()

    def add_players(self) -> None:
        """Ask who played, filled in with who is stored."""
        for seat, one in enumerate(self.stored):
            name = one.player.name
            self.fields[f"player_{seat}"] = NameField(label=f"In place of {name}", required=False, initial=name)

    def sides(self) -> list[SeatFields]:
        """Return the fields of the players of both sides; none for a match without sides."""
        if "player_0" not in self.fields:
            return []
        fields = [(one.side == self.stored[0].side, self[f"player_{seat}"]) for seat, one in enumerate(self.stored)]
        return [
            SeatFields(f"{name}’s side", [field for side, field in fields if side == is_first])
            for name, is_first in zip(name_opponents(self.stored), (True, False), strict=True)
        ]

    def has_other_players(self) -> bool:
        """Return whether somebody was changed, or something is wrong with a name, so that the names are shown."""
        return any(field.errors or field.value() != field.initial for side in self.sides() for field in side.players)

    def fact_fields(self) -> list[FactFields]:
        return bind_fact_fields(self, self.facts)

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        check_handicap_fields(self)
        self.check_players()
        if self.rule:
            self.check_score()
            self.check_winner_of_score()
        if not self.errors:
            self.propose()
        if not self.errors and not values["reason"] and not self.proposed:
            self.add_error("reason", NOTHING)
        return values

    def check_players(self) -> None:
        """Put beside its field a name that is missing, that nobody here has, or that is there twice."""
        for name in [name for name in self.fields if name.startswith("player_") and name not in self.errors]:
            player = self.cleaned_data[name]
            if player is None and name in self.data:
                self.add_error(name, NAMELESS)
            elif player and not player.pk:
                self.add_error(name, UNKNOWN.format(player.name))
        if twice := find_player_named_twice(self, len(self.stored)):
            self.add_error(twice, "Each player can appear only once. Choose someone else.")

    def check_winner_of_score(self) -> None:
        """Put beside the score that it says another winner than was chosen, with the names of the players."""
        if self.errors.keys() & {"score", "winner"}:
            return
        score, is_turned = find_outcome_score(self.entered_score()), self.stored[0].side == 2
        tapped = self.cleaned_data["winner"] or WINNERS[self.stored[0].score or 0.0]
        names = dict(self.fields["winner"].choices)  # type: ignore[attr-defined]
        fault = find_score_fault(1 - score if score is not None and is_turned else score, tapped, names)
        self.add_error("score", fault) if fault else None

    def propose(self) -> None:
        """Set `proposed`; put beside its field what the match can't be."""
        score, found = SCORES.get(self.cleaned_data.get("winner", "")), self.entered_score()
        games = None if self.rule is None else found.games
        typed = [self.cleaned_data.get(f"player_{seat}") for seat in range(len(self.stored))]
        players = [one or stored.player for one, stored in zip(typed, self.stored, strict=True)]
        try:
            facts = self.list_taken_away() | read_fact_values(self, self.facts)
            self.proposed = build_proposal(self.match, score, facts, games, found.ending, players)
        except (RatingError, ValidationError) as error:
            add_refusal(self, error)

    def list_taken_away(self) -> dict[str, float]:
        """Return a handicap of 0 for a match that has one: it should have none, unless the form says otherwise."""
        return {HANDICAP.name: 0.0} if asks_handicap(self) and HANDICAP.name in self.match.facts else {}

    def again(self, match: Match) -> ReasonForm:
        """Return the form for the match as it is by now; what the reader changed stays, the rest follows the match."""
        return DisputeForm(self.sent(match) | self.shown(match), match=match)

    def shown(self, match: Match) -> dict[str, str]:
        """Return the values of the fields of a duel: those that the reader changed, and the others as stored now."""
        if "winner" not in self.fields:
            return {}
        now = load_match_version(match)
        seen = match.revisions.filter(number=self.cleaned_data["revision"]).first()
        if seen and self.proposed:
            now |= merge_proposal(seen.version, self.proposed, now)
        facts = format_stored_facts(self.facts, now["facts"]) | list_handicap_values(now["facts"])
        shown = facts | {"winner": WINNERS[now["sides"][0]["score"] or 0.0]}
        if "player_0" in self.fields:
            names = load_player_names({side["player"] for side in now["sides"]})
            shown |= {f"player_{seat}": names[side["player"]] for seat, side in enumerate(now["sides"])}
        return shown | self.list_unchanged_score(seen.version if seen else {}, now)

    def list_unchanged_score(self, seen: MatchVersion, now: MatchVersion) -> dict[str, str]:
        """Return the fields of the score as stored now, where the reader left them as they were."""
        typed = {"score": format_games(self.entered_score().games), "ending": self.entered_score().ending}
        stored = {"score": "games", "ending": "ending"}
        left = [name for name, key in stored.items() if self.rule and typed[name] == seen.get(key, "")]
        return {name: now.get(stored[name], "") for name in left}


def merge_proposal(seen: MatchVersion, sent: MatchVersion, now: MatchVersion) -> MatchVersion:
    """Return facts and participant results as stored now, with those values laid over them that the reader changed.

    Who won is the reader's only while the same play, since it means another result with others.
    """
    facts = {name: value for name, value in sent["facts"].items() if value != seen["facts"].get(name)}
    seats, then, wanted = ([side["player"] for side in version["sides"]] for version in (now, seen, sent))
    if len(seats) != len(then):
        return {"facts": now["facts"] | facts, "sides": now["sides"]}
    scores = [[side["score"] for side in version["sides"]] for version in (sent, seen, now)]
    scored = scores[0] if seats == then and scores[0] != scores[1] else scores[2]
    players = [one if one != old else stored for one, old, stored in zip(wanted, then, seats, strict=True)]
    sides = [
        side | {"player": player, "score": score}
        for side, player, score in zip(now["sides"], players, scored, strict=True)
    ]
    return {"facts": now["facts"] | facts, "sides": sides}
