"""Players whom a match moves that they did not play in: the ledger keeps what it did to them."""

from copy import deepcopy
from datetime import date, timedelta

import pytest

from ladder import ledger
from ladder.backups.queries.tables import list_backup_tables
from ladder.changes.consequences import describe_consequences
from ladder.changes.versions import list_effects
from ladder.ledger.player_standings import load_past_standings, load_previous_ratings
from ladder.ledger.storage.match_record import load_played_match
from ladder.ledger.storage.tables import find_order_place
from ladder.matches.actions.corrections import MatchCorrection, correct_match, restore_match, void_match
from ladder.models import Adjustment, Board, MatchRevision, RatingShift, Standing
from ladder.people.queries import load_personal_data
from ladder.seasons.actions.boards import change_board
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from tests.changes import merge_players, remove_board, undo_merge
from tests.factories import make_ladder, make_player, play, play_all, season_of
from tests.ladder.backups.sample_site import ledger_rows, put_back, written

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 1)


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(make_shifted_rungs)


@pytest.fixture
def season(stored):
    return deepcopy(stored)


def make_shifted_rungs():
    """Ana, Bo, Cy and Dee enter on rungs 1 to 4; on the third day Dee beats Ana, so Bo and Cy move down."""
    season = season_of(make_ladder("rungs", "points-exchange"))
    for days, pair in enumerate(("Ana Bo", "Cy Dee", "Dee Ana")):
        play(season, *pair.split(), on=DAY + timedelta(days))
    return season


def rungs(season):
    """The players in the order of their rungs, 1 first."""
    rows = Standing.objects.filter(board__season=season, board__system="rungs").order_by("-points")
    assert [row.points for row in rows] == [-1.0 - place for place in range(len(rows))]
    return " ".join(rows.values_list("player__name", flat=True))


def shifts(season):
    """What each match did to whom, with the rungs before and after."""
    rows = RatingShift.objects.filter(board__season=season).order_by("match__played_at", "match__sequence", "player")
    found = rows.values_list("match__played_at__day", "player__name", "before_points", "after_points")
    return [(day, name, -int(before), -int(after)) for day, name, before, after in found]


def last_match(season):
    return season.matches.order_by("-played_at").first()


def test_a_match_keeps_whom_it_moved(season):
    assert rungs(season) == "Dee Ana Bo Cy"
    assert shifts(season) == [(3, "Bo", 2, 3), (3, "Cy", 3, 4)]
    assert ledger.verify(season.ladder) == []


def test_who_was_moved_has_not_played(season):
    bo = Standing.objects.get(board__system="rungs", player__name="Bo")
    assert (bo.played, bo.last_change, bo.last_match.played_at.day) == (1, 0, 1)


def test_a_board_without_such_a_system_keeps_nothing(season):
    assert set(RatingShift.objects.values_list("board__system", flat=True)) == {"rungs"}


def test_verify_finds_a_shift_that_is_missing_wrong_or_too_many(season):
    row = RatingShift.objects.filter(player__name="Bo")
    kept = row.get()
    row.update(after_points=-9)
    assert [one.rows for one in ledger.verify(season.ladder)] == [1]
    row.delete()
    assert [one.rows for one in ledger.verify(season.ladder)] == [1]
    kept.save(force_insert=True)
    RatingShift.objects.create(
        board=kept.board,
        match=season.matches.first(),
        player=kept.player,
        **dict.fromkeys(("before_points", "before_experience", "after_points", "after_experience"), 0),
    )
    assert [one.rows for one in ledger.verify(season.ladder)] == [1]


def test_a_void_match_moves_nobody_and_a_restored_one_does_again(season):
    match = last_match(season)
    void_match(match=match, by=None, reason="a test", revision=1)
    assert (rungs(season), shifts(season)) == ("Ana Bo Cy Dee", [])
    assert ledger.verify(season.ladder) == []

    match.refresh_from_db()
    restore_match(match=match, by=None, reason="a test", revision=2)
    assert (rungs(season), shifts(season)) == ("Dee Ana Bo Cy", [(3, "Bo", 2, 3), (3, "Cy", 3, 4)])
    assert ledger.verify(season.ladder) == []


def test_a_correction_of_the_past_moves_them_downstream(season):
    """Had Dee beaten Cy, Dee would have come in on 3 and Cy on 4: then only Bo is between Dee and Ana."""
    match = season.matches.get(played_at__day=2)
    first, second = load_played_match(match).participants
    participants = [first._replace(player=second.player), second._replace(player=first.player)]
    correct_match(match=match, by=None, reason="a test", revision=1, participants=participants)

    assert rungs(season) == "Dee Ana Bo Cy"
    assert shifts(season) == [(3, "Bo", 2, 3)]  # Cy was on 4 already
    assert ledger.verify(season.ladder) == []


def test_a_preview_names_whom_it_would_move_and_the_correction_writes_it(season):
    match = season.matches.get(played_at__day=3)
    first, second = load_played_match(match).participants
    turned = [first._replace(score=0.0), second._replace(score=1.0)]
    change = MatchCorrection(match, participants=turned, reason="a test")
    (shown, _) = describe_consequences(change.plan()[0], {})
    assert [(move.name, move.before, move.after, move.change) for move in shown.moves] == [
        ("Ana", "2", "1", "+1"),
        ("Bo", "3", "2", "+1"),
        ("Cy", "4", "3", "+1"),
        ("Dee", "1", "4", "−3"),
    ]

    correct_match(match=match, by=None, reason="a test", revision=1, participants=turned)
    moved = Adjustment.objects.filter(board__system="rungs", revision=MatchRevision.objects.get(number=2))
    assert set(moved.values_list("player__name", "before", "after")) == {
        ("Ana", -2, -1),
        ("Bo", -3, -2),
        ("Cy", -4, -3),
        ("Dee", -1, -4),
    }
    assert shifts(season) == []


def test_who_joins_moves_from_nowhere(season):
    """Eve played instead of Cy: she comes in on 3, and no rung that everybody starts on is what she moved from."""
    match = season.matches.get(played_at__day=2)
    participants = load_played_match(match).participants
    correct_match(
        match=match,
        by=None,
        reason="a test",
        revision=1,
        participants=[participants[0]._replace(player=make_player("Eve")), participants[1]],
    )
    revision = MatchRevision.objects.get(number=2)
    found = list_effects(Adjustment.objects.filter(revision=revision).select_related("board__season", "player"))
    moves = {move.name: (move.before, move.after, move.change) for move in found[0].moves}
    assert moves == {"Eve": ("", "4", ""), "Cy": ("4", "", "")}


def test_a_person_takes_home_what_moved_them(season):
    found = load_personal_data(make_player("Cy"))["rating_changes"]
    rungs = [row for row in found if row["system"] == "rungs"]
    assert [(row["match"], row["before_points"], row["after_points"]) for row in rungs] == [
        (season.matches.get(played_at__day=2).pk, -3, -3),
        (last_match(season).pk, -3, -4),
    ]


def test_a_match_that_only_moves_others_otherwise_is_rated_anew(season):
    """Cy takes Bo's rung: Dee and Ana are where they were when Dee beats Ana, but Bo and Cy are not."""
    match = play(season, "Cy", "Bo", on=DAY + timedelta(1))
    assert shifts(season) == [(3, "Bo", 3, 4), (3, "Cy", 2, 3)]

    plan = ledger.plan(season, [ledger.build_draft(match, None)])
    (board,) = (one for one in plan.boards if one.board.system == "rungs")
    assert (board.rows, board.matches) == ([], [last_match(season).pk])
    assert board.changes_ratings


def test_a_match_of_a_past_day_counts_from_there_on(season):
    """On the second day Cy comes in on 3 and takes Ana's rung; so Dee, on the third day, only rises to 2."""
    play(season, "Cy", "Ana", on=DAY + timedelta(1))
    assert rungs(season) == "Cy Dee Ana Bo"
    assert shifts(season) == [(2, "Bo", 2, 3), (3, "Bo", 3, 4)]
    assert ledger.verify(season.ladder) == []


def test_matches_that_come_in_one_go_move_them_too(season):
    play_all(season, [("Eve", "Bo"), ("Cy", "Ana")], on=DAY + timedelta(1))
    assert rungs(season) == "Cy Dee Ana Eve Bo"
    assert sorted(shifts(season)) == [
        *((2, "Bo", 3, 4), (2, "Cy", 3, 4), (2, "Dee", 4, 5), (2, "Eve", 2, 3)),
        *((3, "Bo", 4, 5), (3, "Eve", 3, 4)),
    ]
    assert ledger.verify(season.ladder) == []


def test_a_past_day_knows_whom_matches_of_others_had_moved(season):
    play(season, "Bo", "Dee", on=DAY + timedelta(5))
    board = Board.objects.get(system="rungs")
    for day, wanted in ((2, "Ana Bo Cy Dee"), (3, "Dee Ana Bo Cy"), (6, "Bo Dee Ana Cy")):
        rows = sorted(load_past_standings(board, date(2026, 3, day)), key=lambda one: -one.rating.points)
        assert " ".join(row.name for row in rows) == wanted


def test_what_a_match_found_is_where_others_had_left_a_player(season):
    later = play(season, "Bo", "Dee", on=DAY + timedelta(5))
    bo, cy = make_player("Bo").pk, make_player("Cy").pk
    board = Board.objects.get(system="rungs")
    found = load_previous_ratings(board, find_order_place(later), [bo, cy])
    assert {player: rating.points for player, rating in found.items()} == {bo: -3, cy: -4}


def test_merged_players_are_moved_as_one(season):
    play(season, "Bo B.", "Dee", on=DAY + timedelta(5))
    assert rungs(season) == "Bo B. Dee Ana Bo Cy"
    other = make_player("Bo B.")
    merge_players(player=other, into=make_player("Bo"))
    assert rungs(season) == "Bo Dee Ana Cy"
    assert shifts(season) == [(3, "Bo", 2, 3), (3, "Cy", 3, 4), (6, "Ana", 2, 3)]
    assert ledger.verify(season.ladder) == []

    undo_merge(player=other)
    assert rungs(season) == "Bo B. Dee Ana Bo Cy"
    assert ledger.verify(season.ladder) == []


@pytest.mark.parametrize(
    ("rule", "wanted"), [("carry", "Dee Ana Cy Bo"), ("shrink", "Dee Ana Cy Bo"), ("fresh", "Cy Bo")]
)
def test_the_next_season_begins_with_the_table_as_it_was_left(season, rule, wanted):
    after = open_next_season(close_season(season), slug="next", name="Next", rule=rule)
    type(after).objects.filter(pk=after.pk).update(starts_on=None)
    after.refresh_from_db()
    play(after, "Cy", "Bo")
    assert rungs(after) == wanted
    assert ledger.verify(season.ladder) == []


def test_another_system_and_no_board_leave_no_shift(season):
    board = Board.objects.get(system="rungs")
    change_board(board=board, system="match-length-elo", values={}, by=None, reason="a test")
    assert RatingShift.objects.count() == 0
    assert ledger.verify(season.ladder) == []

    change_board(board=board, system="rungs", values={}, by=None, reason="a test")
    assert RatingShift.objects.count() == 2
    remove_board(board=Board.objects.get(system="rungs"), by=None)
    assert RatingShift.objects.count() == 0


def test_a_restored_backup_has_them_again(season, organiser):
    was, rows = ledger_rows(), shifts(season)
    assert RatingShift not in list_backup_tables()
    content = written()
    RatingShift.objects.all().delete()
    put_back(content)
    assert (ledger_rows(), shifts(season)) == (was, rows)
