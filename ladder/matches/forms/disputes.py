"""Something is wrong with a match: the words, and of a duel what it should say."""

from typing import Any

from django.core.exceptions import ValidationError

from ladder.changes.forms import ReasonForm, add_refusal
from ladder.formats import choose_format
from ladder.ledger.storage.match_record import MatchVersion, load_match_version, load_participant_results
from ladder.matches.actions.disputes import build_proposal
from ladder.matches.forms.corrections import SCORES, WINNERS, build_winner_field
from ladder.matches.forms.facts import (
    FactFields,
    add_fact_fields,
    bind_fact_fields,
    format_stored_facts,
    list_asked_facts,
    read_fact_values,
)
from ladder.models import Match
from ladder.ratings import RatingError

NOTHING = "Say what is wrong, or enter the right result below. An organiser will read it."


class DisputeForm(ReasonForm):
    """What the match says stands in the fields; `proposed` is what it should say, where that was changed."""

    proposed: dict[str, Any] | None = None

    def __init__(self, data: Any = None, *, match: Match, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.match, self.facts = match, []
        self.fields["reason"].label, self.fields["reason"].required = "What is wrong?", False
        sides = load_participant_results(match)
        if not choose_format(sides).is_entered_in_rows:
            systems = [board.rating_system for board in match.season.boards.all()]
            self.facts = list_asked_facts(systems)
            add_fact_fields(self, self.facts, dict.fromkeys((fact.name for fact in self.facts), "") | match.facts)
            self.fields["winner"] = build_winner_field(sides, systems)
            self.fields["winner"].required = False

    def fact_fields(self) -> list[FactFields]:
        return bind_fact_fields(self, self.facts)

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if not self.errors:
            self.propose()
        if not self.errors and not values["reason"] and not self.proposed:
            self.add_error("reason", NOTHING)
        return values

    def propose(self) -> None:
        """Find what the match should say; what it can't say is told beside its field."""
        score = SCORES.get(self.cleaned_data.get("winner", ""))
        try:
            self.proposed = build_proposal(self.match, score, read_fact_values(self, self.facts))
        except (RatingError, ValidationError) as error:
            add_refusal(self, error)

    def again(self, match: Match) -> ReasonForm:
        """Return the form about what the match says by now; what was changed by hand stays, the rest follows it."""
        return DisputeForm(self.sent(match) | self.shown(match), match=match)

    def shown(self, match: Match) -> dict[str, str]:
        """Return what the fields of a duel show: what was changed since the page was made, else what holds now."""
        if "winner" not in self.fields:
            return {}
        now = load_match_version(match)
        seen = match.revisions.filter(number=self.cleaned_data["revision"]).first()
        if seen and self.proposed:
            now |= merge_proposal(seen.version, self.proposed, now)
        return format_stored_facts(self.facts, now["facts"]) | {"winner": WINNERS[now["sides"][0]["score"] or 0.0]}


def merge_proposal(seen: MatchVersion, sent: MatchVersion, now: MatchVersion) -> MatchVersion:
    """Return the facts and sides by now, with what was sent of them where it is not what was seen."""
    facts = {name: value for name, value in sent["facts"].items() if value != seen["facts"].get(name)}
    seats, then = ([side["player"] for side in version["sides"]] for version in (now, seen))
    changed = seats == then and sent["sides"] != seen["sides"]
    return {"facts": now["facts"] | facts, "sides": (sent if changed else now)["sides"]}
