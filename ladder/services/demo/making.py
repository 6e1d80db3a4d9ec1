"""Making the fictional club: everything in one transaction, and by the ways a club would use."""

import random
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, time, timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Event, Ladder, Match, Participant, RatingChange, Season
from ladder.services import seasons
from ladder.services.demo.accounts import (
    DemoAccount,
    appoint_recorder,
    date_account_creation,
    make_demo_accounts,
    sign_up_players,
)
from ladder.services.demo.asking import make_demo_challenges
from ladder.services.demo.doubts import dispute_newest_match
from ladder.services.demo.entering import Office
from ladder.services.demo.fixes import PlannedFix
from ladder.services.demo.ladders import PLANS, LadderPlan, SeasonTurn
from ladder.services.demo.nights import ClubNight, build_local_moment, list_nights
from ladder.services.demo.people import make_roster
from ladder.services.demo.repairs import list_repairs
from ladder.services.demo.waiting import report_pending_match
from ladder.services.ladders import create_ladder
from ladder.services.ledger.bulk import analyse_tables
from players.models import Player
from players.services.owners import is_club_owned

SEED = 1800
LAST_ORDERS = time(23)


def make_demonstration(tell: Callable[[str], None] = lambda ladder: None) -> list[DemoAccount]:
    """Make the club with its ladders of a year up to now; return the accounts to sign in with.

    `tell` hears which ladder comes next.

    Raises: ValidationError, "There is a ladder already. ..." or "Somebody owns this club. ..."
    """
    accounts, now = make_demo_accounts(), timezone.localtime()
    with transaction.atomic():
        if Ladder.objects.exists():
            raise ValidationError("There is a ladder already. The demonstration only fills an empty site.")
        if is_club_owned():
            raise ValidationError("Somebody owns this club. The demonstration brings an owner of its own.")
        players = sign_up_players(accounts)
        for number, plan in enumerate(PLANS, 1):
            tell(f"{plan.name} ({number} of {len(PLANS)})")
            LadderMaker(plan, players, now).ladder()
            analyse_tables(Match, Participant, RatingChange)
        appoint_recorder()
        make_demo_challenges()
        dispute_newest_match()
        date_account_creation(players)
    return accounts


class LadderMaker:
    """One ladder in the making: its members, its nights and its luck, which is the same each time."""

    def __init__(self, plan: LadderPlan, players: Sequence[Player], now: datetime) -> None:
        self.plan, self.now = plan, now
        self.members = make_roster(self.luck("members"), {player.name: player.pk for player in players}, plan.size)
        self.users: Mapping[int, User] = {player.pk: player.user for player in players if player.user}
        self.nights = list_nights(now, plan.step)

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
        end = build_local_moment(nights[cut].day - timedelta(days=1), LAST_ORDERS)
        first = self.first_season("season-1", "Season 1")
        self.play(first, nights[:cut], self.plan.fixes[-2:], end)
        season = begin_next_season(first, end, turn)
        self.play(season, nights[cut:], self.plan.fixes, self.now)
        if self.plan.asks:
            report_pending_match(season, self.now)

    def first_season(self, slug: str, name: str) -> Season:
        """Make the ladder; its first season has begun with the first night."""
        plan = self.plan
        ladder = create_ladder(
            slug=plan.slug, name=plan.name, boards=plan.boards, season=slug, season_name=name, reporters=plan.reporters
        )
        Ladder.objects.filter(pk=ladder.pk).update(is_demonstration=True)
        season = ladder.seasons.get()
        season.starts_on = self.nights[0].day
        season.save()
        return season

    def play(self, season: Season, nights: Sequence[ClubNight], fixes: Sequence[PlannedFix], until: datetime) -> None:
        """Enter what is played on these nights, and put right what went wrong."""
        results = list(self.plan.play(self.luck(f"{season.slug} play"), nights, self.members))
        office = Office(self.luck(f"{season.slug} office"), season, self.users, results, until)
        office.work(list(list_repairs(office, fixes)))


def begin_next_season(season: Season, end: datetime, turn: SeasonTurn) -> Season:
    """Close the season in the evening of its last day, and open the next."""
    closed = seasons.close_season(season, on=end.date())
    Season.objects.filter(pk=closed.pk).update(closed_at=end)
    follower = seasons.open_next_season(closed, slug="season-2", name="Season 2", rule=turn.rule, factor=turn.factor)
    Event.objects.filter(season__in=(closed, follower)).update(at=end)
    return follower
