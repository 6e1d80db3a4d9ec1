"""The round that is made next: when, whether a player is in it, and for whom a link in a mail may say so."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core import signing
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone

from ladder.models import Ladder, Round, RoundWish, Season
from ladder.rounds.queries.entrants import load_latest_rounds
from ladder.rounds.queries.wishes import (
    Wishes,
    describe_wish,
    find_partner,
    find_wanted,
    has_fixed_pairs,
    is_player_away,
    load_own_wishes,
    load_wishes,
)
from ladder.story.queries.latest import list_own_ladders
from players.models import Player
from players.people.queries import select_players

LINK_SALT = "rounds.wish"
ASKED_ROUNDS = 3  # whoever took part in one of so many is asked about the next one


class NextRound(NamedTuple):
    """The round that follows another one, and the day on which the clock makes it."""

    last: Round
    day: date

    @property
    def season(self) -> Season:
        """The season of both rounds."""
        return self.last.season

    @property
    def name(self) -> str:
        """Such as "Round 4"."""
        return str(Round(number=self.last.number + 1))

    @property
    def is_open(self) -> bool:
        """Whether players can say that they are in: until the day before."""
        return timezone.localdate() < self.day


class RoundQuestion(NamedTuple):
    """What a player is asked about the next round of a ladder: how often they are in it, also in words."""

    ladder: Ladder
    coming: NextRound | None  # before the first round nobody knows when that is
    player: Player
    wanted: int
    said: str
    in_pairs: bool  # whether pairs stay together
    partner: Player | None  # whom the player named
    named_by: list[Player]  # who named the player, and is not named by them

    @property
    def choices(self) -> list[tuple[int, str]]:
        """The answers."""
        return RoundWish.Wanted.choices


def list_next_rounds(**where: Any) -> list[NextRound]:
    """Return the next round of each open season that had one, as long as the season lasts; two queries."""
    later = Round.objects.filter(season=OuterRef("season"), number__gt=OuterRef("number"))
    latest = Round.objects.filter(~Exists(later), season__closed_at=None, season__ladder__round_weeks__gte=1, **where)
    known = latest.select_related("season__ladder").prefetch_related("season__boards").order_by("season")
    coming = [NextRound(one, one.starts_on + timedelta(weeks=one.season.ladder.round_weeks or 0)) for one in known]
    return [one for one in coming if one.season.ends_on is None or one.day <= one.season.ends_on]


def find_next_round(season: Season) -> NextRound | None:
    """Return the next round of a season; None before an organiser made the first, and after the last; two queries."""
    return next(iter(list_next_rounds(season=season)), None)


def build_round_question(
    season: Season, coming: NextRound | None, player: Player, wishes: Mapping[int, Wishes]
) -> RoundQuestion:
    """Return what a player is asked, from the wishes by ladder that concern them."""
    day, in_pairs = coming.day if coming else timezone.localdate(), has_fixed_pairs(season)
    here = wishes.get(season.ladder_id, {})
    partner, naming = find_partner(here, player), [one.player.itself for one in here.values()]
    return RoundQuestion(
        season.ladder,
        coming,
        player,
        find_wanted(here, player),
        describe_wish(here, player, day, in_pairs=in_pairs),
        in_pairs,
        partner,
        [one for one in naming if one not in (player, partner) and find_partner(here, one) == player],
    )


def load_round_question(season: Season, coming: NextRound | None, player: Player) -> RoundQuestion:
    """Return what one player is asked; two queries."""
    return build_round_question(season, coming, player, load_own_wishes(player))


def list_round_questions(player: Player) -> list[RoundQuestion]:
    """Return what a member is asked on home: of the ladders that they stand on, or said something on.

    One query where no round is coming, else five.
    """
    coming = [one for one in list_next_rounds() if one.is_open]
    if not coming:
        return []
    wishes, own = load_own_wishes(player), list_own_ladders(player)
    return [
        build_round_question(one.season, one, player, wishes)
        for one in coming
        if one.season.ladder_id in own or one.season.ladder_id in wishes
    ]


def list_asked_players(coming: NextRound) -> Mapping[int, str]:
    """Return what those who are asked about a round are told of their wish, by player; not those who are away.

    They are in it, or took part in one of the latest rounds. Five queries.
    """
    wishes, latest = load_wishes(coming.season.ladder), load_latest_rounds(coming.season.ladder, ASKED_ROUNDS)
    keys = {key for key, wish in wishes.items() if wish.wanted} | {key for took_part in latest for key in took_part}
    asked = [one for one in select_players(keys) if one.pk in keys and not is_player_away(one, coming.day)]
    in_pairs = has_fixed_pairs(coming.season)
    return {one.pk: describe_wish(wishes, one, coming.day, in_pairs=in_pairs) for one in asked}


def build_wish_link(coming: NextRound, user: User) -> str:
    """Return the path on which whoever has it can say how often the player of an account is in a round."""
    token = signing.dumps([coming.last.pk, user.pk], salt=LINK_SALT)
    return reverse("ladder:round_answer", args=[coming.season.ladder.slug, token])


def read_wish_link(ladder: str, token: str) -> RoundQuestion | None:
    """Return what a link asks; None where it isn't ours, the account is gone, or the round is made or about to be."""
    try:
        last, user = signing.loads(token, salt=LINK_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    player = Player.objects.filter(user=user, user__is_active=True).select_related("merged_into").first()
    coming = next((one for one in list_next_rounds(pk=last, season__ladder__slug=ladder) if one.is_open), None)
    return load_round_question(coming.season, coming, player.itself) if player and coming else None
