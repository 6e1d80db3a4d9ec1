"""Who plays too little moves down by the calendar, also when nobody plays: in the standings of any day, once."""

from datetime import date

import pytest

from ladder import ledger
from ladder.exports.queries import load_rated_season
from ladder.ledger.player_standings import load_past_standings
from ladder.matches.actions.corrections import restore_match, void_match
from ladder.models import Board, Ladder, Standing
from ladder.profiles.queries.career import list_rating_entries
from ladder.profiles.queries.career_rows import load_course
from ladder.ratings import list_statement_entries, rank_replay
from ladder.ratings.statement import IDLE_CAUSE
from ladder.seasons.actions.boards import change_board
from ladder.seasons.idle_players import move_idle_players
from players.models import Notice, Player
from tests.factories import make_ladder, make_member, play, season_of
from tests.ladder.challenges.rungs import read_rungs
from tests.markup import flat
from tests.threads import together

pytestmark = pytest.mark.django_db
FIRST = date(2026, 3, 1)


@pytest.fixture
def season(time_machine):
    """L3 with the first not exempt: A, B and C last played on 1 March, D and E on 10 March; it is 10 March."""
    time_machine.move_to("2026-03-10T20:00Z", tick=False)
    ladder = make_ladder("rungs")
    season = season_of(ladder)
    for name in "ABCDE":
        make_member(name)
    Board.objects.update(options={"idle_days": 14, "idle_by": "days", "idle_rungs": 1})
    for pair in ("AB", "BC", "CD", "DE", "AC", "BC"):
        play(season, *pair, on=FIRST)
    play(season, "D", "E", on=date(2026, 3, 10))
    return season


def go_to(time_machine, day):
    time_machine.move_to(f"2026-03-{day:02}T06:00Z", tick=False)
    return move_idle_players()


def test_the_clock_moves_them_in_the_morning_after_the_last_day_and_once(season, time_machine):
    assert "".join(read_rungs(season)) == "ABCDE"
    assert go_to(time_machine, 15) == 0
    assert [go_to(time_machine, 16), go_to(time_machine, 16)] == [4, 0]
    assert "".join(read_rungs(season)) == "DABCE"  # on paper in tests/ladder/ratings/systems/test_rungs_calendar.py
    assert ledger.verify(season.ladder) == []
    told = {one.player.name: one.text for one in Notice.objects.select_related("player")}
    why = "no match for 14 days"
    assert told == {name: f"You moved from rung {n} to {n + 1} on Club: {why}." for n, name in enumerate("ABC", 1)}
    go_to(time_machine, 25)
    assert "".join(read_rungs(season)) == "ADBCE"


def test_standings_of_a_past_day_have_it_too_and_verify_needs_no_clock(season, time_machine, client):
    time_machine.move_to("2026-03-30T06:00Z", tick=False)
    seen = {}
    for day in (15, 16, 25):
        rows = load_past_standings(season.boards.get(), date(2026, 3, day - 1))
        seen[day] = "".join(one.name for one in sorted(rows, key=lambda one: -one.rating.points))
    assert seen == {15: "ABCDE", 16: "DABCE", 25: "ADBCE"}
    assert ledger.verify(season.ladder) == []  # as of the morning up to which the clock has come
    go_to(time_machine, 30)
    assert "".join(read_rungs(season)) == "DAEBC"
    assert ledger.verify(season.ladder) == []
    assert client.get("/club/?on=2026-03-16").status_code == 200


def test_the_next_match_takes_it_into_the_ledger_and_the_statement_adds_up(season, time_machine, client):
    go_to(time_machine, 16)
    board = season.boards.get()
    bea = Player.objects.get(name="B")
    entries = list(list_rating_entries(load_course(board, bea)))
    assert (entries[-1].before, entries[-1].after, entries[-1].why) == (-2, -3, "moved down: no match for 14 days")
    assert Standing.objects.filter(written__isnull=False).count() == 4
    late = play(season, "B", "D", on=date(2026, 3, 16))
    assert not Standing.objects.filter(written__isnull=False).exists()
    assert "".join(read_rungs(season)) == "BDACE"
    assert ledger.verify(season.ladder) == []
    for player in Player.objects.all():
        lines = list(list_rating_entries(load_course(board, player)))
        assert [one.before for one in lines[1:]] == [one.after for one in lines[:-1]]
        page = flat(client.get(f"/players/{player.pk}/statement/").text)
        assert ("no match for 14 days" in page) == (player.name != "E")
    assert "Since the last match: no match for 14 days." in flat(client.get(f"/matches/{late.pk}/").text)


def test_the_files_of_today_and_of_a_past_day_have_what_the_pages_have(season, time_machine):
    """14 days after 1 March are over in the morning of 16 March: on the 15th they are not, at its end they are."""
    board = season.boards.select_related("season__ladder").get()

    def read(asked=None):
        rated = load_rated_season(board, asked)
        lines = rank_replay(rated.system, rated.fold, rated.reading_day, rated.brought, rated.absent)
        return "".join(one.name for one in lines)

    go_to(time_machine, 15)
    assert read() == "".join(read_rungs(season)) == "ABCDE"
    go_to(time_machine, 16)
    assert read() == "".join(read_rungs(season)) == "DABCE"
    assert [read(date(2026, 3, day)) for day in (14, 15)] == ["ABCDE", "DABCE"]
    entries = [one for one in list_entries(board) if one.cause == IDLE_CAUSE]
    assert [(one.player, one.before, one.after) for one in entries] == [
        ("A", -1, -2),
        ("B", -2, -3),
        ("C", -3, -4),
        ("D", -4, -1),
    ]


def list_entries(board):
    rated = load_rated_season(board, None)
    return list(list_statement_entries(rated.system, rated.fold, rated.opening, rated.day, rated.reading_day))


def test_a_match_that_is_voided_or_reported_late_gives_back_the_rungs(season, time_machine):
    go_to(time_machine, 16)
    play(season, "A", "E", on=date(2026, 3, 12))  # so A had a match after all, and E still has one on the 10th
    assert "".join(read_rungs(season)) == "ADBCE"
    assert ledger.verify(season.ladder) == []
    match = season.matches.latest("pk")
    void_match(match=match, by=None, reason="Not played.", revision=1)
    assert "".join(read_rungs(season)) == "DABCE"
    restore_match(match=match, by=None, reason="It was.", revision=2)
    assert "".join(read_rungs(season)) == "ADBCE"
    assert ledger.verify(season.ladder) == []


def test_options_that_look_no_more_give_all_rungs_back(season, time_machine):
    go_to(time_machine, 16)
    change_board(board=season.boards.get(), system="rungs", values={"idle_days": 0}, by=None, reason="Our rule.")
    assert "".join(read_rungs(season)) == "ABCDE"
    assert (Board.objects.get().settled_on, go_to(time_machine, 30)) == (None, 0)
    assert ledger.verify(season.ladder) == []


@pytest.mark.django_db(transaction=True)
def test_two_clocks_at_once_move_everybody_once(season, time_machine):
    time_machine.move_to("2026-03-16T06:00Z", tick=False)
    assert sorted(together([move_idle_players] * 2)) == [0, 4]
    assert "".join(read_rungs(season)) == "DABCE"
    assert Notice.objects.count() == 3


def test_the_calendar_ends_with_the_season(season, time_machine):
    season.ends_on = date(2026, 3, 20)
    season.save()
    assert go_to(time_machine, 30) == 4
    assert ("".join(read_rungs(season)), Board.objects.get().settled_on) == ("DABCE", date(2026, 3, 20))
    assert go_to(time_machine, 31) == 0
    assert ledger.verify(Ladder.objects.get()) == []
