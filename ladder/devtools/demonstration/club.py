"""Make the fictional club in one transaction, by the ways that a club would use, and remove it again.

Some things are left open to be looked at: challenges wait for an answer, one of them between pairs, one is to be
played, a battle is open, a report waits to be confirmed, and a result is disputed.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from itertools import cycle
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import Act, check_author_permission
from ladder.challenges.actions import accept_challenge, challenge_side, open_battle
from ladder.club.actions import change_club, create_ladder
from ladder.devtools.demonstration.boxes import (
    BOX_COUNT,
    BOX_LADDER,
    BOX_LADDER_NAME,
    BOX_SIZE,
    make_box_ladder,
)
from ladder.devtools.demonstration.ladder_plans import LADDER_PLANS, LadderPlan, PlannedFix, SeasonTurn
from ladder.devtools.demonstration.members import (
    DEMO_NAMES,
    DEMO_USERNAMES,
    MEMBER,
    RECORDER,
    ClubMember,
    ClubNight,
    DemoAccount,
    appoint_recorder,
    build_local_moment,
    date_account_creation,
    list_nights,
    make_demo_accounts,
    make_roster,
    sign_up_players,
)
from ladder.devtools.demonstration.office import Office, list_repairs
from ladder.devtools.demonstration.tonight import make_demo_nights
from ladder.formats import TEAM, ParticipantResult
from ladder.games import find_game
from ladder.ledger.storage.bulk import analyse_tables
from ladder.matches.actions.disputes import build_proposal, dispute_match
from ladder.matches.actions.new_match import build_played_match
from ladder.matches.actions.reports import report_match
from ladder.models import Event, Fixture, Ladder, Match, Participant, RatingChange, Reaction, Season
from ladder.scene import Scene
from ladder.seasons.actions.life_cycle import change_season, close_season, open_next_season
from ladder.story.actions import react_to_match
from ladder.story.queries.latest import list_latest_tales
from players.accounts.actions.accounts import is_club_owned
from players.models import Club, Player

DEMO_CLUB_NAME = "Old Mill Games Club"  # where nobody has named the club
CHALLENGE_RULES = {
    "table-tennis": {"challenge_reach": 6, "rematch_days": 7, "most_challenges": 3},
    "warlocks": {"rematch_days": 2},
}
DEMO_PLACES = 4
CHALLENGE_NOTE = "Thursday after training?"
DOUBLES_LADDER, DOUBLES_NOTE = "padel", "Sunday at ten?"

DISPUTED_LADDER = "backgammon"
DISPUTE_NOTE = "It was half past ten, and we had said 3."

HOURS, AGO = 48, timedelta(hours=20)

MOST_ANSWERS = 7  # members who answer one tale

DEMO_SEED = 1800
LAST_ORDERS = time(23)


def make_demo_challenges() -> None:
    """Let some players challenge each other, on two ladders that get rules for challenges."""
    for slug, rules in CHALLENGE_RULES.items():
        Ladder.objects.filter(slug=slug).update(**rules)
        season = Season.objects.select_related("ladder").get(ladder__slug=slug, closed_at=None)
        me = Player.objects.select_related("user").get(name=MEMBER)
        others = Player.objects.filter(standings__board__season=season).exclude(pk=me.pk)
        challenge_in_season(season, me, list(others.select_related("user").distinct().order_by("key")))


def challenge_member_to_doubles() -> None:
    """Let the winners of the newest match that the member did not play challenge the member and one of its losers."""
    season = Season.objects.select_related("ladder").get(ladder__slug=DOUBLES_LADDER, closed_at=None)
    me = Player.objects.get(name=MEMBER)
    newest = season.matches.exclude(participants__player=me).latest("played_at", "sequence")
    first, partner, other, _ = Player.objects.filter(participations__match=newest).order_by("participations__seat")
    by = find_player_account(first)
    challenge_side(season=season, by=by, partners=[partner], opponents=[me, other], kind=TEAM.key, note=DOUBLES_NOTE)


def challenge_in_season(season: Season, me: Player, others: list[Player]) -> None:
    """Challenge the member, let the member challenge another who accepts, and open a battle."""
    make_first_allowed(season, ((other, me) for other in others))
    mine = make_first_allowed(season, ((me, other) for other in others))
    if mine:
        opponent = mine.parties.exclude(player=me).select_related("player__user").get().player
        accept_challenge(challenge=mine, by=find_player_account(opponent))
    with suppress(ValidationError):
        open_battle(season=season, by=find_player_account(others[0]), places=DEMO_PLACES, kind="friendly")


def make_first_allowed(season: Season, pairs: Iterable[tuple[Player, Player]]) -> Fixture | None:
    """Make the first challenge of one player to another that the rules allow, and return it."""
    for by, opponent in pairs:
        with suppress(ValidationError):
            return challenge_side(season=season, by=find_player_account(by), opponents=[opponent], note=CHALLENGE_NOTE)
    return None


def find_player_account(player: Player) -> User:
    """Return the account of a player; everybody in the fictional club has one."""
    assert player.user is not None, "everybody signed up"  # noqa: S101
    return player.user


def dispute_newest_match() -> None:
    """Dispute the newest match of more than 3 points: its loser says that it went to 3."""
    counted = Match.objects.filter(
        season__ladder__slug=DISPUTED_LADDER, status=Match.Status.COUNTED, facts__length__gt=3
    )
    match = counted.exclude(participants__player__name=MEMBER).latest("played_at", "sequence")
    loser = match.participants.select_related("player__user").get(score=0.0).player
    proposed = build_proposal(match, None, {"length": 3})
    dispute_match(
        match=match, by=find_player_account(loser), note=DISPUTE_NOTE, revision=match.revision, proposed=proposed
    )


def report_pending_match(season: Season, now: datetime) -> None:
    """Let a ladder count only confirmed reports from now on; the member's last opponent reports another match."""
    season.ladder.confirm_hours, season.ladder.counts_when_confirmed = HOURS, True
    season.ladder.save(update_fields=["confirm_hours", "counts_when_confirmed"])
    member = Player.objects.get(name=MEMBER)
    others = Player.objects.filter(
        participations__match__season=season, participations__match__participants__player=member
    )
    last = others.exclude(pk=member.pk).select_related("user").order_by("-participations__match__played_at").first()
    if last and last.user:
        participants = [ParticipantResult(last, 1.0), ParticipantResult(member, 0.0)]
        entry = build_played_match("rated", participants, played_at=now - AGO)
        report_match(scene=Scene(season, last.user), entry=entry)


def make_demonstration(tell: Callable[[str], None] = lambda ladder: None) -> list[DemoAccount]:
    """Make the club with a year of matches up to now, and return the accounts to sign in with.

    `tell` is called with a text before each ladder.

    Raises: ValidationError, "There is a ladder already. ..." or "Somebody owns this club. ..."
    """
    accounts, now = make_demo_accounts(), timezone.localtime()
    with transaction.atomic():
        if Ladder.objects.exists():
            raise ValidationError("There is a ladder already. The demonstration only fills an empty site.")
        if is_club_owned():
            raise ValidationError("This club has an owner. The demonstration brings its own.")
        if not Club.stored().name and settings.CLUB_NAME == settings.UNNAMED_CLUB:
            change_club(values={"name": DEMO_CLUB_NAME})
        players = sign_up_players(accounts)
        for number, plan in enumerate(LADDER_PLANS, 1):
            tell(f"{plan.name} ({number} of {len(LADDER_PLANS)})")
            LadderMaker(plan, players, now).make_ladder()
            analyse_tables(Match, Participant, RatingChange)
        tell(BOX_LADDER_NAME)
        make_box_ladder(random.Random(DEMO_SEED), make_box_roster(players), now)  # noqa: S311 - the same club each time
        appoint_recorder()
        make_demo_challenges()
        challenge_member_to_doubles()
        dispute_newest_match()
        make_demo_nights(random.Random(DEMO_SEED), User.objects.get(username=DEMO_USERNAMES[RECORDER]), now)  # noqa: S311
        answer_story()
        date_account_creation(players)
    return accounts


def make_box_roster(players: Sequence[Player]) -> list[ClubMember]:
    """Return who plays in the boxes."""
    luck = random.Random(f"{DEMO_SEED} {BOX_LADDER} members")  # noqa: S311 - the same club each time
    return make_roster(luck, {player.name: player.pk for player in players}, BOX_SIZE * BOX_COUNT)


class LadderMaker:
    """Makes one ladder from its plan; its random numbers are the same each time."""

    def __init__(self, plan: LadderPlan, players: Sequence[Player], now: datetime) -> None:
        self.plan, self.now = plan, now
        self.members = make_roster(self.make_luck("members"), {player.name: player.pk for player in players}, plan.size)
        self.users: Mapping[int, User] = {player.pk: player.user for player in players if player.user}
        self.nights = list_nights(now, plan.step)

    def make_luck(self, of: str) -> random.Random:
        """Return random numbers for one thing, which stay the same when another thing changes."""
        return random.Random(f"{DEMO_SEED} {self.plan.slug} {of}")  # noqa: S311 - a fixed seed, the same club each time

    def make_ladder(self) -> None:
        """Make the ladder with its current season, and one that is over if the plan has a turn."""
        nights, turn = self.nights, self.plan.turn
        if turn is None:
            self.play_season(self.make_first_season("open", "Open season"), nights, self.plan.fixes, self.now)
            return
        cut = round(turn.passed * len(nights))
        end = build_local_moment(nights[cut].day - timedelta(days=1), LAST_ORDERS)
        first = self.make_first_season("season-1", "Season 1")
        self.play_season(first, nights[:cut], self.plan.fixes[-2:], end)
        last = self.now.date() + timedelta(days=turn.days_left)
        season = begin_next_season(first, end, turn, last)
        self.play_season(season, nights[cut:], self.plan.fixes, self.now)
        if self.plan.asks:
            report_pending_match(season, self.now)

    def make_first_season(self, slug: str, name: str) -> Season:
        """Make the ladder and return its first season, which begins on the first night."""
        plan, game = self.plan, find_game(self.plan.slug)
        ladder = create_ladder(
            slug=plan.slug,
            name=plan.name,
            boards=plan.boards,
            season=slug,
            season_name=name,
            reporters=plan.reporters,
            game=game.key if game else "",
            **plan.settings,
        )
        Ladder.objects.filter(pk=ladder.pk).update(is_demonstration=True)
        season = ladder.seasons.get()
        season.starts_on = self.nights[0].day
        season.save()
        return season

    def play_season(
        self, season: Season, nights: Sequence[ClubNight], fixes: Sequence[PlannedFix], until: datetime
    ) -> None:
        """Enter the matches of these nights, and correct what was wrong."""
        results = list(self.plan.play(self.make_luck(f"{season.slug} play"), nights, self.members))
        office = Office(self.make_luck(f"{season.slug} office"), season, self.users, results, until)
        office.work(list(list_repairs(office, fixes)))


def begin_next_season(season: Season, end: datetime, turn: SeasonTurn, last: date) -> Season:
    """Close a season in the evening of its last day, and return the next with its last day."""
    closed = close_season(season, on=end.date())
    Season.objects.filter(pk=closed.pk).update(closed_at=end)
    follower = open_next_season(closed, slug="season-2", name="Season 2", rule=turn.rule, factor=turn.factor)
    follower = change_season(season=follower, ends_on=last)
    Event.objects.filter(season__in=(closed, follower)).update(at=end)
    return follower


def answer_story() -> None:
    """Let some members answer what the story of the club tells of its last matches, the greatest most of all."""
    users = list(User.objects.filter(player__isnull=False).order_by("pk")[:MOST_ANSWERS])
    told = [one.tale.match for one in list_latest_tales(Ladder.objects.all()) if one.tale.match]
    matches = Match.objects.in_bulk(told)
    for number, key in enumerate(told):
        for kind, user in zip(cycle(Reaction.Kind.values), users[2 * number :], strict=False):
            react_to_match(match=matches[key], by=user, kind=kind)


def leave_demonstration(*, by: User | None) -> None:
    """Remove the fictional club, except players who play on another ladder, and the account that asks for it.

    Nothing else on the site ever deletes a match.
    """
    check_author_permission(by, Act.CLUB)
    with transaction.atomic():
        gone = Ladder.objects.filter(is_demonstration=True)
        for ladder in gone.values_list("pk", flat=True):
            ledger.lock(ladder)
        people = set(Player.objects.filter(participations__match__season__ladder__in=gone).values_list("pk", flat=True))
        delete_with_dependents(gone)
        delete_unneeded_players(Player.objects.filter(models.Q(pk__in=people) | models.Q(name__in=DEMO_NAMES)), by)
        if Club.stored().name == DEMO_CLUB_NAME:
            change_club(values={"name": ""}, by=by)


def delete_with_dependents(rows: models.QuerySet[Any]) -> None:
    """Delete rows with everything that refers to them, protected or not; references that may be empty are emptied."""
    for relation in rows.model._meta.get_fields(include_hidden=True):
        if not (relation.auto_created and (relation.one_to_many or relation.one_to_one)):
            continue
        path = relation.field.name
        theirs = relation.related_model._base_manager.filter(**{f"{path}__in": rows})
        if relation.related_model is rows.model or relation.on_delete is models.SET_NULL:
            theirs.update(**{path: None})
        else:
            delete_with_dependents(theirs)
    rows._raw_delete(rows.db)


def delete_unneeded_players(people: models.QuerySet[Player], by: User | None) -> None:
    """Delete players to whom nothing refers any more, with their accounts."""
    people.update(merged_into=None)
    for player in people.select_related("user"):
        try:
            with transaction.atomic():
                player.delete()
        except models.ProtectedError:
            continue
        if player.user and player.user != by:
            player.user.delete()
