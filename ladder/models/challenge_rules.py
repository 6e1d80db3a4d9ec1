"""What a ladder says about challenges: whom, how often, by when, and what happens if not."""

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

YEAR_DAYS = 365
MOST_AT_ONCE = 100  # open challenges, or rated matches
FARTHEST_REACH = 100_000  # places or rating points
MOST_PER_CENT = 100
MOST_LAST_MINUTES = 240  # of a night
SETTINGS_IN_PLACES = ("challenge_reach", "reach_down", "top_places", "top_reach", "rematch_spared")
SETTINGS_IN_NUMBERS = ("rematch_matches", "most_challenges", "period_challenges", "exempt_accepted")
SETTINGS_IN_DAYS = ("rematch_days", "answer_days", "play_days", "postpone_days", "period_days", "exempt_days")
SET_BOTH = "Set both numbers, or leave both empty."
ONLY_IN_PLACES = "Needs a range that is measured in places."
TOO_LARGE_A_SHARE = "A share is at most 100 per cent."
SPARED_FROM_NOTHING = "Needs a number of other matches before a rematch."
NEEDS_NIGHTS = "Needs club nights. An organiser turns them on in the settings of the ladder."


def build_range_validators(low: int, high: int) -> list[MinValueValidator | MaxValueValidator]:
    return [MinValueValidator(low), MaxValueValidator(high)]


def build_range_constraint(name: str, low: int, high: int) -> models.CheckConstraint:
    """Return the constraint that a column is empty or in this range."""
    condition = Q(**{f"{name}__isnull": True}) | Q(**{f"{name}__range": (low, high)})
    return models.CheckConstraint(condition=condition, name=f"ladder_{name}_in_range")


def build_optional_number(label: str, most: int, about: str) -> models.PositiveIntegerField:
    """Return a column with a number from 1 to this one, or empty."""
    validators = build_range_validators(1, most)
    return models.PositiveIntegerField(label, null=True, blank=True, validators=validators, help_text=about)


class ChallengeRules(models.Model):
    """The columns of a ladder with its rules on challenges."""

    class Measure(models.TextChoices):
        PLACES = "places", "Places up the standings"
        SHARE = "share", "Places up, as per cent of all with a rank"
        ROWS = "rows", "Rows up a pyramid of 1, 2, 3, 4 …, and one’s own row"
        ABOVE = "above", "Anybody above"
        RATING = "rating", "Rating points, up or down"

    class Among(models.TextChoices):
        EVERYBODY = "everybody", "Everybody on the ladder"
        HERE = "here", "Those who are here on a club night"

    class FreeFor(models.TextChoices):
        NEWCOMERS = "newcomers", "Newcomers, until they have played as many rated matches"
        EVERYBODY = "everybody", "Everybody, so many in each season"

    class Unanswered(models.TextChoices):
        FREE = "free", "Nothing happens"
        LOST = "lost", "It counts as lost"

    class Unplayed(models.TextChoices):
        CLAIM = "claim", "Either player can close it as a walkover"
        LOST = "lost", "It counts as lost by whoever was challenged"
        OFF = "off", "It is called off"

    challenge_reach = models.PositiveIntegerField(
        "challenge range",
        null=True,
        blank=True,
        validators=build_range_validators(1, FARTHEST_REACH),
        help_text="How far from the challenger somebody may be. Leave empty to allow anyone. "
        "A limit of the rating system still applies.",
    )
    challenge_measure = models.CharField(
        "range measured in",
        max_length=10,
        choices=Measure,
        default=Measure.PLACES,
        help_text="On the main board. Places count upwards only, points both ways. Anybody above has no range.",
    )
    challenge_among = models.CharField(
        "who counts for the range",
        max_length=10,
        choices=Among,
        default=Among.EVERYBODY,
        db_default=Among.EVERYBODY,
        help_text="Among those who are here, both are at the club night that runs, and places are counted past who is "
        "not. At other times nobody can challenge.",
    )
    reach_down = build_optional_number(
        "places down", FARTHEST_REACH, "How far below somebody may be, too. Leave empty where only those above may."
    )
    top_places = build_optional_number(
        "first places with a range of their own", FARTHEST_REACH, "With 10, the top ten. Leave empty for none."
    )
    top_reach = build_optional_number("range in these first places", FARTHEST_REACH, "For challengers who stand there.")
    free_challenges = models.PositiveSmallIntegerField(
        "free challenges",
        default=0,
        db_default=0,
        validators=build_range_validators(0, MOST_AT_ONCE),
        help_text="Challenges to anybody, whatever the range. One that is declined or comes to nothing is given back.",
    )
    free_for = models.CharField(
        "free challenges for", max_length=10, choices=FreeFor, default=FreeFor.NEWCOMERS, db_default=FreeFor.NEWCOMERS
    )
    rematch_days = models.PositiveSmallIntegerField(
        "days until a rematch",
        null=True,
        blank=True,
        validators=build_range_validators(1, YEAR_DAYS),
        help_text="Until then the same two can't challenge each other again. Leave empty to allow it at once.",
    )
    rematch_matches = build_optional_number(
        "other matches before a rematch",
        MOST_AT_ONCE,
        "So many other rated matches the challenger has to play first. With 1, nobody plays the same twice in a row.",
    )
    rematch_spared = build_optional_number(
        "first places that need no other matches", FARTHEST_REACH, "For challengers who stand there."
    )
    answer_days = models.PositiveSmallIntegerField(
        "days to answer a challenge",
        default=7,
        validators=build_range_validators(1, YEAR_DAYS),
        help_text="Without an answer by then, the challenge is over.",
    )
    if_unanswered = models.CharField(
        "without an answer in time, or declined",
        max_length=10,
        choices=Unanswered,
        default=Unanswered.FREE,
        db_default=Unanswered.FREE,
        help_text="Lost is a walkover for the challenger, which moves players where the rating system counts "
        "walkovers. Challenges that were made before a change keep what they were made under.",
    )
    play_days = models.PositiveSmallIntegerField(
        "days to play an accepted challenge",
        default=14,
        validators=build_range_validators(1, YEAR_DAYS),
    )
    if_unplayed = models.CharField(
        "if it is not played by then",
        max_length=10,
        choices=Unplayed,
        default=Unplayed.CLAIM,
        db_default=Unplayed.CLAIM,
        help_text="The site sees to it when the days of grace are over. Challenges that were made before a change keep "
        "what they were made under.",
    )
    grace_days = models.PositiveSmallIntegerField(
        "days of grace",
        null=True,
        blank=True,
        validators=build_range_validators(0, YEAR_DAYS),
        help_text="For so long a challenge that is late can still be played and reported. Leave empty for as many as "
        "there were to play.",
    )
    postpone_days = models.PositiveSmallIntegerField(
        "days for one new date",
        null=True,
        blank=True,
        validators=build_range_validators(1, YEAR_DAYS),
        help_text="Once, either player can move the last day to play by so many. Leave empty where it stays.",
    )
    most_challenges = models.PositiveSmallIntegerField(
        "open challenges per player",
        null=True,
        blank=True,
        validators=build_range_validators(1, MOST_AT_ONCE),
        help_text="Nobody can have more at a time: made and accepted ones both count. Leave empty for no limit.",
    )
    period_challenges = build_optional_number(
        "challenges made in a period",
        MOST_AT_ONCE,
        "At most so many; one that is declined or comes to nothing does not count. Leave empty for no limit.",
    )
    period_days = build_optional_number("days of this period", YEAR_DAYS, "With 1 and 7, one challenge in 7 days.")
    exempt_accepted = build_optional_number(
        "accepted challenges that are enough",
        MOST_AT_ONCE,
        "Whoever has so many to play can't be challenged. Leave empty where everybody can.",
    )
    exempt_days = build_optional_number(
        "days without a challenge after a match",
        YEAR_DAYS,
        "Whoever played on the main board within so many days can't be challenged. Leave empty where everybody can.",
    )

    exempt_minutes = build_optional_number(
        "minutes at the end of a club night without challenges",
        MOST_LAST_MINUTES,
        "While a night runs that is over so soon, nobody can be challenged. Leave empty where everybody can.",
    )

    @property
    def days_of_grace(self) -> int:
        """For how many days after the last day to play a challenge can still be played."""
        return self.play_days if self.grace_days is None else self.grace_days

    def clean(self) -> None:
        """Refuse half a pair of numbers, and numbers that the measure of the range leaves without a meaning."""
        super().clean()
        pairs = (("top_places", "top_reach"), ("period_challenges", "period_days"))
        half = [name for pair in pairs for name in pair if any(getattr(self, one) for one in pair)]
        wrong = {name: SET_BOTH for name in half if not getattr(self, name)}
        if self.challenge_measure == self.Measure.SHARE and (self.challenge_reach or 0) > MOST_PER_CENT:
            wrong["challenge_reach"] = TOO_LARGE_A_SHARE
        if self.challenge_measure != self.Measure.PLACES or not self.challenge_reach:
            wrong |= {name: ONLY_IN_PLACES for name in ("reach_down", "top_places", "top_reach") if getattr(self, name)}
        if self.rematch_spared and not self.rematch_matches:
            wrong["rematch_spared"] = SPARED_FROM_NOTHING
        if wrong:
            raise ValidationError(wrong)

    @property
    def limits_reach(self) -> bool:
        """Whether not everybody may be challenged by everybody."""
        return bool(self.challenge_reach) or self.challenge_measure == self.Measure.ABOVE

    class Meta:
        abstract = True
        constraints = (
            build_range_constraint("free_challenges", 0, MOST_AT_ONCE),
            build_range_constraint("grace_days", 0, YEAR_DAYS),
            *(build_range_constraint(name, 1, FARTHEST_REACH) for name in SETTINGS_IN_PLACES),
            *(build_range_constraint(name, 1, MOST_AT_ONCE) for name in SETTINGS_IN_NUMBERS),
            *(build_range_constraint(name, 1, YEAR_DAYS) for name in SETTINGS_IN_DAYS),
            build_range_constraint("exempt_minutes", 1, MOST_LAST_MINUTES),
            models.CheckConstraint(
                condition=Q(challenge_measure__in=("places", "share", "rows", "above", "rating")),
                name="ladder_challenge_measure_is_known",
            ),
            models.CheckConstraint(
                condition=Q(challenge_among__in=("everybody", "here")), name="ladder_challenge_among_is_known"
            ),
            models.CheckConstraint(
                condition=Q(free_for__in=("newcomers", "everybody")), name="ladder_free_for_is_known"
            ),
            models.CheckConstraint(
                condition=Q(if_unanswered__in=("free", "lost")), name="ladder_if_unanswered_is_known"
            ),
            models.CheckConstraint(
                condition=Q(if_unplayed__in=("claim", "lost", "off")), name="ladder_if_unplayed_is_known"
            ),
        )


CHALLENGE_COLUMNS = tuple(field.name for field in ChallengeRules._meta.local_fields)
