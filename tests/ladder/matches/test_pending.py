"""A pending match is there for everybody to see and counts for nothing until it is confirmed."""

from datetime import date, timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import NotAllowed
from ladder.formats import Exit, ParticipantResult
from ladder.ledger.admission import PlayersOutOfRange
from ladder.matches.actions.corrections import correct_match, restore_match, void_match
from ladder.matches.actions.disputes import confirm_due_matches, confirm_match, dispute_match, uphold_result
from ladder.matches.actions.new_match import build_played_match
from ladder.matches.actions.reports import fix_report, undo_report
from ladder.matches.queries.confirmations import describe_waiting
from ladder.matches.queries.rights import MATCH_DISPUTED, OWN_REPORT
from ladder.models import Adjustment, Ladder, Match, MatchRevision, RatingChange, Season, Standing
from ladder.people.actions.merges import PlayedEachOther, PlayerMerge
from ladder.seasons.actions.life_cycle import close_season
from ladder.standings.queries.as_known_then import build_known_table, has_changed_since
from players.models import Notice, Player
from tests.changes import revert_match
from tests.factories import (
    enter_match,
    enter_report,
    make_asking,
    make_ladder,
    make_member,
    make_player,
    play,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return make_asking()


def won(season, winner, loser, by=None, **more):
    participants = [ParticipantResult(winner, 1.0), ParticipantResult(loser, 0.0)]
    return enter_report(season=season, participants=participants, by=(by or winner).user, kind="rated", **more)


@pytest.fixture
def match(season, ana, ben):
    return won(season, ana, ben)


def points(season):
    """Return everybody's points; the table of P-3 and P-4 moves 10 between equals."""
    return dict(Standing.objects.filter(board__season=season).values_list("player__name", "points"))


def verbs(match):
    return list(match.revisions.values_list("verb", flat=True))


def later(hours):
    return timezone.now() + timedelta(hours=hours)


def is_sound(season):
    """Say whether stored equals replayed, and the match says what its last version says."""
    told = {match.status == match.revisions.last().version["status"] for match in season.matches.all()}
    return told <= {True} and ledger.verify(season.ladder) == []


def test_it_is_stored_and_moves_nothing(season, ana, ben):
    was, version = ledger.fingerprint(season.ladder), Ladder.objects.get().version

    match = won(season, ana, ben)

    assert (match.is_pending, verbs(match)) == (True, ["record"])
    assert (points(season), RatingChange.objects.count(), ledger.fingerprint(season.ladder)) == ({}, 0, was)
    assert Ladder.objects.get().version == version + 1, "open pages hear of it"
    assert match.confirm_by == match.recorded_at + timedelta(hours=48)
    assert is_sound(season)


def test_the_same_form_sent_again_makes_no_second_one(season, ana, ben):
    key = "6f1c2f1e-5a0f-4a3e-9a51-0d6f4b1f2a11"

    assert won(season, ana, ben, form_key=key) == won(season, ana, ben, form_key=key)


def test_the_opponent_confirms_and_it_counts(season, match, ben):
    confirm_match(match=match, by=ben.user, revision=1)

    assert points(season) == {"Ana": 1010.0, "Ben": 990.0}
    assert verbs(match) == ["record", "confirm"]
    assert is_sound(season)


def test_it_counts_where_it_was_played_and_the_others_hear_why(season, match, ana, ben):
    """Against Ana at 1000 Cy wins 10; once she had 1010 before, still 10, and her 10 more are an adjustment."""
    Match.objects.filter(pk=match.pk).update(played_at=timezone.now() - timedelta(days=1))
    play(season, "Cy", "Ana")
    assert points(season) == {"Cy": 1010.0, "Ana": 990.0}

    confirm_match(match=match, by=ben.user, revision=1)

    assert points(season) == {"Cy": 1010.0, "Ana": 1000.0, "Ben": 990.0}
    row = Adjustment.objects.get(player=ana)
    assert (row.revision.verb, row.revision.by, row.before, row.after) == ("confirm", ben.user, 990.0, 1000.0)
    assert is_sound(season)


def test_an_organiser_confirms_it(season, match, organiser):
    confirm_match(match=match, by=organiser, revision=1)

    assert points(season) == {"Ana": 1010.0, "Ben": 990.0}


def test_nobody_else_confirms_it(season, match, ana):
    for user in (ana.user, make_member("Cy").user):
        with pytest.raises(NotAllowed):
            confirm_match(match=match, by=user, revision=1)

    assert match.revisions.count() == 1


def test_an_organiser_does_not_confirm_their_own_word(season, ben, organiser):
    match = won(season, Player.objects.create(name="Olga", user=organiser), ben)

    assert match.is_pending
    with pytest.raises(NotAllowed, match=OWN_REPORT):
        confirm_match(match=match, by=organiser, revision=1)


def test_what_an_organiser_enters_for_others_counts_at_once(season, ana, ben, organiser):
    participants = [ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)]

    assert enter_report(season=season, participants=participants, by=organiser, kind="rated").counts


def test_what_a_member_reports_for_others_waits(ana, ben):
    season = make_asking(reporters="any")

    assert won(season, ana, ben, by=make_member("Cy")).is_pending


def test_one_of_many_opponents_is_enough(ana, ben):
    season = make_asking("warlocks-score")
    participants = [
        ParticipantResult(ana, exit=Exit("standing")),
        ParticipantResult(make_player("Cy"), exit=Exit("dead", 1)),
        ParticipantResult(ben, exit=Exit("dead", 2)),
    ]
    match = enter_report(season=season, participants=participants, by=ana.user, kind="ladder")

    confirm_match(match=match, by=ben.user, revision=1)

    assert len(points(season)) == 3
    assert is_sound(season)


def test_silence_confirms_when_the_hours_are_over(season, match):
    assert (confirm_due_matches(later(47)), points(season)) == (0, {})

    assert (confirm_due_matches(later(49)), confirm_due_matches(later(49))) == (1, 0)

    assert points(season) == {"Ana": 1010.0, "Ben": 990.0}
    row = match.revisions.last()
    assert (row.verb, row.by, row.reason) == ("confirm", None, "Nobody objected in time.")
    assert is_sound(season)


def test_what_is_due_can_still_be_disputed_until_it_counts(season, match, ben):
    Match.objects.update(confirm_by=timezone.now() - timedelta(minutes=1))

    dispute_match(match=match, by=ben.user, note="I won.", revision=1)

    assert (confirm_due_matches(), points(season)) == (0, {})


def test_silence_leaves_alone_what_can_not_count_any_more(season, match, ana, ben):
    """Its day is in no season now: whatever changed it so is not for the clock to put right."""
    Season.objects.update(starts_on="2099-01-01")

    assert (confirm_due_matches(later(49)), Match.objects.get().is_pending) == (0, True)


def test_silence_confirms_at_the_very_moment_that_was_named(season, match):
    named = Match.objects.get().confirm_by
    assert confirm_due_matches(named - timedelta(microseconds=1)) == 0
    assert confirm_due_matches(named) == 1


def test_one_that_a_board_refuses_by_now_keeps_no_other_from_counting(season, match, ana, ben, caplog):
    """P-7: the table has no draws; whatever made the first match one is not for the clock to put right."""
    match.participants.update(score=0.5)
    other = won(season, ana, make_player("Cy"))
    Match.objects.filter(pk=other.pk).update(confirm_by=match.confirm_by + timedelta(minutes=1))
    assert confirm_due_matches(later(49)) == 1
    assert Match.objects.get(pk=match.pk).is_pending
    assert f"Match {match.pk} stays pending" in caplog.text


@pytest.mark.parametrize("verb", ["uphold", "correct", "void"])
def test_an_organiser_decides_a_disputed_one(season, match, ben, organiser, verb):
    fresh = dispute_match(match=match, by=ben.user, note="I won.", revision=1)
    assert (points(season), is_sound(season)) == ({}, True)
    with pytest.raises(ValidationError, match=MATCH_DISPUTED):
        confirm_match(match=fresh, by=ben.user, revision=2)
    change = {"uphold": uphold_result, "correct": correct_match, "void": void_match}[verb]
    more = (
        {"participants": [ParticipantResult(ben, 1.0), ParticipantResult(match.participants.get(seat=0).player, 0.0)]}
        if verb == "correct"
        else {}
    )

    change(match=fresh, by=organiser, reason="The sheet says so.", revision=2, **more)

    expected = {"uphold": {"Ana": 1010.0, "Ben": 990.0}, "correct": {"Ana": 990.0, "Ben": 1010.0}, "void": {}}
    assert (points(season), verbs(match)) == (expected[verb], ["record", "dispute", verb])
    assert is_sound(season)


@pytest.mark.parametrize("back", ["restore", "revert"])
def test_an_organiser_who_brings_it_back_lets_it_count(season, match, organiser, back):
    fresh = void_match(match=match, by=organiser, reason="Entered twice.", revision=1)
    if back == "revert":
        revert_match(match=fresh, to=match.revisions.first(), by=organiser, reason="It was another.", revision=2)
    else:
        restore_match(match=fresh, by=organiser, reason="It was another.", revision=2)

    assert points(season) == {"Ana": 1010.0, "Ben": 990.0}
    assert is_sound(season)


def test_what_is_pending_can_not_be_restored(match, organiser):
    with pytest.raises(ValidationError, match=r"This match isn’t void: it is pending."):
        restore_match(match=match, by=organiser, reason="Why not.", revision=1)


def fixed(match, ana, ben, revision):
    participants = [ParticipantResult(ana, 0.0), ParticipantResult(ben, 1.0)]
    entry = build_played_match("rated", participants, match.played_at)
    return fix_report(match=match, by=ana.user, revision=revision, entry=entry)


def test_the_reporter_fixes_it_and_it_is_asked_about_anew(season, match, ana, ben):
    Match.objects.update(confirm_by=timezone.now() + timedelta(hours=1))
    fresh = dispute_match(match=match, by=ben.user, note="I won.", revision=1)

    after = fixed(fresh, ana, ben, 2)

    assert (after.is_pending, points(season)) == (True, {})
    assert after.confirm_by > later(47)
    assert describe_waiting(after, is_rated=True).startswith("Waiting for Ben to confirm.")
    confirm_match(match=after, by=ben.user, revision=3)
    assert points(season) == {"Ana": 990.0, "Ben": 1010.0}
    assert is_sound(season)


def test_the_reporter_undoes_it(season, match, ana):
    undo_report(match=match, by=ana.user, revision=1)

    assert (Match.objects.get().is_void, points(season), is_sound(season)) == (True, {}, True)


@pytest.mark.parametrize("by", ["Ben", "The site"])
def test_nobody_fixes_what_was_confirmed(season, match, ana, ben, by):
    if by == "Ben":
        confirm_match(match=match, by=ben.user, revision=1)
    else:
        confirm_due_matches(later(49))

    with pytest.raises(ValidationError, match=f"{by} confirmed this match since"):
        fixed(match, ana, ben, 2)


def test_a_range_rule_refuses_it_at_once(ana):
    """Ana stands at 6 and Rafa at 0; W-9 allows 5."""
    season = make_asking("warlocks-score")
    for number in range(6):
        participants = [
            ParticipantResult(ana, exit=Exit("standing")),
            ParticipantResult(make_player(f"Foe {number}"), exit=Exit("dead", 1)),
        ]
        enter_match(season=season, participants=participants, by=None, kind="ladder")
    participants = [
        ParticipantResult(ana, exit=Exit("standing")),
        ParticipantResult(make_player("Rafa"), exit=Exit("dead", 1)),
    ]

    with pytest.raises(PlayersOutOfRange):
        enter_report(season=season, participants=participants, by=ana.user, kind="ladder")


def test_it_stands_in_the_way_of_what_it_would_contradict(season, match, ana, ben):
    with pytest.raises(ValidationError, match=r"1 result is pending."):
        close_season(season)
    with pytest.raises(ValidationError, match=r"1 match was played outside these dates."):
        Season(**{**Season.objects.values().get(), "starts_on": date(2099, 1, 1)}).save()
    User.objects.filter(pk=ben.user_id).delete()
    with pytest.raises(PlayedEachOther):
        PlayerMerge(Player.objects.get(name="Ben"), ana).plan()


def test_a_shell_edit_settles_it_too(season, match):
    match.status = Match.Status.COUNTED
    match.save()

    assert (points(season), is_sound(season)) == ({"Ana": 1010.0, "Ben": 990.0}, True)
    match.status = Match.Status.PENDING
    match.save()
    assert (points(season), is_sound(season)) == ({}, True)


def test_every_verb_leaves_all_its_versions(season, match, ben, organiser):
    confirm_match(match=match, by=ben.user, revision=1)

    numbers = MatchRevision.objects.filter(match=match).values_list("number", "version__status")
    assert list(numbers) == [(1, "pending"), (2, "counted")]


def test_results_wait_only_where_there_are_hours():
    ladder = make_ladder()
    ladder.counts_when_confirmed = True

    with pytest.raises(ValidationError) as refused:
        ladder.full_clean()

    assert list(refused.value.message_dict) == ["confirm_hours"]


def test_the_others_are_told_that_it_waits_and_that_it_was_upheld(season, match, ana, ben, organiser):
    fresh = dispute_match(match=match, by=ben.user, note="I won.", revision=1)
    uphold_result(match=fresh, by=organiser, reason="The sheet says so.", revision=2)

    sentences = dict(Notice.objects.filter(player=ben).values_list("kind", "text"))
    assert sentences["result"] == "Ana reported: Ana beat Ben (Club). It is pending until you confirm it."
    assert sentences["dispute"].startswith("organiser kept the result of match")


def test_what_was_pending_that_evening_was_not_known_to_count(ana, ben):
    season = make_asking()
    with time_machine.travel("2026-03-10 20:00 +0000", tick=False) as clock:
        match = won(season, ana, ben)
        clock.shift(timedelta(days=1))
        confirm_match(match=match, by=ben.user, revision=1)

        board, day = season.boards.get(), date(2026, 3, 10)
        assert points(season) == {"Ana": 1010.0, "Ben": 990.0}
        assert (has_changed_since(season, day), build_known_table(board, day)) == (True, {})
