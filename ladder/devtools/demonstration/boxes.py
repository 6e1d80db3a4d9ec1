"""A squash ladder with boxes in their third cycle: two that are over, and one that runs."""

import random
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from django.utils import timezone

from ladder.boxes.actions import NewBox, end_cycle, make_boxes
from ladder.boxes.queries.box_page import propose_next_boxes
from ladder.boxes.queries.next_boxes import find_cycle_end
from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.club.actions import create_ladder
from ladder.devtools.demonstration.members import ClubMember
from ladder.formats import LOST, WON, Game, ParticipantResult
from ladder.matches.actions.new_match import build_played_match, record_match
from ladder.models import Event, Fixture, Ladder, Match, MatchRevision, Season

BOX_LADDER, BOX_LADDER_NAME = "squash", "Squash boxes"
CYCLES, BOX_SIZE, BOX_COUNT = 3, 5, 3
SHARE_PLAYED = 0.85  # of the matches of a cycle that is over
MATCH_EVENING = time(19, 30)
LAST_EVENING = time(23, 30)


def make_box_ladder(luck: random.Random, members: Sequence[ClubMember], now: datetime) -> None:
    """Make the ladder with a cycle a month, of which the last runs now; the best members begin in Box 1."""
    ladder = create_ladder(
        slug=BOX_LADDER,
        name=BOX_LADDER_NAME,
        boards=[("match-points", {}), ("elo", {})],
        season="first-boxes",
        season_name="First boxes",
        game=BOX_LADDER,
        box_size=BOX_SIZE,
        box_least=2,
        scores=Ladder.Scores.ALLOWED,
        score_rule="best of 5, to 11, 2 clear",
    )
    Ladder.objects.filter(pk=ladder.pk).update(is_demonstration=True)
    firsts = list_first_days(now.date())
    season = ladder.seasons.get()
    season.starts_on, season.ends_on = firsts[0], find_cycle_end(firsts[0], None)
    season.name, season.slug = f"{firsts[0]:%B %Y}", f"{firsts[0]:%B-%Y}".lower()
    season.save()
    best = sorted(members, key=lambda one: -one.skill)[: BOX_SIZE * BOX_COUNT]
    cut = [best[start : start + BOX_SIZE] for start in range(0, len(best), BOX_SIZE)]
    boxes = [NewBox(level, "", [one.player for one in box]) for level, box in enumerate(cut, start=1)]
    make_boxes(season=season, boxes=boxes)
    skills = {one.player: one.skill for one in members}
    for first in firsts[1:]:
        play_cycle(luck, season, skills, now)
        proposed = propose_next_boxes(ladder, load_boxes(season))
        new, name = [NewBox(*one) for one in proposed.list_boxes()], f"{first:%B %Y}"
        last = find_cycle_end(first, None)
        following = end_cycle(season=season, boxes=new, name=name, ends_on=last)
        date_cycle_end(season, following, timezone.make_aware(datetime.combine(first - timedelta(1), LAST_EVENING)))
        season = following
    play_cycle(luck, season, skills, now)


def list_first_days(today: date) -> list[date]:
    """Return the first days of the cycles: of this month, and of those before it."""
    found = [today.replace(day=1)]
    while len(found) < CYCLES:
        found.insert(0, (found[0] - timedelta(1)).replace(day=1))
    return found


def play_cycle(luck: random.Random, season: Season, skills: dict[int, float], now: datetime) -> None:
    """Let the players of the boxes play most of their matches, as far as their days are over."""
    fixtures = [fixture for box in load_boxes(season) for fixture in box.open_fixtures]
    first, last = season.starts_on or now.date(), season.ends_on or now.date()
    planned = [(first + timedelta(luck.randrange((last - first).days)), luck.random(), one) for one in fixtures]
    for day, drawn, fixture in sorted(planned, key=lambda one: (one[0], one[2].pk)):
        if drawn < SHARE_PLAYED and day < now.date():
            play_box_match(luck, fixture, skills, timezone.make_aware(datetime.combine(day, MATCH_EVENING)))


def play_box_match(luck: random.Random, fixture: Fixture, skills: dict[int, float], at: datetime) -> None:
    """Let one match be played best of five, and be reported by who won it."""
    players = [side[0] for side in fixture.sides]
    lead = skills[players[0].pk] - skills[players[1].pk]
    won, games = [0, 0], list[Game]()
    while max(won) < 3:
        seat = 0 if luck.random() < 1 / (1 + 10 ** (-lead / 2)) else 1
        won[seat] += 1
        points = (11, luck.randrange(10))
        games.append(Game(*(points if seat == 0 else points[::-1])))
    scores = (WON, LOST) if won[0] == 3 else (LOST, WON)
    results = [ParticipantResult(player, score) for player, score in zip(players, scores, strict=True)]
    by = players[scores.index(WON)].user
    entry = build_played_match("rated", results, played_at=at, games=games)
    match = record_match(season=fixture.season, entry=entry, by=by)
    Match.objects.filter(pk=match.pk).update(recorded_at=at)
    MatchRevision.objects.filter(match=match).update(at=at)


def date_cycle_end(closed: Season, following: Season, at: datetime) -> None:
    """Let the end of a cycle be when it was, in the evening of its last day."""
    Season.objects.filter(pk=closed.pk).update(closed_at=at)
    Event.objects.filter(season__in=(closed, following)).update(at=at)
    Fixture.objects.filter(season=following).update(made_at=at, answer_by=at, accepted_at=at)
