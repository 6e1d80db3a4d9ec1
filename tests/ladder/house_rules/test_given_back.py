"""A correction of an old match gives back what the calendar or the clock made of it, and its preview names that."""

import re
from datetime import date, timedelta

import pytest

from ladder import ledger
from ladder.challenges.actions import accept_challenge, challenge_side
from ladder.challenges.due import decide_due_challenges
from ladder.matches.actions.corrections import MatchCorrection, MatchVoiding, change_match
from ladder.models import Board, Fixture, Match, State
from ladder.seasons.idle_players import move_idle_players
from players.models import Player
from tests.factories import at, make_ladder, make_member, play, season_of
from tests.ladder.challenges.rungs import make_three_rungs, read_rungs
from tests.ladder.changes.previews import applied
from tests.markup import flat

pytestmark = pytest.mark.django_db
REASON = {"reason": "It was not so."}


def list_moves(change):
    """Return whom the preview of a change names, with the rungs before and after: "A 2-1"."""
    [board] = change.describe(change.plan())["boards"]
    return sorted(f"{one.name} {one.before}-{one.after}" for one in board.moves)


def list_names(page):
    """Return the players whom the page of a preview names, by the rank that they get."""
    return re.findall(r'<th scope="row">(.*?)</th>', page)


def read_form(client, match):
    """Return what the form of a correction says before it is changed."""
    form = client.get(f"/matches/{match.pk}/correct").context["form"]
    return {one.html_name: one.value() for one in form if one.value() not in (None, "")}


@pytest.fixture
def dropped(time_machine):
    """A, B and C last played on 1 March, D and E on 10 March; on the 16th, A, B and C have moved down past D."""
    time_machine.move_to("2026-03-10T20:00Z", tick=False)
    season = season_of(make_ladder("rungs"))
    for name in "ABCDE":
        make_member(name)
    Board.objects.update(options={"idle_days": 14, "idle_by": "days", "draws": True})
    for pair in ("AB", "BC", "CD", "DE", "AB", "AC"):
        play(season, *pair, on=date(2026, 3, 1))
    play(season, "D", "E", on=date(2026, 3, 10))
    time_machine.move_to("2026-03-16T06:00Z", tick=False)
    assert move_idle_players() == 4
    assert "".join(read_rungs(season)) == "DABCE"
    return season


def test_a_match_that_was_played_later_gives_the_rungs_back(dropped, staff):
    """A and C met on 10 March, so only B moves down, behind C."""
    last = Match.objects.get(sequence=6)
    change = MatchCorrection(last, played_at=at(date(2026, 3, 10)), reason="The scorer took the wrong day.")
    assert list_moves(change) == ["A 2-1", "C 4-2", "D 1-4"]
    moved = {"date": "2026-03-10", "time": "12:00", "preview": "1"}
    page = flat(staff.post(f"/matches/{last.pk}/correct", read_form(staff, last) | moved).text)
    assert list_names(page) == ["A", "C", "D"]
    change_match(change, last.revision)
    assert "".join(read_rungs(dropped)) == "ACBDE"
    assert ledger.verify(dropped.ladder) == []


def test_a_match_that_was_not_played_takes_the_rungs_that_it_gave(dropped, staff):
    """Without their match D and E have not played for as long as the others, so nobody passes them."""
    last = Match.objects.get(sequence=7)
    assert list_names(flat(staff.get(f"/matches/{last.pk}/void").text)) == ["A", "B", "C", "D"]
    assert list_moves(MatchVoiding(last)) == ["A 2-1", "B 3-2", "C 4-3", "D 1-4"]
    applied(staff, f"/matches/{last.pk}/void", REASON)
    assert "".join(read_rungs(dropped)) == "ABCDE"
    assert ledger.verify(dropped.ladder) == []


def test_a_forfeit_of_the_clock_is_given_back_and_what_came_after_it_is_replayed(staff, time_machine):
    season = make_three_rungs(play_days=15, grace_days=5, if_unplayed="lost")
    bo, cy = (Player.objects.get(name=name) for name in ("Bo", "Cy"))
    made = challenge_side(season=season, by=cy.user, opponents=[bo])
    accepted = accept_challenge(challenge=made, by=bo.user)
    time_machine.move_to(accepted.decide_at + timedelta(1), tick=False)
    assert decide_due_challenges() == 1
    play(season, "Dee", "Cy")
    assert read_rungs(season) == ["Ada", "Dee", "Cy", "Bo"]
    forfeit = Match.objects.get(kind="walkover")
    assert list_names(flat(staff.get(f"/matches/{forfeit.pk}/void").text)) == ["Bo", "Dee", "Cy"]
    assert list_moves(MatchVoiding(forfeit)) == ["Bo 4-2", "Cy 3-4", "Dee 2-3"]
    applied(staff, f"/matches/{forfeit.pk}/void", REASON)
    assert read_rungs(season) == ["Ada", "Bo", "Dee", "Cy"]
    assert ledger.verify(season.ladder) == []
    assert (decide_due_challenges(), Fixture.objects.get().state) == (0, State.EXPIRED)
    applied(staff, f"/matches/{forfeit.pk}/restore", REASON)
    assert read_rungs(season) == ["Ada", "Dee", "Cy", "Bo"]
    assert (decide_due_challenges(), Fixture.objects.get().state) == (0, State.PLAYED)
