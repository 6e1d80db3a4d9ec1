"""Threads against the real database: one lock per ladder, one match per form, one of two organisers."""

import io
import uuid

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection

from ladder import ledger
from ladder.backups.actions import restore_backup, write_backup
from ladder.backups.queries.inspection import open_backup
from ladder.club.actions import create_ladder
from ladder.formats import ParticipantResult
from ladder.ledger.ladder_lock import MatchChanged
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.matches.actions.disputes import confirm_due_matches, confirm_match, dispute_match
from ladder.models import Ladder, Match
from players.models import Player
from tests.factories import enter_match
from tests.simulator.rounds import find_problems
from tests.threads import together

pytestmark = pytest.mark.django_db(transaction=True)


def a_ladder():
    ladder = create_ladder(slug="busy", name="Busy", boards=[("match-length-elo", {})])
    return ladder, ladder.seasons.get(), [Player.objects.create(name=f"Player {number}") for number in range(10)]


def report(season, winner, loser, **more):
    participants = [ParticipantResult(winner, 1.0), ParticipantResult(loser, 0.0)]
    return enter_match(season=season, participants=participants, by=None, kind="rated", facts={"length": 5}, **more)


def test_one_form_sent_sixteen_times_makes_one_match():
    ladder, season, people = a_ladder()
    key = uuid.uuid4()

    outcomes = together([lambda: report(season, people[0], people[1], form_key=key)] * 16)

    assert {outcome.pk for outcome in outcomes} == {Match.objects.get().pk}
    assert ledger.verify(ladder) == []


def test_two_who_report_at_once_do_not_get_past_a_limit():
    ladder, season, people = a_ladder()
    Ladder.objects.update(pair_day_limit=1)

    together([lambda: report(season, people[0], people[1]), lambda: report(season, people[1], people[0])])

    assert sorted(Match.objects.values_list("kind", flat=True)) == ["rated", "unrated"]
    assert ledger.verify(ladder) == []


def test_of_two_organisers_on_one_match_the_second_is_told():
    ladder, season, people = a_ladder()
    match = report(season, people[0], people[1])

    outcomes = together(
        [
            lambda: void_match(match=match, by=None, reason="Entered twice", revision=1),
            lambda: correct_match(match=match, by=None, reason="It was 7", revision=1, facts={"length": 7}),
        ]
    )

    refused = [outcome for outcome in outcomes if isinstance(outcome, MatchChanged)]
    assert len(refused) == 1
    assert "this match in the meantime" in refused[0].messages[0]
    assert Match.objects.get().revision == 2
    assert ledger.verify(ladder) == []


@pytest.mark.parametrize("table", ["ladder_match", "ladder_participant", "ladder_ratingchange"])
def test_a_plan_is_of_one_moment(table):
    """Whoever reports while a preview, or verify, reads one table after the other comes after it, or before."""
    ladder, season, people = a_ladder()
    match = report(season, people[0], people[1])
    after = report(season, people[1], people[2])
    late = [lambda: report(season, people[3], people[0])]

    def slowly(execute, sql, *more):
        answer = execute(sql, *more)
        if late and (f'FROM "{table}"' in sql or f'JOIN "{table}"' in sql):
            together([late.pop()])
        return answer

    with connection.execute_wrapper(slowly):
        (board,) = ledger.plan(season, [ledger.build_draft(match, None)]).boards

    assert (late, Match.objects.count()) == ([], 3)
    assert {row.seat[0] for row in board.rows} == {after.pk}
    assert ledger.verify(ladder) == []


def test_of_those_who_let_a_match_count_one_does():
    """Two clocks and an organiser at once; who is late finds nothing to do, or is told."""
    ladder, season, people = a_ladder()
    organiser = User.objects.create_user("organiser", is_staff=True)
    for number in range(5):
        match = report(season, people[0], people[1], pending=True)
        Match.objects.filter(pk=match.pk).update(confirm_by=match.recorded_at)

        outcomes = together(
            [
                confirm_due_matches,
                confirm_due_matches,
                lambda match=match: confirm_match(match=match, by=organiser, revision=1),
            ]
        )

        by_hand = isinstance(outcomes[2], Match)
        assert (outcomes[0] + outcomes[1], by_hand) in [(1, False), (0, True)]
        assert by_hand or isinstance(outcomes[2], MatchChanged)
        assert list(match.revisions.values_list("verb", flat=True)) == ["record", "confirm"], number
    assert ledger.verify(ladder) == []


def test_a_dispute_and_the_clock_leave_a_match_that_adds_up():
    ladder, season, people = a_ladder()
    people[1].user = User.objects.create_user("one")
    people[1].save()
    match = report(season, people[0], people[1], pending=True)
    Match.objects.filter(pk=match.pk).update(confirm_by=match.recorded_at)

    counted, _ = together(
        [confirm_due_matches, lambda: dispute_match(match=match, by=people[1].user, note="I won.", revision=1)]
    )

    assert list(match.revisions.values_list("verb", flat=True)) == ["record", "confirm" if counted else "dispute"]
    assert Match.objects.get().is_pending == (not counted)
    assert ledger.verify(ladder) == []


def test_a_backup_is_restored_while_members_report():
    """A report is stored before it, and replaced, or after it, and kept: the ledger is right either way.

    On PostgreSQL whoever waits too long, or for each other, hears that the site is busy.
    """
    _, season, people = a_ladder()
    report(season, people[0], people[1])
    file = io.BytesIO()
    write_backup(file)
    report(season, people[1], people[2])

    def member(number):
        return [report(season, people[number], people[number + 1]).pk for _ in range(4)]

    def owner():
        restore_backup(backup=open_backup(file))
        return [Match.objects.order_by("sequence").values_list("pk", flat=True)[0]]

    outcomes = together([owner, *(lambda number=number: member(number) for number in range(3))])

    refused = [one for one in outcomes if isinstance(one, Exception)]
    assert [one for one in refused if not is_busy(one)] == []
    assert ledger.verify(Ladder.objects.get()) == []
    assert find_problems() == []


class BusyFile(io.BytesIO):
    """A file during whose first write somebody else reports a result, and is not kept waiting for its end."""

    def __init__(self, work):
        super().__init__()
        self.work, self.outcomes = work, []

    def write(self, data):
        if not self.outcomes:
            self.outcomes = together([self.work])
        return super().write(data)


def test_a_result_is_stored_while_a_backup_is_made_that_does_not_have_it():
    ladder, season, people = a_ladder()
    report(season, people[0], people[1])
    before = ledger.fingerprint(ladder)
    file = BusyFile(lambda: report(season, people[1], people[2]).pk)
    write_backup(file)
    assert Match.objects.count() == 2
    backup = open_backup(file)
    assert backup.count(Match) == 1
    assert backup.manifest.ladders == {"busy": ("Busy", before)}


def is_busy(error):
    """Say whether the page about it is that the site is busy, and that nothing was saved."""
    return isinstance(error, ledger.Busy | OperationalError) and connection.vendor == "postgresql"
