"""Make the boxes of a season, take a player out of one, and end a cycle."""

import logging
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import combinations
from typing import NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import Act, check_author_permission
from ladder.boxes.notifications import notify_boxes_made, notify_cycle_over, notify_withdrawal
from ladder.boxes.queries.next_boxes import propose_next_cycle
from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.challenges.reports import close_as_walkover
from ladder.changes.actions import write_event
from ladder.ledger.ladder_lock import lock_open_season
from ladder.models import Box, BoxPlace, Event, Fixture, Ladder, Origin, Party, Season, State
from ladder.models.fixture import ChallengeRules, find_last_moment
from ladder.pages.fields import choose_slug
from ladder.ratings import RATED
from ladder.rounds.round_robin import list_round_robin
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from players.models import Player
from players.people.queries import load_identities

logger = logging.getLogger(__name__)
NO_BOXES_HERE = "Set how many players a box has first, in the settings of the ladder."
TWICE_IN_BOXES = "{player} is in two boxes. Everybody is in one."
BOX_TOO_SMALL = "{box} has one player. A box has two or more."
NO_LAST_DAY = "Set the last day of the season: by then all matches of the boxes are played."


class NewBox(NamedTuple):
    """A box to be made, with the keys of its players in their starting order."""

    level: int
    letter: str
    players: Sequence[int]

    @property
    def name(self) -> str:
        """Such as "Box 2A"."""
        return Box(level=self.level, letter=self.letter).name


def make_boxes(*, season: Season, boxes: Sequence[NewBox], by: User | None = None) -> None:
    """Store the boxes of a season with a fixture for each two players, instead of those that it had; tell everybody.

    What was played counts in the new boxes where both players are in the same one; who withdrew stays so.
    Raises: NotAllowed; ValidationError, such as "Ana is in two boxes. Everybody is in one."
    """
    check_author_permission(by, Act.SETTINGS, season.ladder)
    with transaction.atomic():
        season = lock_open_season(season)
        check_new_boxes(season, boxes)
        gone = list(BoxPlace.objects.filter(season=season).exclude(withdrawal=""))
        season.boxes.all().delete()
        for one in boxes:
            store_box(season, one)
        for place in gone:
            again = BoxPlace.objects.filter(season=season, player=place.player_id)
            again.update(withdrew_at=place.withdrew_at, withdrawal=place.withdrawal)
        ledger.link_box_fixtures(season)
        write_event(Event.Verb.BOXES, season.ladder, by=by, season=season, new=describe_sizes(boxes))
        ledger.raise_versions(type(season.ladder).objects.filter(pk=season.ladder_id))  # who went up is of the past
        notify_boxes_made(season, load_boxes(season))


def check_new_boxes(season: Season, boxes: Sequence[NewBox]) -> None:
    """Refuse boxes that can't be. Raises: ValidationError, such as "Box 2 has one player. A box has two or more." """
    if season.ladder.box_size is None:
        raise ValidationError(NO_BOXES_HERE)
    if season.ends_on is None:
        raise ValidationError(NO_LAST_DAY)
    if not boxes:
        raise ValidationError("Put at least two players into a box.")
    named = {player for box in boxes for player in box.players}
    if Player.objects.filter(pk__in=named).count() < len(named):
        raise ValidationError("One of these players is not here any more. Load the page again.")
    merged, seen = load_identities(), set[int]()
    names = Counter(box.name for box in boxes)
    if twice := next((name for name, count in names.items() if count > 1), ""):
        raise ValidationError(f"Two boxes are called {twice}. Give one of them another name.")
    for box in boxes:
        if len(box.players) < 2:
            raise ValidationError(BOX_TOO_SMALL.format(box=box.name))
        for player in box.players:
            key = merged.get(player, player)
            if key in seen:
                raise ValidationError(TWICE_IN_BOXES.format(player=Player.objects.get(pk=key)))
            seen.add(key)


def store_box(season: Season, one: NewBox) -> None:
    """Store a box with its players, and a fixture for each two of them until the last day of the season."""
    box = Box.objects.create(season=season, level=one.level, letter=one.letter)
    BoxPlace.objects.bulk_create(
        BoxPlace(season=season, box=box, player_id=player, position=position)
        for position, player in enumerate(one.players, start=1)
    )
    now, end = timezone.now(), season.ends_on or timezone.localdate()
    first = max(season.starts_on or timezone.localdate(), timezone.localdate())
    matches = list_box_matches(one.players, first, end, is_spread=season.ladder.box_spread)
    fixtures = Fixture.objects.bulk_create(
        Fixture(
            season=season,
            origin=Origin.BOX,
            box=box,
            by_id=pair[0],
            kind=RATED.key,
            made_at=now,
            answer_by=now,
            status=State.ACCEPTED,
            accepted_at=now,
            play_by=find_last_moment(last),
            decide_at=find_last_moment(end),
            if_unplayed=ChallengeRules.Unplayed.CLAIM,
        )
        for pair, last in matches
    )
    Party.objects.bulk_create(
        Party(fixture=fixture, player_id=player, joined_at=now)
        for fixture, (pair, _) in zip(fixtures, matches, strict=True)
        for player in pair
    )


def list_box_matches(
    players: Sequence[int], first: date, last: date, *, is_spread: bool
) -> list[tuple[tuple[int, int], date]]:
    """Return each two players of a box with the last day of their match: that of the cycle, or spread over it.

    Spread, everybody has one match until each of the days, or rests, which are as far apart as can be.
    """
    if not is_spread:
        return [(pair, last) for pair in combinations(players, 2)]
    rounds, days = list_round_robin(len(players)), (last - first).days + 1
    ends = [first + timedelta(-(-days * number // len(rounds)) - 1) for number in range(1, len(rounds) + 1)]
    return [
        ((players[one], players[other]), max(end, first))
        for pairs, end in zip(rounds, ends, strict=True)
        for one, other in sorted(map(sorted, pairs))
    ]


def describe_sizes(boxes: Sequence[NewBox]) -> str:
    """Return what the log says: "Box 1: 5, Box 2A: 5, Box 2B: 4"."""
    return ", ".join(f"{box.name}: {len(box.players)}" for box in boxes)[:300]


def withdraw_from_box(*, season: Season, player: Player, how: str, by: User | None = None) -> None:
    """Take a player out of the box that they are in; how says what becomes of their matches (`BoxPlace.Withdrawal`).

    Raises: NotAllowed; ValidationError, "Ana is in no box of this season." or "Ana withdrew already."
    """
    check_author_permission(by, Act.CORRECT, season.ladder)
    with transaction.atomic():
        season = lock_open_season(season)
        place = BoxPlace.objects.filter(season=season, player__in=player.own_keys).select_related("box").first()
        if place is None:
            raise ValidationError(f"{player} is in no box of this season.")
        if place.withdrawal:
            raise ValidationError(f"{player} withdrew already.")
        [box] = load_boxes(season, place.box)
        unplayed = [one for one in box.open_fixtures if player.itself.pk in one.player_keys()]
        place.withdrew_at, place.withdrawal = timezone.now(), BoxPlace.Withdrawal(how)
        place.full_clean()
        place.save(update_fields=["withdrew_at", "withdrawal"])
        if place.withdrawal == BoxPlace.Withdrawal.FORFEIT:
            for fixture in unplayed:
                other = next(one for side in fixture.sides for one in side if one != player.itself)
                close_as_walkover(fixture, other, by, reason=f"{player} withdrew from {place.box}.")
        write_event(Event.Verb.WITHDRAW, season.ladder, by=by, season=season, player=player, new=place.box.name)
        ledger.raise_versions(type(season.ladder).objects.filter(pk=season.ladder_id), keeps_past=True)
        notify_withdrawal(season, player, place, unplayed)


def return_to_box(*, season: Season, player: Player, by: User | None = None) -> None:
    """Let a player who withdrew play on; walkovers that were given stay, and are voided one by one.

    Raises: NotAllowed; ValidationError, "Ana did not withdraw."
    """
    check_author_permission(by, Act.CORRECT, season.ladder)
    with transaction.atomic():
        season = lock_open_season(season)
        found = BoxPlace.objects.filter(season=season, player__in=player.own_keys).exclude(withdrawal="")
        if not found.update(withdrew_at=None, withdrawal=""):
            raise ValidationError(f"{player} did not withdraw.")
        ledger.raise_versions(type(season.ladder).objects.filter(pk=season.ladder_id), keeps_past=True)


def end_cycle(*, season: Season, boxes: Sequence[NewBox], name: str, ends_on: date, by: User | None = None) -> Season:
    """Close the season, today or on its last day if that is over, and open the next one with these boxes; return it.

    Raises: NotAllowed; ValidationError, such as "2 results are pending. ..." or "Another season of this ladder already
    has this name."
    """
    with transaction.atomic():
        today = timezone.localdate()
        closed = season if season.closed_at else close_season(season, on=min(season.ends_on or today, today), by=by)
        taken = set(Season.objects.filter(ladder=season.ladder_id).values_list("slug", flat=True))
        slug = choose_slug(name, taken, "season")
        follower = open_next_season(closed, slug=slug, name=name, rule=Season.Rule.CARRY, by=by)
        if follower.starts_on and ends_on <= follower.starts_on:
            raise ValidationError({"ends_on": "The last day is after the first one."})
        follower.ends_on = ends_on
        follower.full_clean()
        follower.save()
        make_boxes(season=follower, boxes=boxes, by=by)
    return follower


def end_due_cycles() -> int:
    """Begin the next boxes of each season that is over, where the ladder leaves it to the site; return how many.

    Elsewhere, and where it can't be done, organisers are told once.
    """
    over = Season.objects.filter(ends_on__lt=timezone.localdate(), next=None, ladder__box_size__isnull=False)
    with_boxes = over.filter(Exists(Box.objects.filter(season=OuterRef("pk")))).select_related("ladder")
    return sum(end_due_cycle(season) for season in with_boxes)


def end_due_cycle(season: Season) -> int:
    """Begin the next boxes of a season that is over, or tell its organisers; return 0 if they did not begin."""
    try:
        with transaction.atomic():
            ledger.lock(season.ladder_id)
            if Season.objects.filter(opens_from=season).exists():
                return 0
            if season.ladder.cycle_end == Ladder.CycleEnd.HAND:
                notify_cycle_over(season)
                return 0
            cycle = propose_next_cycle(season, load_boxes(season))
            boxes = [NewBox(*one) for one in cycle.proposal.list_boxes()]
            end_cycle(season=season, boxes=boxes, name=cycle.name, ends_on=cycle.ends_on)
    except (ledger.Busy, ValidationError) as error:
        logger.info("The next boxes of %s wait: %s", season, error)  # it is tried again a minute later
        if isinstance(error, ValidationError):
            notify_cycle_over(season, error.messages[0])
        return 0
    return 1
