"""Recording, correcting, voiding and restoring through the services and through the models."""

from datetime import date, timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import ProtectedError
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import NotAllowed
from ladder.club.actions import create_ladder
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import correct_match, restore_match, void_match
from ladder.models import Adjustment, Match, MatchRevision, Opening, Participant, RatingChange, Role, Season, Standing
from ladder.ratings import RatingError
from players.models import Player
from tests.factories import enter_match, make_ladder, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return create_ladder(slug="club", name="Club", boards=[("points-exchange", {})]).seasons.get()


@pytest.fixture
def people():
    return [Player.objects.create(name=name) for name in ("Ada", "Bo", "Cy")]


def beat(season, winner, loser, **more):
    return enter_match(
        season=season,
        participants=[ParticipantResult(winner, 1.0), ParticipantResult(loser, 0.0)],
        by=None,
        kind="rated",
        **more,
    )


def points(season):
    return dict(Standing.objects.filter(board__season=season).values_list("player__name", "points"))


def test_recording_moves_ten_points_between_equals(season, people):  # P-5
    beat(season, people[0], people[1])
    assert points(season) == {"Ada": 1010, "Bo": 990}


def test_a_late_entry_is_rated_in_its_place(season, people):  # G-3
    ada, bo, cy = people
    for _ in range(3):
        beat(season, ada, bo)
    beat(season, cy, ada, played_at=timezone.now() - timedelta(days=9))
    # Cy beats Ada: 10. Then Ada beats Bo from 990 v 1000, 1000 v 990 and 1010 v 980: 10, 10 and 9 (P-4).
    assert points(season) == {"Ada": 1019, "Bo": 971, "Cy": 1010}


def test_voiding_and_restoring_bring_the_same_table_back(season, people):
    match = beat(season, people[0], people[1])
    beat(season, people[1], people[2])
    before, print_before = points(season), ledger.fingerprint(season.ladder)

    void_match(match=match, by=None, reason="Entered twice", revision=1)
    assert points(season) == {"Bo": 1010, "Cy": 990}
    restore_match(match=match, by=None, reason="It was right", revision=2)

    assert (points(season), ledger.fingerprint(season.ladder)) == (before, print_before)
    verbs = MatchRevision.objects.filter(match=match).values_list("number", "verb", "reason")
    assert list(verbs) == [(1, "record", ""), (2, "void", "Entered twice"), (3, "restore", "It was right")]


def test_correcting_a_player_takes_the_old_one_off_the_table(season, people):
    match = beat(season, people[0], people[1])
    correct_match(
        match=match,
        by=None,
        reason="It was Cy",
        revision=1,
        participants=[ParticipantResult(people[0], 1.0), ParticipantResult(people[2], 0.0)],
    )
    assert points(season) == {"Ada": 1010, "Cy": 990}


def test_a_correction_can_take_the_recorded_start_away(season, people):
    now = timezone.now()
    match = beat(season, people[0], people[1], played_at=now, started_at=now - timedelta(hours=1))
    kept = correct_match(match=match, by=None, reason="Bo won", revision=1)
    assert kept.started_at is not None
    cleared = correct_match(match=match, by=None, reason="Never noted", revision=2, started_at=None)
    assert cleared.started_at is None


def test_saving_a_match_in_the_shell_settles_it(season, people):
    first = beat(season, people[0], people[1])
    beat(season, people[1], people[2])
    first = Match.objects.get(pk=first.pk)
    first.status = Match.Status.VOID
    first.save()
    assert points(season) == {"Bo": 1010, "Cy": 990}
    assert first.revisions.count() == 2


def test_saving_board_options_in_the_shell_settles_it(season, people):
    beat(season, people[0], people[1])
    board = season.boards.get()
    board.options = {"start": 500}
    board.save()
    assert points(season) == {"Ada": 510, "Bo": 490}


def test_an_opening_settles_on_saving_and_on_deleting(season, people):
    beat(season, people[0], people[1])
    opening = Opening(board=season.boards.get(), player=people[1], points=1120)
    opening.save()
    assert points(season) == {"Ada": 1016, "Bo": 1104}  # 120 apart: the underdog gains 16 (P-4)
    opening.delete()
    assert points(season) == {"Ada": 1010, "Bo": 990}


def test_what_an_opening_has_beside_points_and_experience_stays_in_the_ledger(season, people):
    Opening.objects.create(board=season.boards.get(), player=people[1], points=1000, as_of=date(2026, 1, 1))
    beat(season, people[0], people[1])
    second = beat(season, people[0], people[2])
    beat(season, people[1], people[2])
    correct_match(
        match=second,
        by=None,
        reason="Bo it was",
        revision=1,
        participants=[ParticipantResult(people[1], 1), ParticipantResult(people[2], 0)],
    )
    assert ledger.verify(season.ladder) == []


def test_what_matches_rest_on_is_not_deleted(season, people):
    match = beat(season, people[0], people[1])
    with pytest.raises(ValidationError, match="can't be deleted"):
        match.delete()
    for refused in (people[0].delete, season.delete, Match.objects.all().delete, season.ladder.delete):
        with pytest.raises(ProtectedError):
            refused()
    with pytest.raises(ValidationError, match="written with their match"):
        match.participants.first().save()
    assert points(season) == {"Ada": 1010, "Bo": 990}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"played_at": timezone.now() + timedelta(days=2)}, "future"),
        ({"participants": "self"}, "can't play himself"),
        ({"participants": "draw"}, "no draws"),
        ({"kind": "tournament"}, "Say who won|no kind|needs|place"),
        ({"kind": "nonsense"}, "no kind of match called nonsense"),
    ],
)
def test_a_refused_match_stores_nothing(season, people, change, sentence):
    ada, bo, _ = people
    participants = {
        "self": [ParticipantResult(ada, 1.0), ParticipantResult(ada, 0.0)],
        "draw": [ParticipantResult(ada, 0.5), ParticipantResult(bo, 0.5)],
    }
    given = {"kind": "rated", "participants": [ParticipantResult(ada, 1.0), ParticipantResult(bo, 0.0)]} | change
    given["participants"] = (
        participants.get(given["participants"], given["participants"])
        if isinstance(given["participants"], str)
        else given["participants"]
    )
    with pytest.raises((ValidationError, RatingError), match=sentence):
        enter_match(season=season, by=None, **given)
    assert not Match.objects.exists()


def test_a_match_outside_the_season_is_refused(season, people):
    season.starts_on, season.ends_on = date(2026, 1, 1), date(2026, 1, 31)
    season.save()
    with pytest.raises(ValidationError, match="ended on 31 January 2026"):
        beat(season, people[0], people[1])
    assert not Participant.objects.exists()


def test_season_dates_may_not_leave_matches_out(season, people):
    beat(season, people[0], people[1])
    season.ends_on = date(2020, 1, 1)
    with pytest.raises(ValidationError, match="1 match was played outside"):
        season.save()
    assert Season.objects.get(pk=season.pk).ends_on is None


def test_an_unrated_match_is_kept_and_counts_for_nothing(season, people):
    enter_match(
        season=season,
        by=None,
        kind="unrated",
        participants=[ParticipantResult(people[0], 1.0), ParticipantResult(people[1], 0.0)],
    )
    assert (Match.objects.count(), RatingChange.objects.count(), points(season)) == (1, 0, {})


def test_a_correction_of_the_past_says_whom_it_moved(season, people):
    first = beat(season, people[0], people[1])
    for _ in range(3):
        beat(season, people[1], people[2])
    void_match(match=first, by=None, reason="Entered twice", revision=1)
    moved = Adjustment.objects.filter(revision__match=first).values_list("player__name", "before", "after")
    # Bo wins 10, 10 and 9 from 990; from 1000 v 1000 he wins 10, then 20 and 38 apart 9 each (P-4).
    assert sorted(moved) == [("Ada", 1010, None), ("Bo", 1019, 1028), ("Cy", 971, 972)]


@pytest.mark.once
def test_recording_today_costs_the_same_in_a_longer_ladder(season, people):
    costs = []
    for _ in range(2):
        for _ in range(6):
            beat(season, people[0], people[1])
        with CaptureQueriesContext(connection) as queries:
            beat(season, people[0], people[1])
        costs.append(len(queries))
    assert costs[0] == costs[1]


def test_a_standing_that_moves_keeps_its_row(season, people):
    beat(season, people[0], people[1])
    rows = dict(Standing.objects.values_list("player__name", "pk"))
    beat(season, people[0], people[2])
    assert points(season) == {"Ada": 1020, "Bo": 990, "Cy": 990}  # P-5; 10 points more are the same band (P-4)
    assert {name: pk for name, pk in Standing.objects.values_list("player__name", "pk") if name != "Cy"} == rows


def test_recording_today_writes_only_the_rows_of_its_players(season, people):
    beat(season, people[1], people[2])
    kept = set(RatingChange.objects.values_list("pk", flat=True))
    untouched = Standing.objects.get(player=people[2]).pk
    beat(season, people[0], people[1])
    assert set(RatingChange.objects.values_list("pk", flat=True)) > kept
    assert RatingChange.objects.count() == len(kept) + 2
    assert Standing.objects.get(player=people[2]).pk == untouched


@pytest.mark.parametrize("verb", [correct_match, void_match, restore_match])
def test_only_an_organiser_of_its_ladder_changes_a_match(verb):
    match, other = play(season_of(make_ladder()), "Ana", "Bo"), make_ladder(slug="other")
    user = User.objects.create_user("olga")
    Role.objects.create(ladder=other, user=user, role="organiser")

    with pytest.raises(NotAllowed):
        verb(match=match, by=user, reason="Mine to say.", revision=1)

    match.refresh_from_db()
    assert (match.revision, match.is_void) == (1, False)
