"""The sparse plan is the bulk plan, row for row, for any history."""

from importlib import import_module

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from ladder.ledger import verify
from ladder.ledger.drafts import Draft
from ladder.ledger.full_plan import plan_board_fully
from ladder.ledger.sparse_plan import (
    FOLLOWING_COST,
    can_follow_players,
    estimate_players_reached,
    is_likely_quicker,
    is_quicker_to_follow,
    plan_board_sparsely,
)
from ladder.ledger.storage.match_record import load_participant_results
from ladder.matches.actions.corrections import correct_match
from players.models import Player
from tests.factories import make_ladder, play, season_of
from tests.ladder.ledger.test_law import LADDERS, change, create_law_ladder, steps

pytestmark = pytest.mark.django_db
ENDLESS = 1_000_000  # matches: nobody gives up
ONE = Draft(1, 1, None)
planning = import_module("ladder.ledger.ledger_plan")  # the package has a function of this name


@pytest.mark.parametrize("sort", sorted(LADDERS.keys() - {"rungs"}))  # which are always replayed from the start
@settings(max_examples=10, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(history=steps)
def test_sparse_plan_is_the_bulk_plan(monkeypatch, sort, history):
    def both(board, span, brought):
        whole = plan_board_fully(board, span, brought)
        if span.begin and span.drafts and can_follow_players(board):
            assert told(
                plan_board_sparsely(board, span.drafts, span.begin, span.extent._replace(matches=ENDLESS))
            ) == told(whole)
        return whole

    monkeypatch.setattr(planning, "plan_board", both)
    ladder = create_law_ladder(sort)
    slug = ladder.slug
    people = [Player.objects.create(name=f"{slug} {letter}") for letter in "abcd"]

    for verb, minutes, order, number in history:
        change(ladder.seasons.get(), sort, verb, minutes, [people[place] for place in order], number)


def told(plan):
    """Return all that a plan says; whose participant a void match's seat is, apply may look up."""
    rows = {row.seat: (row.id, row.player, row.values) for row in plan.rows}
    return rows, sorted(plan.gone), plan.table, sorted(plan.left), plan.notes


@pytest.mark.parametrize("few", [0, 100], ids=["copied", "one by one"])
@pytest.mark.parametrize("cost", [0, 3], ids=["followed", "given up"])
def test_a_late_correction_among_many_matches_leaves_what_a_replay_gives(monkeypatch, cost, few):
    monkeypatch.setattr("ladder.ledger.sparse_plan.FOLLOWING_COST", cost)
    monkeypatch.setattr("ladder.ledger.storage.bulk.FEW_ROWS", few)
    season = season_of(make_ladder("points-exchange", "match-length-elo"))
    first = play(season, "Ana", "Ben", 7)
    for pair in ("Cy Dee", "Ana Cy", "Ben Dee", "Dee Ana", "Eve Cy", "Ben Eve"):
        play(season, *pair.split())

    won, lost = load_participant_results(first)
    turned = [lost._replace(score=1.0), won._replace(score=0.0)]
    correct_match(match=first, by=None, reason="Ben won", revision=1, participants=turned)

    assert verify(season.ladder) == []


def test_a_change_that_dies_out_is_followed_where_more_matches_stand_than_its_players_cost():
    board = make_ladder("points-exchange").seasons.get().boards.get()

    assert [is_likely_quicker(board, [ONE], later) for later in (2 * FOLLOWING_COST, 2 * FOLLOWING_COST + 1)] == [
        False,
        True,
    ]


def test_a_walk_goes_on_while_its_players_and_their_matches_cost_less_than_what_is_later():
    assert [is_quicker_to_follow(3, 3 * FOLLOWING_COST + 8, read) for read in (7, 8)] == [True, False]


def test_a_change_that_spreads_reaches_as_many_as_an_infection_would():
    season = season_of(make_ladder("match-length-elo"))
    play(season, "Ana", "Ben", 7)
    board = season.boards.get()

    assert estimate_players_reached(board, 2, 0) == 2
    assert estimate_players_reached(board, 2, 1) == pytest.approx(
        2 * 2.718281828
    )  # a match among two players: each meets one
    assert not is_likely_quicker(board, [ONE], 1_000_000)  # everybody is reached long before
