"""The form in which a player says that a match is wrong, and may propose the right result."""

from typing import Any

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
from ladder.matches.forms.corrections import SCORES, WINNERS, build_winner_field, name_first_side
from ladder.matches.forms.facts import (
    FactFields,
    add_fact_fields,
    bind_fact_fields,
    format_stored_facts,
    list_asked_facts,
    read_fact_values,
)
from ladder.matches.forms.handicaps import (
    add_stored_handicap_fields,
    asks_handicap,
    bind_handicap_fields,
    check_handicap_fields,
    list_handicap_values,
    read_handicap,
)
from ladder.matches.forms.scores import ScoreFields
from ladder.models import Match
from ladder.ratings import HANDICAP, RatingError

NOTHING = "Say what is wrong, or enter the right result below. An organiser will read it."


class DisputeForm(ScoreFields, ReasonForm):
    """The match as it is stored, to be changed into what is right; `proposed` is that, if anything was changed."""

    proposed: dict[str, Any] | None = None

    def __init__(self, data: Any = None, *, match: Match, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.match, self.facts = match, []
        self.fields["reason"].label, self.fields["reason"].required = "What is wrong?", False
        participants = load_participant_results(match)
        format = choose_format(participants)
        if format.has_sides or not format.is_entered_in_rows:
            systems = [board.rating_system for board in match.season.boards.all()]
            self.facts = list_asked_facts(systems)
            add_fact_fields(self, self.facts, dict.fromkeys((fact.name for fact in self.facts), "") | match.facts)
            self.fields["winner"] = build_winner_field(participants, systems)
            self.fields["winner"].required = False
            add_stored_handicap_fields(self, match, participants, match.facts)
            if match.kind != WALKOVER.key:
                whose = name_first_side(participants)
                self.offer_score(match.season.ladder, whose, parse_games(match.games), match.ending)

    def fact_fields(self) -> list[FactFields]:
        return bind_fact_fields(self, self.facts) + bind_handicap_fields(self)

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        check_handicap_fields(self)
        if self.rule:
            self.check_score()
        if not self.errors:
            self.propose()
        if not self.errors and not values["reason"] and not self.proposed:
            self.add_error("reason", NOTHING)
        return values

    def propose(self) -> None:
        """Set `proposed`; put beside its field what the match can't be."""
        score, found = SCORES.get(self.cleaned_data.get("winner", "")), self.entered_score()
        try:
            facts = read_fact_values(self, self.facts) | self.read_handicap()
            if self.rule is None:
                self.proposed = build_proposal(self.match, score, facts)
            else:
                self.proposed = build_proposal(self.match, score, facts, found.games, found.ending)
        except (RatingError, ValidationError) as error:
            add_refusal(self, error)

    def read_handicap(self) -> dict[str, float]:
        """Return the proposed handicap; 0 where the match has one and should not."""
        none = {HANDICAP.name: 0.0} if asks_handicap(self) and HANDICAP.name in self.match.facts else {}
        return none | read_handicap(self)

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
        return shown | self.list_unchanged_score(seen.version if seen else {}, now)

    def list_unchanged_score(self, seen: MatchVersion, now: MatchVersion) -> dict[str, str]:
        """Return the fields of the score as stored now, where the reader left them as they were."""
        typed = {"score": format_games(self.entered_score().games), "ending": self.entered_score().ending}
        stored = {"score": "games", "ending": "ending"}
        left = [name for name, key in stored.items() if self.rule and typed[name] == seen.get(key, "")]
        return {name: now.get(stored[name], "") for name in left}


def merge_proposal(seen: MatchVersion, sent: MatchVersion, now: MatchVersion) -> MatchVersion:
    """Return facts and participant results as stored now, with those values laid over them that the reader changed."""
    facts = {name: value for name, value in sent["facts"].items() if value != seen["facts"].get(name)}
    seats, then = ([side["player"] for side in version["sides"]] for version in (now, seen))
    changed = seats == then and sent["sides"] != seen["sides"]
    return {"facts": now["facts"] | facts, "sides": (sent if changed else now)["sides"]}
