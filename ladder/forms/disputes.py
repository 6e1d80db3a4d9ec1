"""Something is wrong with a match: the words, and of a duel what it should say."""

from typing import Any

from django.core.exceptions import ValidationError

from ladder.models import Match
from ladder.ratings import RatingError
from ladder.services.reports.disputes import proposal
from ladder.services.results import sides_of

from .facts import FactFields, add_fact_fields, fact_fields, fact_values, facts_asked
from .reason import ReasonForm
from .refusals import refuse
from .stored import SCORES, shape_of, winner_field

NOTHING = "Say what is wrong, or change what it should say. An organiser reads it."


class DisputeForm(ReasonForm):
    """What the match says stands in the fields; `proposed` is what it should say, where that was changed."""

    proposed: dict[str, Any] | None = None

    def __init__(self, data: Any = None, *, match: Match, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.match, self.facts = match, []
        self.fields["reason"].label, self.fields["reason"].required = "What is wrong?", False
        sides = sides_of(match)
        if shape_of(sides) == "duel":
            systems = [board.rating_system for board in match.season.boards.all()]
            self.facts = facts_asked(systems)
            add_fact_fields(self, self.facts, dict.fromkeys((fact.name for fact in self.facts), "") | match.facts)
            self.fields["winner"] = winner_field(sides, systems)
            self.fields["winner"].required = False

    def fact_fields(self) -> list[FactFields]:
        return fact_fields(self, self.facts)

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
            self.proposed = proposal(self.match, score, fact_values(self, self.facts))
        except (RatingError, ValidationError) as error:
            refuse(self, error)
