"""A fixture: a match that is to be played, by whom and by when, and what came of it."""

from collections.abc import Sequence
from datetime import date, datetime, time

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone

from ladder.formats import SIDES, join_names, join_side
from ladder.ratings import load_kinds
from players.models import Player

from .box import Box
from .ladder import ChallengeRules
from .match import Match
from .night import Court
from .round import Round
from .season import Season

MOST_CHALLENGE_PLACES = 20
LONGEST_NOTE, LONGEST_REASON = 200, 2000  # of a challenger; why a board proposed a game, which names its players often
CHALLENGE_OF_OTHERS = "This challenge is between {between}. Report another match without it."
BOX_MATCH_OF_OTHERS = "This match of a box is between {between}. Report another match without it."


BOTH_NAMES = "{first} v {second}"
LAST_MINUTE = time(23, 59)


def find_last_moment(day: date) -> datetime:
    """Return the last minute of a day in the club's time, until which a box's or a round's matches are played."""
    return timezone.make_aware(datetime.combine(day, LAST_MINUTE))


class State(models.TextChoices):
    """The states of a fixture. The last three follow from the clock and the match, and are never stored."""

    OPEN = "open", "Not answered yet"
    ACCEPTED = "accepted", "Accepted"
    DECLINED = "declined", "Declined"
    WITHDRAWN = "withdrawn", "Withdrawn"
    CALLED_OFF = "called-off", "Called off"
    EXPIRED = "expired", "Expired"
    OVERDUE = "overdue", "Not played"
    PLAYED = "played", "Played"


class Origin(models.TextChoices):
    """Where a fixture comes from."""

    CHALLENGE = "challenge", "From a challenge"
    ARRANGED = "arranged", "Arranged by an organiser"
    BOX = "box", "A box"
    ROUND = "round", "A round"
    NIGHT = "night", "A club night"


ASKED_ORIGINS = (Origin.CHALLENGE, Origin.ARRANGED)
"""Where somebody asked for the match; boxes, rounds and nights make their fixtures by themselves."""


STORED_STATES = (State.OPEN, State.ACCEPTED, State.DECLINED, State.WITHDRAWN, State.CALLED_OFF)
TO_PLAY = (State.ACCEPTED, State.OVERDUE)
USED_STATES = (State.OPEN, *TO_PLAY, State.PLAYED)


class Fixture(models.Model):
    """A match to be played: a challenge of one member or side to another, an open battle that others join, or one of
    those that an organiser arranged or a box asks for, in which nobody challenges.

    An open battle waits until its places are taken. Between sides anybody of a side answers for all of it.

    The match that is played from it counts as begun at `accepted_at`, so the ratings of that moment decide (W-8, W-9).
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="fixtures")
    origin = models.CharField(max_length=10, choices=Origin, default=Origin.CHALLENGE, db_default=Origin.CHALLENGE)
    box = models.ForeignKey(Box, on_delete=models.CASCADE, null=True, related_name="fixtures")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, null=True, related_name="fixtures")
    court = models.ForeignKey(Court, on_delete=models.PROTECT, null=True, related_name="fixtures")  # of a night
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="fixtures_made")  # the first of side 1
    kind = models.CharField(max_length=20)
    places = models.PositiveSmallIntegerField(default=2)
    facts = models.JSONField(default=dict, blank=True)
    note = models.CharField(max_length=LONGEST_REASON, blank=True)  # of a challenge, which only its players read
    made_at = models.DateTimeField()
    answer_by = models.DateTimeField()
    if_unanswered = models.CharField(  # as the ladder had it when the fixture was made
        max_length=10, choices=ChallengeRules.Unanswered, default="free", db_default="free"
    )
    if_unplayed = models.CharField(max_length=10, choices=ChallengeRules.Unplayed, default="claim", db_default="claim")
    status = models.CharField(
        max_length=10, choices=[(one.value, one.label) for one in STORED_STATES], default=State.OPEN
    )
    accepted_at = models.DateTimeField(null=True)
    play_by = models.DateTimeField(null=True)
    decide_at = models.DateTimeField(null=True)  # until then an accepted one can be reported, though it is late
    postponed_at = models.DateTimeField(null=True)  # when somebody moved the last day to play
    reminded_at = models.DateTimeField(null=True)  # of the current deadline
    is_free = models.BooleanField(default=False, db_default=False)  # made beyond the reach of whoever challenges
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, related_name="fixtures")

    class Meta:
        ordering = ("-made_at", "-id")
        constraints = [
            models.CheckConstraint(condition=Q(origin__in=Origin.values), name="fixture_origin_is_known"),
            models.CheckConstraint(
                condition=Q(origin="box", box__isnull=False) | (~Q(origin="box") & Q(box=None)),
                name="fixture_of_a_box_has_one",
            ),
            models.CheckConstraint(
                condition=Q(origin="round", round__isnull=False) | (~Q(origin="round") & Q(round=None)),
                name="fixture_of_a_round_has_one",
            ),
            models.CheckConstraint(
                condition=Q(origin="night", court__isnull=False) | (~Q(origin="night") & Q(court=None)),
                name="fixture_of_a_night_has_a_court",
            ),
            models.UniqueConstraint(fields=("match", "origin"), name="match_is_played_once_for_an_origin"),
            models.CheckConstraint(condition=Q(status__in=STORED_STATES), name="fixture_status_is_known"),
            models.CheckConstraint(
                condition=Q(if_unanswered__in=("free", "lost")), name="fixture_if_unanswered_is_known"
            ),
            models.CheckConstraint(
                condition=Q(if_unplayed__in=("claim", "lost", "off")), name="fixture_if_unplayed_is_known"
            ),
            models.CheckConstraint(condition=Q(places__range=(2, MOST_CHALLENGE_PLACES)), name="fixture_has_places"),
            models.CheckConstraint(
                condition=Q(status="accepted", accepted_at__isnull=False, play_by__isnull=False)
                | (~Q(status="accepted") & Q(accepted_at=None, play_by=None, match=None)),
                name="fixture_is_dated_when_accepted",
            ),
        ]
        indexes = [
            models.Index(fields=("season", "status"), name="fixtures_of_a_season"),
            models.Index(fields=("status", "decide_at"), name="fixtures_by_last_date"),
        ]

    def __str__(self) -> str:
        return f"Fixture {self.pk}"

    def joined_players(self) -> list[Player]:
        """Return those who take part, in the order in which they joined; two who were merged since then are one."""
        parties = sorted((one for one in self.parties.all() if one.joined_at), key=lambda one: (one.joined_at, one.pk))
        return list(dict.fromkeys(party.player.itself for party in parties))

    def player_keys(self) -> set[int]:
        """Return the keys of all players whom the fixture names; a merged player counts as the other one."""
        return {party.player.itself.pk for party in self.parties.all()}

    @property
    def has_sides(self) -> bool:
        """Whether two sides play each other, as in doubles."""
        return load_kinds()[self.kind].format.has_sides

    @property
    def is_battle(self) -> bool:
        """Whether others may join until all places are taken."""
        return self.places > 2 and not self.has_sides

    def number_parties(self) -> list[tuple[int, "Party"]]:
        """Return each party with the number of its side, 1 for whoever challenges; without sides everybody is one."""
        parties = sorted(self.parties.all(), key=lambda one: one.pk)
        return [(party.side or number, party) for number, party in enumerate(parties, start=1)]

    @property
    def sides(self) -> tuple[tuple[Player, ...], ...]:
        """The players of each side in the order in which they were named; a merged player is the other one."""
        together: dict[int, dict[Player, None]] = {}
        for number, party in self.number_parties():
            together.setdefault(number, {})[party.player.itself] = None
        return tuple(tuple(together[number]) for number in sorted(together))

    def list_side(self, number: int) -> list[Player]:
        """Return the players of side 1, which challenges, or of another, in the order in which they were named."""
        return list(dict.fromkeys(party.player.itself for side, party in self.number_parties() if side == number))

    def find_side(self, player: int | None) -> int:
        """Return the side of the player with this key; 0 for somebody else."""
        return next((side for side, party in self.number_parties() if party.player.itself.pk == player), 0)

    def name_side(self, number: int) -> str:
        """Return the names of a side: "Ana and Ben"."""
        return join_side([player.name for player in self.list_side(number)])

    @property
    def both_names(self) -> str:
        """Who plays whom: "Ana and Ben v Cy and Di"."""
        return BOTH_NAMES.format(first=self.name_side(1), second=self.name_side(2))

    @property
    def names_everybody_once(self) -> bool:
        """Whether it names as many people as it has places; two who were merged are one."""
        return len(self.player_keys()) == self.places

    @property
    def is_complete(self) -> bool:
        """Whether as many people take part as it has places."""
        return len(self.joined_players()) == self.places

    @property
    def challenger(self) -> str:
        """The name of whoever challenges, or the names of their side."""
        return self.name_side(1) if self.has_sides else self.by.itself.name

    def check_players(self, reported: Sequence[Player], sides: Sequence[int] = ()) -> None:
        """Refuse a match of other players than those who accepted the challenge, or of other sides.

        Raises: ValidationError, "This challenge is between Ana and Ben. Report another match without it."
        """
        together: dict[int, set[int]] = {}
        for seat, player in enumerate(reported):
            together.setdefault(sides[seat] if sides else seat, set()).add(player.itself.pk)
        accepted = {frozenset(player.pk for player in side) for side in self.sides}
        if accepted != set(map(frozenset, together.values())):
            names = [join_side([player.name for player in side]) for side in self.sides]
            between = ", and ".join(names) if self.has_sides else join_names(names)
            said = BOX_MATCH_OF_OTHERS if self.box_id else CHALLENGE_OF_OTHERS
            raise ValidationError(said.format(between=between))

    @property
    def is_asked(self) -> bool:
        """Whether somebody asked for it, and no box or round made it."""
        return self.origin in ASKED_ORIGINS

    @property
    def is_challenge(self) -> bool:
        """Whether a member challenged others; what is arranged and what a box asks for begins as it is made."""
        return self.origin == Origin.CHALLENGE

    @property
    def began_at(self) -> datetime | None:
        """When its match counts as begun, whenever it is played: as it was accepted (W-8), if somebody asked for it."""
        return self.accepted_at if self.is_asked else None

    @property
    def counts_unanswered(self) -> bool:
        """Whether it counts as lost where it is declined or not answered in time."""
        return self.if_unanswered == ChallengeRules.Unanswered.LOST

    @property
    def counts_unplayed(self) -> bool:
        """Whether it counts as lost by the side that was challenged where it is not played in time."""
        return self.if_unplayed == ChallengeRules.Unplayed.LOST

    @property
    def may_be_claimed(self) -> bool:
        """Whether either side may close it as a walkover once it is late."""
        return self.if_unplayed == ChallengeRules.Unplayed.CLAIM

    @property
    def may_be_claimed_early(self) -> bool:
        """Whether a player of a box who offered days in vain may claim it before its last day."""
        return self.box_id is not None and self.season.ladder.box_offers is not None

    @property
    def deadline(self) -> datetime:
        """Until when it can be answered, or played once it is accepted."""
        return self.play_by or self.answer_by

    @property
    def last_day(self) -> datetime:
        """Until when it has to be answered or played so that nothing comes of it."""
        return self.deadline if self.may_be_claimed else self.decide_at or self.deadline

    @property
    def state(self) -> State:
        """The state now. A match that was voided does not count, so the fixture is to be played again."""
        if self.match is not None and not self.match.is_void:
            return State.PLAYED
        stored, now = State(self.status), timezone.now()
        if stored not in (State.OPEN, State.ACCEPTED) or now < self.deadline:
            return stored
        return State.OVERDUE if self.decide_at and now < self.decide_at else State.EXPIRED


class Party(models.Model):
    """A player whom a fixture names; until they join, they have not answered yet."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="parties")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="parties")
    side = models.PositiveSmallIntegerField(default=0)  # 1 challenges 2; 0: everyone alone
    joined_at = models.DateTimeField(null=True)
    asked_off_at = models.DateTimeField(null=True)  # when they asked to call it off

    class Meta:
        ordering = ("fixture_id", "id")
        verbose_name_plural = "parties"
        constraints = [
            models.UniqueConstraint(fields=("fixture", "player"), name="fixture_names_everybody_once"),
            models.CheckConstraint(condition=Q(side__in=(0, *SIDES)), name="party_side_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.fixture}"
