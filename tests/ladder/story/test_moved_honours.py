"""What the preview of a correction says of honours: who gets and who loses them, and that it comes true."""

import random
from datetime import date, timedelta

import pytest
from django.core.cache import caches
from django.utils import timezone

from ladder import changes
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import MatchCorrection, MatchVoiding
from ladder.models import Ladder, Match
from ladder.people.actions.merges import MergeUndo, PlayerMerge
from ladder.story.queries import ladder_story, moved_honours
from ladder.story.queries.history import load_chapter, load_planned_matches
from ladder.story.queries.moved_honours import count_honours
from players.models import Player
from tests.factories import board_of, make_ladder, make_player, play, play_all, season_of
from tests.ladder.standings.test_kept_past import NAMES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("memory")]
DAY = date(2026, 1, 3)


def turn(match):
    """Return the change by which the loser of a match has won it."""
    turned = [
        ParticipantResult(make_player(one.player.name), 1 - one.score)
        for one in match.participants.select_related("player")
    ]
    return MatchCorrection(match, reason="It was the other way.", participants=turned)


def list_honours(change):
    """Return what the preview of a change says of honours."""
    preview, _ = changes.preview_change(change)
    return preview["honours"]


def test_a_turned_match_gives_a_record_and_a_month_to_another():
    season = season_of(make_ladder("elo"))
    first = play(season, "Ana", "Ben", on=DAY)
    play(season, "Ana", "Ben", on=DAY)
    play(season, "Ben", "Cem", on=DAY)

    # As it was: Ana, Ana, Ben. As it would be: Ben, Ana, Ben.
    assert list_honours(turn(first)) == [
        "Longest run: nobody (now Ana, 2 wins).",
        "Most wins in January 2026: Ben (now Ana).",
        "Most improved in January 2026: Ben (now Ana).",
    ]


def test_a_void_match_takes_a_badge_back():
    season = season_of(make_ladder("elo"))
    for number in range(10):
        last = play(season, "Ana", f"Ben {number}", on=DAY)

    said = list_honours(MatchVoiding(last, reason="It was no match."))

    assert "Ana loses the badge “Unstoppable”." in said
    assert "Ana loses the badge “Sociable”." in said
    assert "Longest run: Ana, 9 wins (now Ana, 10 wins)." in said


def test_a_new_player_in_a_correction_is_named():
    season = season_of(make_ladder("elo"))
    play_all(season, [("Ana", "Ben")] * 2, on=DAY)
    match = Match.objects.last()
    seats = [ParticipantResult(Player(name="Dea Fox"), 1.0), ParticipantResult(make_player("Ben"), 0.0)]

    said = list_honours(MatchCorrection(match, reason="It was Dea.", participants=seats))

    assert "Most wins in January 2026: Dea Fox and Ana (now Ana)." in said


def test_a_change_that_moves_no_honour_says_nothing_of_them():
    season = season_of(make_ladder("elo"))
    match = play(season, "Ana", "Ben", on=DAY)
    change = MatchCorrection(match, reason="An hour later.", played_at=match.played_at + timedelta(hours=1))

    assert list_honours(change) == []


def test_what_the_preview_works_out_is_what_the_change_makes():
    luck, season, today = random.Random(5), board_of("elo").season, timezone.localdate()
    for number in range(60):
        play(season, *luck.sample(NAMES, 2), on=today - timedelta(60 - number))
    for _ in range(12):
        match = luck.choice(Match.objects.filter(status=Match.Status.COUNTED))
        change = luck.choice([turn, lambda one: MatchVoiding(one, reason="No match.")])(match)
        (planned,) = change.plan()
        foreseen = count_honours(load_planned_matches([planned], [change.draft]))
        changes.run(change)
        made = count_honours(load_chapter(Ladder.objects.get()).matches)
        assert (foreseen.badges, foreseen.records) == (made.badges, made.records)
        assert foreseen.tallies.spans == made.tallies.spans


def test_what_the_preview_of_a_merge_works_out_is_what_it_makes():
    luck, season, today = random.Random(7), board_of("elo").season, timezone.localdate()
    for number in range(30):
        play(season, *luck.sample(NAMES[:4], 2), on=today - timedelta(60 - number))
        play(season, *luck.sample(NAMES[4:8], 2), on=today - timedelta(60 - number))
    player, into = make_player(NAMES[0]), make_player(NAMES[4])
    merge, ladder = PlayerMerge(player, into), season.ladder
    foreseen = count_honours(load_planned_matches(merge.plan(), merges=merge.merges))

    for change, expected in ((merge, foreseen), (MergeUndo(player), count_honours(load_chapter(ladder).matches))):
        changes.run(change)
        made = count_honours(load_chapter(Ladder.objects.get()).matches)
        assert (expected.badges, expected.records) == (made.badges, made.records)
        assert expected.tallies.spans == made.tallies.spans
        player.refresh_from_db()


def test_a_preview_says_the_same_while_another_works_out_the_story(monkeypatch):
    season = season_of(make_ladder("elo"))
    first = play(season, "Ana", "Ben", on=DAY)
    play(season, "Ana", "Ben", on=DAY)
    said = list_honours(turn(first))
    caches["rows"].clear()
    monkeypatch.setattr(ladder_story, "LONGEST_WAIT", 0)

    with ladder_story.STORY_LOCKS[season.ladder_id % len(ladder_story.STORY_LOCKS)]:
        assert list_honours(turn(first)) == said


@pytest.mark.parametrize(("most", "says"), [(2, True), (1, False)])
def test_on_a_ladder_of_very_many_matches_nothing_is_said(monkeypatch, most, says):
    monkeypatch.setattr(moved_honours, "MOST_MATCHES", most)
    season = season_of(make_ladder("elo"))
    first = play(season, "Ana", "Ben", on=DAY)
    play(season, "Ana", "Ben", on=DAY)

    assert bool(list_honours(turn(first))) is says
