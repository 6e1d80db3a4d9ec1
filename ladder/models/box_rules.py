"""What a ladder says about boxes: how large, who goes up and down, and how long a cycle is."""

from django.db import models

from ladder.models.challenge_rules import build_optional_number, build_range_constraint, build_range_validators

BOX_SIZES = (3, 12)
MOST_MOVED, MOST_PARALLEL_BOXES, LONGEST_CYCLE_WEEKS = 5, 6, 52
MOST_BOX_MATCHES = BOX_SIZES[1] - 1


class BoxRules(models.Model):
    """The columns of a ladder with its rules on boxes."""

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
        )


BOX_COLUMNS = tuple(field.name for field in BoxRules._meta.local_fields)
