"""What a ladder says about boxes: how large, who goes up and down, and how long a cycle is and who ends it."""

from django.db import models
from django.db.models import Q

from ladder.models.challenge_rules import build_optional_number, build_range_constraint, build_range_validators

BOX_SIZES = (3, 12)
MOST_MOVED, MOST_PARALLEL_BOXES, LONGEST_CYCLE_WEEKS = 5, 6, 52
MOST_BOX_MATCHES = BOX_SIZES[1] - 1
MOST_OFFERS = 9


class BoxRules(models.Model):
    """The columns of a ladder with its rules on boxes."""

    class CycleEnd(models.TextChoices):
        HAND = "hand", "An organiser"
        CLOCK = "clock", "The site, the day after the last day"

    box_size = models.PositiveSmallIntegerField(
        "players in a box",
        null=True,
        blank=True,
        validators=build_range_validators(*BOX_SIZES),
        help_text="Everybody in a box plays everybody else in it. Leave empty for a ladder without boxes.",
    )
    box_parallel = models.PositiveSmallIntegerField(
        "boxes side by side",
        default=1,
        db_default=1,
        validators=build_range_validators(1, MOST_PARALLEL_BOXES),
        help_text="Below Box 1. With 2 there are Box 2A and Box 2B, whose players count in turns.",
    )
    box_up = models.PositiveSmallIntegerField(
        "how many go up",
        default=1,
        db_default=1,
        validators=build_range_validators(0, MOST_MOVED),
        help_text="From each box. Where there is room above, the next one goes up, too.",
    )
    box_down = models.PositiveSmallIntegerField(
        "how many go down",
        default=1,
        db_default=1,
        validators=build_range_validators(0, MOST_MOVED),
        help_text="From each box, the last ones.",
    )
    box_least = build_optional_number(
        "matches to play to go up", MOST_BOX_MATCHES, "Whoever has played fewer stays. Leave empty for no such rule."
    )
    box_stay = build_optional_number(
        "matches to play to stay in",
        MOST_BOX_MATCHES,
        "Whoever has played fewer is not in the next boxes. Leave empty for no such rule.",
    )
    cycle_weeks = models.PositiveSmallIntegerField(
        "weeks of a cycle",
        null=True,
        blank=True,
        validators=build_range_validators(1, LONGEST_CYCLE_WEEKS),
        help_text="Then the boxes are made anew. Leave empty for a calendar month.",
    )

    cycle_end = models.CharField(
        "who begins the next boxes",
        max_length=10,
        choices=CycleEnd,
        default=CycleEnd.HAND,
        db_default=CycleEnd.HAND,
        help_text="The site begins them as it would propose them, once no result is pending.",
    )
    box_spread = models.BooleanField(
        "a last day for each match",
        default=False,
        db_default=False,
        help_text="One match after the other over the cycle. Otherwise all are played by its last day.",
    )
    box_offers = build_optional_number(
        "offers before a match is claimed",
        MOST_OFFERS,
        "Whoever offered so many days in vain can claim the match before its last day. Leave empty for no such rule.",
    )

    class Meta:
        abstract = True
        constraints = (
            build_range_constraint("box_size", *BOX_SIZES),
            build_range_constraint("box_parallel", 1, MOST_PARALLEL_BOXES),
            build_range_constraint("box_up", 0, MOST_MOVED),
            build_range_constraint("box_down", 0, MOST_MOVED),
            build_range_constraint("box_least", 1, MOST_BOX_MATCHES),
            build_range_constraint("box_stay", 1, MOST_BOX_MATCHES),
            build_range_constraint("cycle_weeks", 1, LONGEST_CYCLE_WEEKS),
            models.CheckConstraint(condition=Q(cycle_end__in=("hand", "clock")), name="ladder_cycle_end_is_known"),
            build_range_constraint("box_offers", 1, MOST_OFFERS),
        )


BOX_COLUMNS = tuple(field.name for field in BoxRules._meta.local_fields)
