"""The form in which a player says that a match is wrong, and may propose the right result."""

from typing import Any

from django.core.exceptions import ValidationError

from ladder.changes.forms import ReasonForm, add_refusal
from ladder.formats import format_games
from ladder.ledger.storage.match_record import MatchVersion, load_match_version
from ladder.matches.actions.disputes import build_proposal
from ladder.matches.forms.facts import (
    asks_handicap,
    check_handicap_fields,
    format_stored_facts,
    list_handicap_values,
)
from ladder.matches.forms.seats import TAPPED_SUFFIX
from ladder.matches.forms.stored_match import WINNER_CHOICES, WINNER_SCORES, StoredMatchForm
from ladder.models import Match
from ladder.ratings import HANDICAP, RatingError
from players.people.questions import ask_about_names

WHO_PLAYED_NEEDED = "Enter who played. If you don’t know, put the old name back, and say above what is wrong."
NOBODY_HERE = (
    "Nobody here is called {}. Enter a player’s full name, or put the old name back, and say above who played."
)
NOTHING_DISPUTED = "Say what is wrong, or enter the right result below. An organiser will read it."


class DisputeForm(StoredMatchForm, ReasonForm):
    """The match as it is stored, to be changed into what is right; `proposed` is that, if anything was changed."""

    proposed: dict[str, Any] | None = None

    def __init__(self, data: Any = None, *, match: Match, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.show_match(match)
        self.fields["reason"].label, self.fields["reason"].required = "What is wrong?", False
        if self.has_two_sides:
            self.ask_outcome()
            self.fields["winner"].required = False
            self.ask_facts()
            self.ask_players()
        else:
            self.facts = []

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        check_handicap_fields(self)
        self.check_players()
        if "winner" not in self.errors:
            values["winner"] = values.get("winner") or self.shown_winner
        if self.rule:
            self.check_winner()
        if not self.errors:
            self.propose()
        if not self.errors and not values["reason"] and not self.proposed:
            self.add_error("reason", NOTHING_DISPUTED)
        return values

    def check_players(self) -> None:
        """Put beside its field a name that is missing, that nobody here has, or that is there twice.

        A name that is like those of players is asked about.
        """
        super().check_players()
        for name in [name for name in self.list_pick_names() if name not in self.errors]:
            player = self.cleaned_data[name]
            if player is None and name in self.data:
                self.add_error(name, WHO_PLAYED_NEEDED)
            elif player and not player.pk:
                self.add_error(name, NOBODY_HERE.format(player.name))
                self.ask((one._replace(yes="") for one in ask_about_names({name: player})), ())

    def propose(self) -> None:
        """Set `proposed`, where it is enough to say who won; put beside its field what the match can't be."""
        if not self.has_two_sides:
            return
        score, found = WINNER_SCORES.get(self.cleaned_data.get("winner", "")), self.entered_score()
        games = None if self.rule is None else found.games
        typed = [self.cleaned_data.get(f"player_{seat}") for seat in range(len(self.shown_seats))]
        players = [one or stored.player for one, stored in zip(typed, self.shown_seats, strict=True)]
        try:
            facts = self.list_taken_away() | self.fact_values()
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
        shown = facts | {"winner": WINNER_CHOICES[now["sides"][0]["score"] or 0.0]}
        for name, side in zip(self.list_pick_names(), now["sides"], strict=False):
            shown |= {name: "", name + TAPPED_SUFFIX: str(side["player"])}
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
