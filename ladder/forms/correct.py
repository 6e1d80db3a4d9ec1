"""An organiser corrects a match: every value it has, and why it changes."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from ladder.files.values import NO_SUCH_TIME, is_skipped_by_clocks
from ladder.forms.facts import read_fact_values
from ladder.forms.planned import number_new_players
from ladder.forms.rows import FIELD_FACT
from ladder.forms.stored import SCORES, StoredForm
from ladder.forms.when import LAST_SECOND, keep_stored_moment
from ladder.services.results import ParticipantResult
from players.names import build_name_key


class CorrectForm(StoredForm):
    """What the fields say now, and what is wrong with it."""

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if not {"date", "time"} & set(self.errors) and values.get("date"):
            values["played_at"] = self.played_at(values["date"], values.get("time"))
            if values.get("time") and is_skipped_by_clocks(values["played_at"]):
                self.add_error("time", NO_SUCH_TIME)
            elif values["played_at"] > timezone.now() and values["played_at"] != self.match.played_at:
                self.add_error("date", "A match can't be in the future.")
        if values.get("started_at") and self.match.started_at:
            values["started_at"] = keep_stored_moment(values["started_at"], self.match.started_at)
        twice = self.named_twice()
        if twice:
            self.add_error(twice, "Each player can appear only once. Choose someone else.")
        return values

    def played_at(self, day: Any, at: Any) -> datetime:
        """Return when it ended; what was not touched stays to the microsecond."""
        return keep_stored_moment(timezone.make_aware(datetime.combine(day, at or LAST_SECOND)), self.match.played_at)

    def named_twice(self) -> str | None:
        """Return the first field whose player stands in an earlier one."""
        seen: set[str] = set()
        for seat in range(len(self.stored)):
            player = self.cleaned_data.get(f"player_{seat}")
            key = player and (str(player.pk or build_name_key(player.name)))
            if key in seen:
                return f"player_{seat}"
            seen.add(key) if key else None
        return None

    def sides(self) -> list[ParticipantResult]:
        """Return the sides as the form says, of a valid form."""
        values, sides = self.cleaned_data, []
        for seat in range(len(self.stored)):
            player, place = values[f"player_{seat}"], values.get(f"place_{seat}")
            number = values.get(f"round_{seat}")
            score = SCORES[values["winner"]] if self.shape == "duel" else None
            score = 1 - score if seat and score is not None else score
            sides.append(
                ParticipantResult(
                    player, score, values.get(f"exit_{seat}", ""), number and int(number), place and int(place)
                )
            )
        return sides

    def fact_values(self) -> dict[str, float]:
        """Return the facts: those asked, and those that the match has besides."""
        asked = {fact.name for fact in (*self.facts, FIELD_FACT)}
        others = {name: value for name, value in self.match.facts.items() if name not in asked}
        field = self.cleaned_data.get("field")
        return others | read_fact_values(self, self.facts) | ({"field": field} if field else {})

    def values(self) -> dict[str, Any]:
        """Return what `matches.correct` takes, of a valid form."""
        return {
            "sides": self.sides(),
            "kind": self.cleaned_data["kind"],
            "played_at": self.cleaned_data["played_at"],
            "started_at": self.cleaned_data.get("started_at", self.match.started_at),
            "facts": self.fact_values(),
        }

    def said(self) -> dict[str, Any]:
        """Return the values with names for the players; one who is new has no key yet."""
        values = self.values()
        return values | {"sides": [(build_name_key(side.player.name), *side[1:]) for side in values["sides"]]}

    def planned(self) -> tuple[dict[str, Any], dict[int, str]]:
        """Return the values with keys below 0 for players who are new, and their names."""
        values = self.values()
        sides, names = number_new_players(values["sides"])
        return values | {"sides": sides}, {key: name for key, name in names.items() if key < 0}
