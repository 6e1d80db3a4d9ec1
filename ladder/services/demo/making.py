"""Making the fictional club: everything in one transaction, and by the ways a club would use."""

import random
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, time, timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Event, Ladder, Match, Participant, RatingChange, Season
from players.models import Player
from players.services.owners import is_owned

from .. import ladders, seasons
from ..ledger import bulk
from .accounts import Account, appoint, date_joining, make_accounts, sign_up
from .asking import ask_around
from .doubts import doubt_one
from .entering import Office
from .fixes import Fix
from .ladders import PLANS, Plan, Turn
from .nights import Night, at, year
from .people import roster
from .repairs import repairs
from .waiting import let_one_wait

SEED = 1800
LAST_ORDERS = time(23)


def make(tell: Callable[[str], None] = lambda ladder: None) -> list[Account]:
    """Make the club with its ladders of a year up to now; return the accounts to sign in with.

    `tell` hears which ladder comes next.

    Raises: ValidationError, "There is a ladder already. ..." or "Somebody owns this club. ..."
    """
    accounts, now = make_accounts(), timezone.localtime()
    with transaction.atomic():
        if Ladder.objects.exists():
            raise ValidationError("There is a ladder already. The demonstration only fills an empty site.")
        if is_owned():
            raise ValidationError("Somebody owns this club. The demonstration brings an owner of its own.")
        players = sign_up(accounts)
        for number, plan in enumerate(PLANS, 1):
            tell(f"{plan.name} ({number} of {len(PLANS)})")
            Making(plan, players, now).ladder()
            bulk.analyse(Match, Participant, RatingChange)
        appoint()
        ask_around()
        doubt_one()
        date_joining(players)
    return accounts


class Making:
    """One ladder in the making: its members, its nights and its luck, which is the same each time."""

    def __init__(self, plan: Plan, players: Sequence[Player], now: datetime) -> None:
        self.plan, self.now = plan, now
        self.members = roster(self.luck("members"), {player.name: player.pk for player in players}, plan.size)
        self.users: Mapping[int, User] = {player.pk: player.user for player in players if player.user}
        self.nights = year(now, plan.step)

    def luck(self, of: str) -> random.Random:
        """Return the luck of one thing, so that it stays when another changes."""
        return random.Random(f"{SEED} {self.plan.slug} {of}")  # noqa: S311 - a fixed seed, the same club each time

    def ladder(self) -> None:
        """Make the ladder with the season that is over, if there is one, and the current one."""
        nights, turn = self.nights, self.plan.turn
        if turn is None:
            self.play(self.first_season("open", "Open season"), nights, self.plan.fixes, self.now)
            return
        cut = round(turn.passed * len(nights))
        end = at(nights[cut].day - timedelta(days=1), LAST_ORDERS)
        first = self.first_season("season-1", "Season 1")
        self.play(first, nights[:cut], self.plan.fixes[-2:], end)
        season = next_season(first, end, turn)
        self.play(season, nights[cut:], self.plan.fixes, self.now)
        if self.plan.asks:
            let_one_wait(season, self.now)

    def first_season(self, slug: str, name: str) -> Season:
        """Make the ladder; its first season has begun with the first night."""
        plan = self.plan
        ladder = ladders.create(
            slug=plan.slug, name=plan.name, boards=plan.boards, season=slug, season_name=name, reporters=plan.reporters
        )
        Ladder.objects.filter(pk=ladder.pk).update(is_demonstration=True)
        season = ladder.seasons.get()
        season.starts_on = self.nights[0].day
        season.save()
        return season

    def play(self, season: Season, nights: Sequence[Night], fixes: Sequence[Fix], until: datetime) -> None:
        """Enter what is played on these nights, and put right what went wrong."""
        results = list(self.plan.play(self.luck(f"{season.slug} play"), nights, self.members))
        office = Office(self.luck(f"{season.slug} office"), season, self.users, results, until)
        office.work(list(repairs(office, fixes)))


def next_season(season: Season, end: datetime, turn: Turn) -> Season:
    """Close the season in the evening of its last day, and open the next."""
    closed = seasons.close(season, on=end.date())
    Season.objects.filter(pk=closed.pk).update(closed_at=end)
    follower = seasons.open_next(closed, slug="season-2", name="Season 2", rule=turn.rule, factor=turn.factor)
    Event.objects.filter(season__in=(closed, follower)).update(at=end)
    return follower
