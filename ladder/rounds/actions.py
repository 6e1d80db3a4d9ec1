"""Say how often one wants to play in rounds, make a round, and change who plays whom in it."""

import logging
from collections.abc import Sequence
from datetime import date, timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import Act, check_author_permission
from ladder.formats import TEAM
from ladder.ledger.ladder_lock import lock_open_season
from ladder.models import Fixture, Ladder, Origin, Party, Round, RoundWish, Season, State
from ladder.models.fixture import find_last_moment
from ladder.ratings import RATED
from ladder.rounds.matching import RoundError
from ladder.rounds.notifications import notify_of_next_round, notify_of_partner, notify_round
from ladder.rounds.queries.entrants import PlannedMatch, plan_matches
from ladder.rounds.queries.next_round import NextRound, find_next_round, list_asked_players, list_next_rounds
from ladder.rounds.queries.shown_round import list_swappable
from ladder.rounds.queries.wishes import find_partner, load_wishes
from players.models import Player
from players.people.queries import order_own_last

logger = logging.getLogger(__name__)
ASKED_DAYS = 3  # before a round is made
NO_ROUNDS_HERE = "Set how many weeks a round has first, in the settings of the ladder."
NOT_IN_ROUND = "Choose two who play in this round, or are left over, and whose matches were not played yet."
NO_PARTNER_OF_ONESELF = "Name somebody else as your partner."
PARTNERS_CHANGE = "Partners change in the rounds of this ladder."
NAMED_YOU = "{player} has named you as partner for the rounds. Name them, too, and you are a pair."
YOU_ARE_A_PAIR = "{player} has named you as partner, too. You are a pair in the rounds."
PUT_TOGETHER = "An organiser put you and {player} together. You are a pair in the rounds."
WOULD_MEET_ONESELF = "These two play each other, so there is nothing to swap."
WOULD_MEET_TWICE = "Then the same two would play each other twice in this round."


def store_round_wish(*, ladder: Ladder, player: Player, wanted: int) -> None:
    """Store how often a player wants to play in each round of a ladder: 0 for out, 1, or 2; the partner stays.

    Raises: ValidationError, where it is another number.
    """
    with transaction.atomic():
        ledger.lock(ladder.pk)
        wish = take_wish(ladder, player)
        wish.wanted = wanted
        wish.full_clean()
        wish.save()


def name_partner(*, ladder: Ladder, player: Player, partner: Player) -> None:
    """Store that a player is in the rounds of a ladder with this partner, and tell them; two who do are a pair.

    Raises: ValidationError, "Name somebody else as your partner." or "Partners change in the rounds of this ladder."
    """
    with transaction.atomic():
        ledger.lock(ladder.pk)
        wishes, me, them = load_wishes(ladder), player.itself, partner.itself
        store_partner(ladder, player, partner)
        if find_partner(wishes, me) != them:
            said = YOU_ARE_A_PAIR if find_partner(wishes, them) == me else NAMED_YOU
            notify_of_partner(ladder, {them.pk: said.format(player=me)})


def put_together(*, ladder: Ladder, first: Player, second: Player, by: User | None = None) -> None:
    """Store that two play together in the rounds of a ladder, and tell both.

    Raises: NotAllowed; ValidationError as `name_partner`.
    """
    check_author_permission(by, Act.CORRECT, ladder)
    with transaction.atomic():
        ledger.lock(ladder.pk)
        told = {}
        for player, partner in ((first.itself, second.itself), (second.itself, first.itself)):
            store_partner(ladder, player, partner)
            told[player.pk] = PUT_TOGETHER.format(player=partner)
        notify_of_partner(ladder, told)


def store_partner(ladder: Ladder, player: Player, partner: Player) -> None:
    """Store the partner of a player, who is in by that."""
    if ladder.round_partners != Ladder.Partners.STAY:
        raise ValidationError(PARTNERS_CHANGE)
    if partner.itself == player.itself:
        raise ValidationError(NO_PARTNER_OF_ONESELF)
    wish = take_wish(ladder, player)
    wish.wanted, wish.partner = max(wish.wanted or 0, RoundWish.Wanted.IN), partner.itself
    wish.save()


def take_wish(ladder: Ladder, player: Player) -> RoundWish:
    """Return what a player said of a ladder's rounds, or a new wish; as whoever was merged into them nothing stays."""
    own = RoundWish.objects.filter(ladder=ladder, player__in=player.own_keys)
    wish = own.order_by(*order_own_last("player")).last() or RoundWish(ladder=ladder)
    own.exclude(pk=wish.pk).delete()
    wish.player = player.itself
    if wish.partner_id == wish.player_id:  # who was merged into them
        wish.partner = None
    return wish


def make_round(*, season: Season, by: User | None = None, day: date | None = None) -> Round:
    """Store the next round of a season, to begin today, and tell its players; return it.

    Raises: NotAllowed; ValidationError, such as "Two players at least have to be in for a round." or that the package
    for rounds is missing.
    """
    check_author_permission(by, Act.CORRECT, season.ladder)
    with transaction.atomic():
        season = lock_open_season(season)
        weeks, day = season.ladder.round_weeks, day or timezone.localdate()
        if weeks is None:
            raise ValidationError(NO_ROUNDS_HERE)
        number = Round.objects.filter(season=season).count() + 1
        try:
            planned = plan_matches(season, day, f"{season.pk}-{number}")
        except RoundError as error:
            raise ValidationError(str(error)) from error
        last = day + timedelta(weeks=weeks, days=-1)
        last = min(last, season.ends_on) if season.ends_on else last
        made = Round.objects.create(season=season, number=number, starts_on=day, ends_on=last)
        made.left_over.set(planned.left_over)
        store_round_fixtures(made, planned.matches)
        ledger.raise_versions(Ladder.objects.filter(pk=season.ladder_id), keeps_past=True)
        notify_round(made)
    return made


def store_round_fixtures(made: Round, matches: Sequence[PlannedMatch]) -> None:
    """Store the matches of a round; each note says why these play."""
    season, now, last = made.season, timezone.now(), find_last_moment(made.ends_on)
    fixtures = Fixture.objects.bulk_create(
        Fixture(
            season=season,
            origin=Origin.ROUND,
            round=made,
            by_id=match.sides[0][0],
            kind=(RATED if len(match.sides[0]) == 1 else TEAM).key,
            places=sum(map(len, match.sides)),
            note=match.why,
            made_at=now,
            answer_by=now,
            status=State.ACCEPTED,
            accepted_at=now,
            play_by=last,
            decide_at=last + timedelta(season.ladder.days_of_grace),
            if_unplayed=choose_end(season.ladder),
        )
        for match in matches
    )
    Party.objects.bulk_create(
        Party(fixture=fixture, player_id=player, side=number if len(side) > 1 else 0, joined_at=now)
        for fixture, match in zip(fixtures, matches, strict=True)
        for number, side in enumerate(match.sides, start=1)
        for player in side
    )


def choose_end(ladder: Ladder) -> str:
    """Return what comes of a match that is not played: as with challenges, but where that is lost by one of the two."""
    return Ladder.Unplayed.CLAIM if ladder.if_unplayed == Ladder.Unplayed.LOST else ladder.if_unplayed


def make_due_rounds() -> int:
    """Make the rounds that begin today, each once; return how many. Those of a season that is over are not made."""
    return sum(make_due_round(one) for one in list_next_rounds() if not one.is_open and one.season.is_running)


def make_due_round(coming: NextRound) -> int:
    """Make the round that follows another one, unless somebody was first, or too few are in."""
    try:
        with transaction.atomic():
            ledger.lock(coming.season.ladder_id)
            if find_next_round(coming.season) != coming:
                return 0
            make_round(season=coming.season)
    except (ledger.Busy, ValidationError) as error:
        logger.info("The round of %s waits: %s", coming.season, error)  # it is tried again a minute later
        return 0
    return 1


def ask_about_rounds() -> int:
    """Ask players some days before a round is made whether they are in, once; return how many rounds that were."""
    last_day = timezone.localdate() + timedelta(ASKED_DAYS)
    coming = [one for one in list_next_rounds(asked_at=None) if one.is_open and one.day <= last_day]
    return sum(ask_about_round(one) for one in coming)


def ask_about_round(coming: NextRound) -> int:
    """Ask players about one round; return 0 where another process has just done it."""
    with transaction.atomic():
        if not Round.objects.filter(pk=coming.last.pk, asked_at=None).update(asked_at=timezone.now()):
            return 0
        notify_of_next_round(coming, list_asked_players(coming))
    return 1


def swap_in_round(*, made: Round, first: Player, second: Player, by: User | None = None) -> None:
    """Let two players of a round, or the pairs in which they stay, change places; one of them may be left over.

    Raises: NotAllowed; ValidationError, such as "These two play each other, so there is nothing to swap."
    """
    check_author_permission(by, Act.CORRECT, made.season.ladder)
    with transaction.atomic():
        lock_open_season(made.season)
        units = list_swappable(made)
        one, other = (find_unit(units, player.itself) for player in (first, second))
        if not one or not other or one == other:
            raise ValidationError(NOT_IN_ROUND)
        fixtures = list(made.fixtures.filter(match=None).prefetch_related("parties__player__merged_into"))
        pairs = {fixture.pk: fixture.player_keys() for fixture in fixtures}
        ones, others = ({player.pk for player in unit} for unit in (one, other))
        if ones | others in pairs.values():
            raise ValidationError(WOULD_MEET_ONESELF)
        mine, theirs = ([fixture for fixture in fixtures if keys <= pairs[fixture.pk]] for keys in (ones, others))
        for old, new in zip(one, other, strict=True):
            for fixture in mine:
                replace_player(fixture, old, new)
            for fixture in theirs:
                replace_player(fixture, new, old)
        after = [frozenset(fixture.player_keys()) for fixture in made.fixtures.prefetch_related("parties__player")]
        if len(set(after)) < len(after):
            raise ValidationError(WOULD_MEET_TWICE)
        made.left_over.set(swap_left_over(set(made.left_over.values_list("pk", flat=True)), ones, others))
        ledger.raise_versions(Ladder.objects.filter(pk=made.season.ladder_id), keeps_past=True)
        changed = {key for fixture in (*mine, *theirs) for key in pairs[fixture.pk]}
        notify_round(made, only=changed | ones | others)


def find_unit(units: Sequence[tuple[Player, ...]], player: Player) -> tuple[Player, ...]:
    """Return the player as they change places: alone, or with a partner who stays with them; empty for nobody."""
    return next((unit for unit in units if player in unit), ())


def replace_player(fixture: Fixture, old: Player, new: Player) -> None:
    """Store another player in the place of one; the note no longer says why these two."""
    fixture.parties.filter(player__in=old.own_keys).update(player=new)
    first = Party.objects.filter(fixture=fixture).order_by("pk").first()
    Fixture.objects.filter(pk=fixture.pk).update(note="changed by an organiser", by=first and first.player)


def swap_left_over(left: set[int], ones: set[int], others: set[int]) -> set[int]:
    """Return who is left over once these have changed places."""
    if (ones <= left) == (others <= left):
        return left
    return left ^ ones ^ others
