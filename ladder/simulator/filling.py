"""What is typed into the forms: mostly what may be, sometimes what is refused."""

import random
from collections.abc import Sequence
from datetime import date, timedelta

from ladder.simulator.html import PageForm

NEW = 0.06  # how often somebody comes who never played
LEFT = ("dead", "surrendered")
REASONS = ("The score sheet says otherwise.", "Mixed up the players.", "Entered on the wrong day.", "Asked by both.")


class Typist:
    """Fills in forms, with luck for a hand."""

    def __init__(self, luck: random.Random, names: Sequence[str], regulars: int) -> None:
        self.luck, self.names, self.regulars = luck, names, regulars

    def some(self, count: int) -> list[str]:
        """Return that many different players; now and then one is new."""
        found = self.luck.sample(self.names[: self.regulars], count)
        if self.luck.random() < NEW:
            found[0] = self.luck.choice(self.names[self.regulars :])
        return found

    def reason(self) -> dict[str, str]:
        return {"reason": self.luck.choice(REASONS)}

    def match(self, form: PageForm, day: date) -> dict[str, str]:
        """Return what a new match says, whatever its form asks."""
        typed = self.when(form, day)
        for name, values in form.choices.items():
            if name in ("winner", "length", "exit"):
                typed[name] = self.luck.choice(values)
        if "chips" in form.values:
            typed["chips"] = f"{self.luck.uniform(0.5, 40):.2f}"
        if "field" in form.values:
            return typed | self.places()
        if "player_0" in form.values:
            return typed | self.exits(form)
        return typed | dict(zip(self.pair(form), self.some(2), strict=False))

    def pair(self, form: PageForm) -> tuple[str, ...]:
        return ("first", "second") if "first" in form.values else ("newcomer",)

    def when(self, form: PageForm, day: date) -> dict[str, str]:
        """Return the moment it ended; in a battle sometimes when it began."""
        clock = f"{self.luck.randrange(8, 24):02}:{self.luck.randrange(60):02}"
        typed = {"day": "other", "date": f"{day}", "time": self.luck.choice([clock, clock, ""])}
        if "started_at" in form.values and self.luck.random() < 0.4:
            typed["started_at"] = f"{day - timedelta(days=self.luck.randrange(3))}T{self.luck.randrange(8):02}:00"
        return typed

    def exits(self, form: PageForm) -> dict[str, str]:
        """Return how each left a battle: one stood, the others went in some round; a member stays in the first row."""
        typed: dict[str, str] = {}
        own = [form.values["player_0"]] if form.values["player_0"] else []
        others = [name for name in self.some(self.luck.randint(3, 5)) if name not in own]
        for seat, name in enumerate([*own, *others[1:]]):
            left = self.luck.choice(LEFT) if seat else "standing"
            typed |= {f"player_{seat}": name, f"exit_{seat}": left}
            typed[f"round_{seat}"] = str(self.luck.randint(1, 3)) if seat else ""
        return typed

    def places(self) -> dict[str, str]:
        """Return who took which place among how many."""
        people = self.some(self.luck.randint(3, 8))
        typed: dict[str, str] = {"field": str(len(people) + self.luck.randint(0, 4))}
        for seat, name in enumerate(people):
            typed |= {f"player_{seat}": name, f"place_{seat}": str(seat + 1)}
        return typed

    def correction(self, form: PageForm, day: date) -> dict[str, str]:
        """Return one field with another value."""
        field = self.luck.choice([name for name in form.values if self.value(name, form, day) is not None])
        return {field: self.value(field, form, day) or ""}

    def value(self, name: str, form: PageForm, day: date) -> str | None:
        """Return another value for a field of a correction; nothing for one that stays."""
        if name in ("winner", "kind"):
            return self.luck.choice(form.choices[name])
        if name == "date":
            return f"{day}"
        if name.startswith("player_"):
            return self.some(1)[0]
        if name in ("length_other", "chips", "field") or name.startswith(("round_", "place_")):
            return str(self.luck.randint(1, 12))
        return None
