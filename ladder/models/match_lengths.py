"""Which match lengths are usual on a ladder, as it sets them: the buttons of its forms."""

import re

from django.core.exceptions import ValidationError
from django.db import models

from ladder.formats import MATCH_LENGTH
from ladder.ratings import Fact

MOST_LENGTHS = 7  # as many as fit side by side on a phone
LONGEST_TEXT = 40
USUAL_LENGTHS = f"{', '.join(map(str, MATCH_LENGTH.usual[:-1]))} and {MATCH_LENGTH.usual[-1]}"
NOT_LENGTHS = f"Enter up to {MOST_LENGTHS} whole numbers from 1 to 999, such as 3 5 7."


def read_match_lengths(text: str) -> tuple[int, ...]:
    """Return the lengths of a text such as "3 5 7" or "7, 5, 3", the shortest first. Raises: ValidationError."""
    parts = re.split(r"[\s,;]+", text.strip(" ,;")) if text.strip() else []
    lengths = {int(part) for part in parts if re.fullmatch(r"[0-9]{1,3}", part)} - {0}
    if len(lengths) != len({part.lstrip("0") for part in parts}) or len(lengths) > MOST_LENGTHS:
        raise ValidationError(NOT_LENGTHS)
    return tuple(sorted(lengths))


def validate_match_lengths(text: str) -> None:
    """Refuse a text that is no list of match lengths."""
    read_match_lengths(text)


class MatchLengths(models.Model):
    """The column of a ladder with its usual match lengths; empty for those of the rating systems."""

    match_lengths = models.CharField(
        "usual match lengths",
        max_length=LONGEST_TEXT,
        blank=True,
        default="",
        db_default="",
        validators=[validate_match_lengths],
        help_text="The buttons of a report, where a board asks for the length of a match, such as 3 5 7. "
        f"Any other length can still be typed. Leave empty for {USUAL_LENGTHS}.",
    )

    class Meta:
        abstract = True

    def fit_fact(self, fact: Fact) -> Fact:
        """Return a fact as the ladder asks for it: a match length with the ladder's own usual ones."""
        lengths = read_match_lengths(self.match_lengths)
        if fact.name != MATCH_LENGTH.name or not lengths:
            return fact
        default = fact.default if fact.default in lengths else lengths[len(lengths) // 2]
        return fact._replace(usual=tuple(sorted({*lengths, *fact.always})), default=default)
