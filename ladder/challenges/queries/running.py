"""Which challenges run, who is in them, and which of them a member has to answer. The clock decides what is over."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import FETCH_RAISE, DateTimeField, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.lookups import LessThan
from django.utils import timezone

from ladder.models import Challenge, Ladder, Match, Party, Season, State
from ladder.pages.figures import format_day
from players.models import Player
from players.people.queries import resolve_player, select_with_merged

UNPLAYED = Q(match=None) | Q(match__status=Match.Status.VOID)

MOST_NAMED = 5  # named on a member's page


def build_running_filter() -> Q:
    """Return the filter for challenges that wait for an answer or to be played, within their time."""
    return build_answerable_filter() | build_unplayed_filter() & Q(play_by__gt=timezone.now())


def build_answerable_filter() -> Q:
    """Return the filter for challenges that can still be answered."""
    return Q(status=State.OPEN, answer_by__gt=timezone.now())


def build_unplayed_filter() -> Q:
    """Return the filter for challenges that were accepted and not played, in their time or as long again after it."""
    late = Value(timezone.now(), DateTimeField()) - F("play_by")
    return Q(UNPLAYED, LessThan(late, F("play_by") - F("accepted_at")), status=State.ACCEPTED)


def select_challenges(season: Season) -> QuerySet[Challenge]:
    """Return a season's challenges with their match and everybody in them; one query, and one for the parties."""
    found = Challenge.objects.filter(season=season).select_related("season__ladder", "match", "by__merged_into")
    return found.prefetch_related("parties__player__merged_into")


def collect_player_keys(challenge: Challenge) -> set[int]:
    """Return everybody whom a challenge names, merged players as whom they count as."""
    return {party.player.itself.pk for party in challenge.parties.all()}


def list_joined_players(challenge: Challenge) -> list[Player]:
    """Return those who take part, in the order in which they said so; two who were merged since are one."""
    parties = [party for party in challenge.parties.all() if party.joined_at]
    ordered = sorted(parties, key=lambda party: (party.joined_at, party.pk))
    return list(dict.fromkeys(party.player.itself for party in ordered))


def format_deadline(at: datetime) -> str:
    """Return a day as people say it, with the time where it is today or tomorrow."""
    local, today = timezone.localtime(at), timezone.localdate()
    days = (local.date() - today).days
    if days in (0, 1):
        return f"{'tomorrow' if days else 'today'}, {local:%H:%M}"
    return f"{local:%a} {format_day(local.date())}"


def find_unfinished_challenges(season: Season) -> QuerySet[Challenge]:
    """Return the season's challenges that wait for an answer, or were accepted and not played, in time or not."""
    return select_challenges(season).filter(build_answerable_filter() | build_unplayed_filter())


def describe_unfinished_challenges(season: Season) -> str:
    """Return what becomes of them when the season closes; nothing where there are none. One query."""
    count = find_unfinished_challenges(season).count()
    if not count:
        return ""
    were = "challenge that was" if count == 1 else "challenges that were"
    return f"{count:,} {were} not played will be called off."


def load_challenge_marks(season: Season, me: Player | None) -> Mapping[int, str]:
    """Return what stands behind the names of those with whom a challenge of two runs; one query, for members."""
    if me is None or season.closed_at:
        return {}
    mine = select_with_merged([me.pk])
    ours = Challenge.objects.filter(build_running_filter(), season=season, places=2, parties__player__in=mine)
    others = Party.objects.filter(challenge__in=ours).exclude(player__in=mine).order_by()
    rows = others.values_list(resolve_player("player"), "challenge__status", "joined_at")
    return {player: describe_mark(status, asked=joined is None) for player, status, joined in rows}


def describe_mark(status: str, *, asked: bool) -> str:
    """Return how a challenge stands, as the one sees it who looks."""
    if status == State.ACCEPTED:
        return "To play"
    return "Challenged" if asked else "Challenged you"


class ChallengeToAnswer(NamedTuple):
    """Who challenged the member, where, and until when they can answer."""

    who: str
    ladder: Ladder
    until: str


def list_challenges_to_answer(player: Player) -> list[ChallengeToAnswer]:
    """Return the challenges that wait for this player's answer, the most urgent first; one query."""
    me = select_with_merged([player.pk])
    mine = Party.objects.filter(challenge=OuterRef("pk"), player__in=me, joined_at=None)
    asked = Challenge.objects.filter(build_answerable_filter(), Exists(mine)).exclude(
        by__in=me
    )  # by one who is merged by now
    rows = asked.select_related("season__ladder", "by__merged_into").order_by("answer_by", "pk")
    found = rows.fetch_mode(FETCH_RAISE)[:MOST_NAMED]
    return [ChallengeToAnswer(one.by.itself.name, one.season.ladder, format_deadline(one.answer_by)) for one in found]
