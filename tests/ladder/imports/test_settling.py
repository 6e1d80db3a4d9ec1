"""What an import says of the standings that it moved."""

from datetime import date

import pytest

from ladder import changes
from ladder.changes.change_log import LogFilter, load_log_page
from ladder.files.interpretation.sheet_choice import build_sheet_table
from ladder.files.player_file import PlayerFileRow
from ladder.files.spreadsheet import read_pasted_cells
from ladder.imports.actions import build_match_import, import_matches
from ladder.imports.queries.uploads import read_upload
from ladder.models import Adjustment, Event
from ladder.seasons.actions.life_cycle import close_season, open_next_season, reopen_season
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db
FILE = "Date\tWinner\tLoser\n2026-03-01\tAnn\tBo\n2026-03-03\tCy\tBo\n"


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


def bring(season, organiser):
    season.ladder.refresh_from_db()
    reading = read_upload(season, build_sheet_table(read_pasted_cells(FILE)), None, {})
    changes.run(build_match_import(season, reading, by=organiser, file="march.csv"))


def moved(**which):
    return sorted(Adjustment.objects.filter(**which).values_list("player__name", "before", "after"))


def test_matches_from_before_the_last_one_say_whom_they_moved(season, organiser):
    play(season, "Dee", "Ann", on=date(2026, 3, 2))
    bring(season, organiser)
    # 10 for Ann and from Bo; 10 for Dee, 10 apart; Cy from Bo, 10 apart, 10 (P-4). Dee has 1,010 either way.
    assert moved(event__verb="import") == [("Ann", 990, 1000), ("Bo", None, 980), ("Cy", None, 1010)]
    line = load_log_page(season.ladder, what=LogFilter.CHANGES).lines[0]
    assert (line.entry.who, line.entry.verb, line.title, line.rated) == ("organiser", "imported into", "All time", 3)
    assert [(one.what, one.old, one.new) for one in line.entry.differences] == [("added", "", "2 matches")]


def test_matches_from_after_the_last_one_are_not_of_the_past(season, organiser):
    play(season, "Dee", "Ann", on=date(2026, 2, 1))
    bring(season, organiser)
    assert (moved(), Event.objects.count()) == ([], 0)


def test_what_a_later_season_feels_is_said_there(season, organiser):
    closed = close_season(season, on=date(2026, 3, 31))
    after = open_next_season(closed, slug="next", name="Next")
    play(after, "Ann", "Dee", on=date(2026, 4, 2))
    bring(reopen_season(closed), organiser)
    # Ann comes with 1,010 instead of 1,000; 10 apart she wins 10 all the same (P-4)
    assert ("Ann", 1010, 1020) in moved(board__season=after)


def test_starting_ratings_of_a_file_say_whom_they_moved(season, organiser):
    play(season, "Ann", "Bo", on=date(2026, 3, 2))
    import_matches(season=season, records=[], people=[PlayerFileRow(2, "Ann", 1100)], by=organiser)
    assert moved(event__verb="import") == [("Ann", 1010, 1105), ("Bo", 990, 995)]  # 100 apart: 5 (P-4)
    assert Event.objects.get().new == "1 starting rating"
