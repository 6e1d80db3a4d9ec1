"""Make the boxes of a season, take a player out of one, and end a cycle."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import combinations
from typing import NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import Act, check_author_permission
from ladder.boxes.notifications import notify_boxes_made, notify_withdrawal
from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.challenges.reports import close_as_walkover
from ladder.changes.actions import write_event
from ladder.ledger.ladder_lock import lock_open_season
from ladder.models import Box, BoxPlace, Event, Fixture, Origin, Party, Season, State
from ladder.models.fixture import ChallengeRules, find_last_moment
from ladder.ratings import RATED
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from players.models import Player
from players.people.queries import load_identities

NO_BOXES_HERE = "Set how many players a box has first, in the settings of the ladder."
TWICE_IN_BOXES = "{player} is in two boxes. Everybody is in one."
BOX_TOO_SMALL = "{box} has one player. A box has two or more."
NO_LAST_DAY = "Set the last day of the season: by then all matches of the boxes are played."


SHORTEST_CYCLE_DAYS = 7


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
        ledger.raise_versions(type(season.ladder).objects.filter(pk=season.ladder_id), keeps_past=True)
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
    pairs, now = list(combinations(one.players, 2)), timezone.now()
    last = find_last_moment(season.ends_on or timezone.localdate())
    fixtures = Fixture.objects.bulk_create(
        Fixture(
            season=season,
            origin=Origin.BOX,
            box=box,
            by_id=first,
            kind=RATED.key,
            made_at=now,
            answer_by=now,
            status=State.ACCEPTED,
            accepted_at=now,
            play_by=last,
            decide_at=last,
            if_unplayed=ChallengeRules.Unplayed.CLAIM,
        )
        for first, _ in pairs
    )
    Party.objects.bulk_create(
        Party(fixture=fixture, player_id=player, joined_at=now)
        for fixture, pair in zip(fixtures, pairs, strict=True)
        for player in pair
    )


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


def end_cycle(
    *, season: Season, boxes: Sequence[NewBox], name: str, slug: str, ends_on: date, by: User | None = None
) -> Season:
    """Close the season, today or on its last day if that is over, and open the next one with these boxes; return it.

    Raises: NotAllowed; ValidationError, such as "2 results are pending. ..." or "Another season of this ladder already
    has this name."
    """
    with transaction.atomic():
        today = timezone.localdate()
        closed = season if season.closed_at else close_season(season, on=min(season.ends_on or today, today), by=by)
        follower = open_next_season(closed, slug=slug, name=name, rule=Season.Rule.CARRY, by=by)
        if follower.starts_on and ends_on <= follower.starts_on:
            raise ValidationError({"ends_on": "The last day is after the first one."})
        follower.ends_on = ends_on
        follower.full_clean()
        follower.save()
        make_boxes(season=follower, boxes=boxes, by=by)
    return follower


def find_cycle_end(starts_on: date, weeks: int | None) -> date:
    """Return the last day of a cycle of so many weeks, or without them of a calendar month.

    A month that ends within the week is too short for a cycle, which then lasts until the end of the next one.
    """
    if weeks:
        return starts_on + timedelta(weeks=weeks, days=-1)
    month = (starts_on + timedelta(SHORTEST_CYCLE_DAYS)).replace(day=1)
    return (month + timedelta(days=32)).replace(day=1) - timedelta(days=1)
