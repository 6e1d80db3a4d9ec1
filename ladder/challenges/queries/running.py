"""Which challenges are running, and which of them a member has to answer. The clock decides what is over."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import (
    FETCH_RAISE,
    BigIntegerField,
    DateTimeField,
    Exists,
    Expression,
    OuterRef,
    Q,
    QuerySet,
    Value,
    prefetch_related_objects,
)
from django.urls import reverse
from django.utils import timezone

from ladder.formats import DUEL, SIDES, ParticipantResult, describe_handicap, get_handicap, spell_number
from ladder.models import Fixture, Ladder, Match, Origin, Party, Season, State
from ladder.models.fixture import ASKED_ORIGINS
from ladder.pages.addresses import build_report_url
from ladder.pages.figures import format_day
from ladder.ratings import load_kinds
from players.compiled_query import CompiledQuery, Given
from players.models import Player
from players.people.queries import resolve_player, select_own_keys

NOT_PLAYED_YET = Q(match=None) | Q(match__status=Match.Status.VOID)
ORIGIN_PATHS = ("season__ladder", "box", "round", "court", "by__merged_into")
"""What says where a fixture comes from."""
MOST_NAMED = 5  # challenges on a member's home page


def build_running_filter(now: Expression | None = None) -> Q:
    """Return the filter for challenges that can still be answered, or are accepted and still in time to be played."""
    now = now or build_now()
    return build_answerable_filter(now) | build_unplayed_filter(now) & Q(play_by__gt=now)


def build_answerable_filter(now: Expression | None = None) -> Q:
    """Return the filter for challenges that can still be answered."""
    return Q(status=State.OPEN, answer_by__gt=now or build_now())


def build_unplayed_filter(now: Expression | None = None) -> Q:
    """Return the filter for accepted challenges without a match, until their last date is over."""
    return Q(NOT_PLAYED_YET, status=State.ACCEPTED, decide_at__gt=now or build_now())


def build_now() -> Value:
    """Return the moment of this call, for a query."""
    return Value(timezone.now(), DateTimeField())


def select_fixtures(season: Season) -> QuerySet[Fixture]:
    """Return a season's fixtures with their match and all their players; two queries when it is read."""
    fixtures = Fixture.objects.filter(season=season).select_related(*ORIGIN_PATHS, "match")
    return fixtures.prefetch_related("parties__player__merged_into")


def select_challenges(season: Season) -> QuerySet[Fixture]:
    """Return those fixtures of a season that are challenges, or that an organiser arranged."""
    return select_fixtures(season).filter(origin__in=ASKED_ORIGINS)


def select_own_fixtures(season: Season, own: Sequence[int], *others: Origin) -> QuerySet[Fixture]:
    """Return the challenges of a season, and what its boxes and rounds ask of a player with these keys.

    Of the `others`, such as the games of nights, return those of everybody.
    """
    mine = Party.objects.filter(fixture=OuterRef("pk"), player__in=own)
    return select_fixtures(season).filter(Q(origin__in=(*ASKED_ORIGINS, *others)) | Exists(mine))


def describe_agreed_handicap(challenge: Fixture) -> str:
    """Return "100 points for Ana", from a challenge of two or two sides; an empty text where there is no handicap."""
    if challenge.is_battle or not get_handicap(challenge.facts):
        return ""
    sides = enumerate(challenge.sides, start=1)
    named = [ParticipantResult(one.name, side=number) for number, side in sides for one in side]
    return describe_handicap(challenge.facts, named)


def format_deadline(at: datetime) -> str:
    """Return "today, 18:30", "tomorrow, 18:30" or "Sat 28 November 2026", in the club's time."""
    local = timezone.localtime(at)
    days = (local.date() - timezone.localdate()).days
    if days in (0, 1):
        return f"{'tomorrow' if days else 'today'}, {local:%H:%M}"
    return f"{local:%a} {format_day(local.date())}"


def find_unfinished_challenges(season: Season) -> QuerySet[Fixture]:
    """Return the season's challenges that wait for an answer, or are accepted and without a match."""
    return select_challenges(season).filter(build_answerable_filter() | build_unplayed_filter())


def describe_unfinished_challenges(season: Season) -> str:
    """Return the sentence about challenges that closing the season calls off; empty without any. One query."""
    count = find_unfinished_challenges(season).count()
    if not count:
        return ""
    if count == 1:
        return "One challenge that was not played will be called off."
    return f"{spell_number(count).capitalize()} challenges that were not played will be called off."


def select_marks() -> QuerySet[Party, Any]:
    """Return the other parties of a member's running challenges in a season, but for partners and for battles."""
    me, season = (Given(name, BigIntegerField()) for name in ("me", "season"))
    now = Given("now", DateTimeField())
    mine = select_own_keys(me)
    ours = Party.objects.filter(fixture=OuterRef("fixture"), player__in=mine)
    between = Party.objects.filter(Q(fixture__places=2) | Q(side__gt=0), Exists(ours), fixture__season=season)
    running = between.filter(fixture__in=Fixture.objects.filter(build_running_filter(now), season=season))
    partners = Exists(ours.filter(side=OuterRef("side"), side__gt=0))
    others = running.exclude(partners).exclude(player__in=mine).order_by()
    return others.values_list(resolve_player("player"), "fixture__status", "joined_at")


MARKS_QUERY = CompiledQuery(select_marks)


def load_challenge_marks(season: Season, me: Player | None) -> Mapping[int, str]:
    """Return, by player, the mark of those against whom this member has a running challenge; one query.

    Battles, which anybody may join, have no marks.
    """
    if me is None or season.closed_at:
        return {}
    rows = MARKS_QUERY.fetch_rows(me=me.pk, season=season.pk, now=timezone.now())
    return {player: describe_mark(status, asked=joined is None) for player, status, joined in rows}


def describe_mark(status: str, *, asked: bool) -> str:
    """Return the mark of a challenge; `asked` means that the other player has yet to answer it."""
    if status == State.ACCEPTED:
        return "To play"
    return "Challenged" if asked else "Challenged you"


def describe_no_answer(challenge: Fixture) -> str:
    """Return what stands behind the time to answer where it matters: " or it counts as lost"."""
    return ", or it counts as lost" if challenge.counts_unanswered else ""


def describe_not_playing(challenge: Fixture) -> str:
    """Return what stands behind the last day to play where it matters: ", or it counts as lost by Ben"."""
    if challenge.counts_unplayed:
        return f", or it counts as lost by {challenge.name_side(2)}"
    return "" if challenge.may_be_claimed else ", or it is called off"


def describe_last_day(fixture: Fixture) -> str:
    """Return until when a fixture has to be played, and what if not: "today, 18:30, or it is called off"."""
    return f"{format_deadline(fixture.last_day)}{describe_not_playing(fixture)}"


class MatchToPlay(NamedTuple):
    """A match on the home page that a member has to play: against whom, where it comes from, and by when in words."""

    pk: int
    who: str
    ladder: Ladder
    origin: str  # "Box 2", or what was agreed: "Rated"
    page: str  # the address of the boxes, the rounds or the challenges
    until: str
    url: str  # of its report, where members report matches


def list_matches_to_play(player: Player) -> list[MatchToPlay]:
    """Return what this player has agreed to play, or has to in a box, the most urgent first; one query, or three."""
    found = [key for (key,) in TO_PLAY_QUERY.fetch_rows(me=player.pk, now=timezone.now())]
    if not found:
        return []
    rows = Fixture.objects.filter(pk__in=found).select_related(*ORIGIN_PATHS)
    fixtures = rows.prefetch_related("parties__player__merged_into").order_by("play_by", "pk")
    return [build_match_to_play(one, player) for one in fixtures if one.find_side(player.pk)]


def select_matches_to_play() -> QuerySet[Fixture, Any]:
    """Return the keys of the most urgent fixtures of two sides that a player has to play."""
    mine = Party.objects.filter(fixture=OuterRef("pk"), player__in=select_own_keys(Given("me", BigIntegerField())))
    two_sides = Q(places=2) | Exists(mine.filter(side__gt=0))
    to_play = Fixture.objects.filter(build_unplayed_filter(Given("now", DateTimeField())), two_sides, Exists(mine))
    return to_play.filter(season__closed_at=None).order_by("play_by", "pk").values_list("pk")[:MOST_NAMED]


TO_PLAY_QUERY = CompiledQuery(select_matches_to_play)


def build_match_to_play(fixture: Fixture, player: Player) -> MatchToPlay:
    """Return a fixture as the home page prints it."""
    others = " and ".join(fixture.name_side(number) for number in SIDES if number != fixture.find_side(player.pk))
    until = "tonight" if fixture.court_id else describe_last_day(fixture)
    ladder = fixture.season.ladder
    url = find_fixture_report(fixture) if ladder.members_report else ""
    return MatchToPlay(fixture.pk, others, ladder, name_origin(fixture), find_fixture_page(fixture), until, url)


def find_fixture_report(fixture: Fixture) -> str:
    """Return the address on which the match of a fixture is reported."""
    kind = load_kinds()[fixture.kind]
    format = kind.format if fixture.is_battle or fixture.has_sides else DUEL
    return f"{build_report_url(fixture.season, format)}?challenge={fixture.pk}"


def find_fixture_page(fixture: Fixture) -> str:
    """Return the address of the page on which a fixture stands among the others of its origin."""
    season = fixture.season
    if fixture.box_id:
        return reverse("ladder:boxes", args=[season.ladder.slug, season.slug])
    page = "rounds" if fixture.round_id else "tonight" if fixture.court_id else "challenges"
    return reverse(f"ladder:{page}", args=[season.ladder.slug])


class ChallengeToAnswer(NamedTuple):
    """A challenge on the home page: who challenged the member, on which ladder, to what, and the deadline in words."""

    pk: int
    who: str
    ladder: Ladder
    terms: str
    until: str


def list_challenges_to_answer(player: Player) -> list[ChallengeToAnswer]:
    """Return the challenges that wait for this player's answer, the most urgent first.

    One query, two if some wait, four with sides or a handicap.
    """
    found = [key for (key,) in TO_ANSWER_QUERY.fetch_rows(me=player.pk, now=timezone.now())]
    if not found:
        return []
    rows = Fixture.objects.filter(pk__in=found).select_related("season__ladder", "by__merged_into")
    challenges = list(rows.order_by("answer_by", "pk").fetch_mode(FETCH_RAISE))
    named = [one for one in challenges if one.has_sides or get_handicap(one.facts)]
    prefetch_related_objects(named, "parties__player__merged_into")
    return [build_challenge_to_answer(one) for one in challenges]


def select_challenges_to_answer() -> QuerySet[Fixture, Any]:
    """Return the keys of the most urgent challenges that wait for a player's answer."""
    me = select_own_keys(Given("me", BigIntegerField()))
    unanswered = Party.objects.filter(fixture=OuterRef("pk"), player__in=me, joined_at=None)
    waiting = Fixture.objects.filter(build_answerable_filter(Given("now", DateTimeField())), Exists(unanswered))
    by_others = waiting.exclude(by__in=me)  # after a merge, one may have challenged oneself
    return by_others.order_by("answer_by", "pk").values_list("pk")[:MOST_NAMED]


TO_ANSWER_QUERY = CompiledQuery(select_challenges_to_answer)


def build_challenge_to_answer(challenge: Fixture) -> ChallengeToAnswer:
    """Return a challenge as the home page prints it, with all that a player has to know to answer it there."""
    length, handicap = challenge.facts.get("length"), describe_agreed_handicap(challenge)
    points = f"{length:g}-point match" if length else ""
    terms = [name_challenge_kind(challenge), points, handicap, challenge.note and f"“{challenge.note}”"]
    ladder, until = challenge.season.ladder, f"{format_deadline(challenge.answer_by)}{describe_no_answer(challenge)}"
    return ChallengeToAnswer(challenge.pk, challenge.challenger, ladder, ", ".join(filter(None, terms)), until)


def name_origin(fixture: Fixture) -> str:
    """Return where a fixture comes from: "Box 2", "Round 3", "Court 1", or what was agreed to be played: "Rated"."""
    return str(fixture.box or fixture.round or fixture.court or name_challenge_kind(fixture))


def name_challenge_kind(challenge: Fixture) -> str:
    """Return what is to be played: "Rated", or "Doubles" between sides."""
    return challenge.season.ladder.name_teams() if challenge.has_sides else load_kinds()[challenge.kind].label
