"""A club's own spreadsheet on its way into a season: who is meant, what is stored already, what can't be."""

from datetime import date

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import changes, ledger
from ladder.access.permissions import NotAllowed
from ladder.exports.queries import load_records
from ladder.files.interpretation.sheet_choice import build_sheet_table, choose_sheets
from ladder.files.match_records import build_match_rows
from ladder.files.printed_tables import build_csv, build_xlsx
from ladder.files.spreadsheet import read_pasted_cells, read_sheets
from ladder.imports.actions import build_match_import
from ladder.imports.queries.name_doubts import build_name_doubt_key
from ladder.imports.queries.uploads import read_upload
from ladder.ledger.ladder_lock import StaleChange
from ladder.models import Match
from players.models import Player
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db

# Won and lost by the printed table of points-exchange, from 1000 each (P-1 to P-4): Anna 1010, Bert 990; Cleo 1010,
# Dora 990; Anna 1020, Cleo 1000; Bert 1000, Dora 980; Anna is 40 above Dora, so 8: 1028, 972; Cleo 1010, Bert 990.
MESSY = """Spring league

Played on\tWon by\tBeaten\tNotes\tRef
2026-03-04\tAnna\tBert\t\tA
2026-03-04\tCleo\tDora\t\tB
05/03/2026\tAna\tCleo\t\tC
05/03/2026\tBert\tDoraa\t\tD
13/03/2026\tAnna\tDora\t\tE
14/03/2026\tClea\tBert\t\tF
2026-03-04\tAnna\tBert\t\tA
2026-03-04\tCleo\tDora\t\tB
05/03/2026\tAna\tCleo\t\tC
Total\t9\t9\t\t
"""
SAME = {
    build_name_doubt_key("ana"): "anna",
    build_name_doubt_key("doraa"): "dora",
    build_name_doubt_key("clea"): "cleo",
}
TABLE = [("Anna", 1028), ("Cleo", 1010), ("Bert", 990), ("Dora", 972)]


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


def read(season, text, **answers):
    return read_upload(season, build_sheet_table(read_pasted_cells(text)), None, answers)


def bring(season, reading, by):
    season.ladder.refresh_from_db()
    change = build_match_import(season, reading, by=by)
    changes.run(change, changes.build_seen(season, season.ladder.version))
    return change.done


def preview(season, reading):
    change = build_match_import(season, reading)
    return change.describe(change.plan())["run"]


def rows(*lines):
    return "\n".join(("Date\tWinner\tLoser", *lines))


def titles(reading):
    return [doubt.title for doubt in reading.doubts]


def test_a_messy_spreadsheet_ends_in_the_right_table(season, organiser):
    reading = read(season, MESSY, **SAME)
    assert titles(reading) == [
        "“Ana” looks like Anna.",
        "“Doraa” looks like Dora.",
        "“Clea” looks like Cleo.",
        "Rows 10 to 12 repeat rows 4 to 6.",
        "Row 13 looks like a total or a heading.",
        "1 column holds nothing: “Notes”.",
    ]
    run = preview(season, reading)
    assert [(line.name, int(line.after.replace(",", ""))) for line in run.tables[0].lines] == TABLE
    assert Match.objects.count() == Player.objects.count() == 0
    assert bring(season, reading, organiser).added == 6
    standings = season.boards.get().standings.order_by("-points")
    assert list(standings.values_list("player__name", "points")) == TABLE
    assert [one.played_at.date() for one in Match.objects.all()][2] == date(2026, 3, 5)
    assert ledger.verify(season.ladder) == []


def test_the_same_spreadsheet_adds_nothing_whatever_is_answered(season, organiser):
    bring(season, read(season, MESSY, **SAME), organiser)
    again = read(season, MESSY)
    assert (again.known, bring(season, again, organiser).added) == (6, 0)


def test_names_apart_are_new_players(season):
    run = preview(season, read(season, MESSY, **SAME | {build_name_doubt_key("ana"): "new"}))
    assert run.newcomers == ["Anna", "Bert", "Cleo", "Dora", "Ana"]


def test_a_name_like_a_known_player_s_is_asked_about_and_one_who_plays_them_is_not(season):
    make_player("Zoë Bell")
    make_player("Christopher Ash")
    reading = read(season, rows("2026-03-04\tZoe Bell\tChris", "2026-03-04\tDan\tDann"))
    assert [(one.title, one.default) for one in reading.doubts] == [
        ("“Zoe Bell” looks like Zoë Bell.", "new"),
        ("“Chris” looks like Christopher Ash.", "new"),
    ]
    assert reading.doubts[0].detail == "Zoe Bell appears once, in row 2; Zoë Bell plays here."
    assert reading.decided.names == {}
    same = rows("2026-03-04\tZoe Bell\tChris"), {build_name_doubt_key("zoe bell"): "zoë bell"}
    assert read(season, same[0], **same[1]).decided.names == {"zoe bell": "Zoë Bell"}


def test_a_slip_for_a_slip_is_whom_that_one_means(season):
    make_player("Annabel")
    text = rows("2026-03-04\tAnabel\tBo", "2026-03-05\tAnabl\tBo", "2026-03-06\tAnabel\tBo")
    meant = read(
        season, text, **{build_name_doubt_key("anabl"): "anabel", build_name_doubt_key("anabel"): "annabel"}
    ).decided.names
    assert meant == {"anabel": "Annabel", "anabl": "Annabel"}


def test_matches_that_were_entered_on_the_site_are_left_out(season, organiser):
    play(season, "Ann", "Bo", on=date(2026, 3, 4))
    text = "Date\tWinner\tLoser\tLength\n2026-03-04T12:00:00Z\tAnn\tBo\t5\n2026-03-05\tAnn\tBo\t5\n"
    reading = read(season, text)
    assert titles(reading) == ["1 match is already stored (row 2)."]
    assert len(preview(season, reading).newcomers) == 0
    assert bring(season, reading, organiser).added == 1
    assert bring(season, read(season, text, stored="keep"), organiser).added == 1


@pytest.mark.parametrize("form", [build_csv, lambda rows: build_xlsx(rows, "Spring")])
def test_an_export_adds_nothing_where_it_came_from_and_makes_a_copy_elsewhere(season, organiser, form):
    bring(season, read(season, MESSY), organiser)
    play(season, "=Anna", "Bert")
    exported = choose_sheets(read_sheets(form(build_match_rows(load_records(season)))))
    assert read_upload(season, exported, None, {}).rows == []
    copy = season_of(make_ladder("points-exchange", slug="copy"))
    assert [row.record.players for row in read_upload(copy, exported, None, {}).rows][-1] == ("=Anna", "Bert")


def test_void_and_pending_rows_are_kept_and_move_nobody(season, organiser):
    text = (
        "Date\tWinner\tLoser\tStatus\n2026-03-04\tAnn\tBo\tvoid\n2026-03-05\tCy\tBo\tpending\n2026-03-06\tAnn\tDi\t\n"
    )
    reading = read(season, text)
    run = preview(season, reading)
    assert (run.added, [line.name for line in run.tables[0].lines]) == (3, ["Ann", "Di"])
    bring(season, reading, organiser)
    assert set(Match.objects.values_list("status", flat=True)) == {"void", "pending", "counted"}


def test_rows_that_cannot_be_matches_are_told_and_left_out_or_stop_it(season):
    text = rows("2026-03-04\tAnn\tAnn", "2199-01-01\tAnn\tBo", "2026-03-04\t\tBo", "2026-03-04\tAnn\tBo")
    reading = read(season, text)
    assert reading.doubts[0].examples == (
        "Row 2: A player can't play himself.",
        "Row 3: A match can't be in the future.",
        "Row 4: A player's name is missing.",
    )
    assert (len(reading.rows), reading.left_out, reading.stopped) == (1, 3, False)
    assert read(season, text, invalid="stop").stopped


@pytest.mark.parametrize(
    "text",
    [
        "Date,Home,Away,Home score,Away score\n2026-03-04,Ann,Bo,2,2",
        "Date,Player 1,Player 2,Winner\nsoon 3,Ann,Bo,Ann\n2026-03-04,Ann,Bo,Cy",
        "Date,Winner,Loser\n2026-03-04,Ann,Ann\n2026-03-04,,",
    ],
)
def test_no_sentence_speaks_of_the_headings_of_the_site_s_own_files(season, text):
    reading = read(season, text)
    said = " ".join(" ".join((one.title, *one.examples)) for one in reading.doubts)
    assert (len(reading.rows), bool(said)) == (0, True)
    assert "header" not in said
    assert "player1" not in said


def test_a_time_that_the_clocks_skipped_is_left_out(season):
    """In London they went from 01:00 to 02:00 on 29 March 2026."""
    with timezone.override("Europe/London"):
        reading = read(season, rows("29/03/2026 1:30\tAnn\tBo", "29/03/2026 2:30\tAnn\tBo"))
    sentence = "The clocks went forward at that hour, so this time did not exist. Enter another."
    assert (reading.doubts[0].examples, len(reading.rows)) == ((f"Row 2: {sentence}",), 1)


def test_a_day_without_a_midnight_has_times(season):
    """In São Paulo the clocks went from midnight to 01:00 on 4 November 2018; some programs write days as midnights."""
    text = "Date\tTime\tWinner\tLoser\n2018-11-04 00:00:00\t20:15\tAnn\tBo\n9999-12-31\t05:00\tAnn\tBo"
    with timezone.override("America/Sao_Paulo"):
        reading = read(season, text)
    assert [f"{row.record.ended:%d %H:%M}" for row in reading.rows] == ["04 20:15"]


def test_a_wrong_column_is_named_and_another_meaning_of_it_is_taken(season):
    rows = read_pasted_cells("A\tB\tC\n2026-03-04\tAnn\tBo\n")
    assert read_upload(season, build_sheet_table(rows), ["", "winner", "loser"], {}).lacking == "date"
    turned = read_upload(season, build_sheet_table(rows), ["date", "loser", "winner"], {})
    assert turned.records[0].players == ("Bo", "Ann")


def test_only_who_may_import_does_and_only_what_was_shown(season, organiser, django_user_model):
    reading = read(season, rows("2026-03-04\tAnn\tBo"))
    with pytest.raises(NotAllowed):
        bring(season, reading, django_user_model.objects.create_user("ana"))
    with pytest.raises(StaleChange):
        changes.run(build_match_import(season, reading, by=organiser), changes.build_seen(season, -1))
    assert Match.objects.count() == 0


def test_a_closed_season_takes_no_file(season):
    season.closed_at = "2026-03-04T12:00:00Z"
    with pytest.raises(ValidationError, match="All time is closed"):
        read(season, rows("2026-03-04\tAnn\tBo"))


def test_a_dry_run_says_what_the_import_then_does(organiser):
    season = season_of(make_ladder("warlocks-score", "chips-total"))
    bring(season, read(season, rows("2026-03-01\tAnn\tBo")), organiser)
    text = "Date\tWinner\tLoser\tChips\tKind\n" + "\n".join(
        ("2026-02-01\tBo\tCy\t12\trated", "2026-03-04\tAnn\tCy\t\tladder", "2026-03-04\tCy\tAnn\t3\tunrated")
    )
    reading = read(season, text)
    run = preview(season, reading)
    bring(season, reading, organiser)
    for board, table in zip(season.boards.all(), run.tables, strict=True):
        shown = {line.name: line.after for line in table.lines}
        system = board.rating_system
        assert shown == {
            row.player.name: system.shown(row.rating).replace("-", "−")
            for row in board.standings.select_related("player")
        }


def test_a_long_table_is_cut_and_says_how_many_more_there_are(season):
    lines = [f"2026-03-04\tPlayer {number}\tRival {number}" for number in range(251)]
    (table,) = preview(season, read(season, rows(*lines))).tables
    assert (len(table.lines), table.more) == (500, 2)
