"""What the pages show besides the rules: runs of games, questions, tables."""

import pytest

from ladder.ratings import check_result, create_system

from .system_docs import KEYS, KEYS_AND_GUIDE

pytestmark = pytest.mark.usefixtures("guide")

every_system = pytest.mark.parametrize("key", KEYS_AND_GUIDE)


def played(system, series):
    """The player's ratings after each game."""
    rating, found = series.start, []
    for result, opponent in series.games:
        rating = system.rate(result, (rating, opponent))[0]
        found.append(system.shown(rating))
    return found


@every_system
def test_series_come_out_as_printed(key):
    system = create_system(key)
    for series in system.about.series:
        found = played(system, series)
        assert [ours for ours, printed in zip(found, series.ratings, strict=True) if printed and ours != printed] == []
        assert any(series.ratings)


@every_system
def test_questions_can_be_rated(key):
    system = create_system(key)
    assert system.about.questions
    for question in system.about.questions:
        check_result(system, question.result)
        assert len(system.rate(question.result, question.before)) == len(question.before)


@every_system
def test_related_systems_exist(key):
    assert set(create_system(key).about.related) <= set(KEYS)


@every_system
def test_tables_have_no_gaps(key):
    for table in create_system(key).about.tables:
        assert {len(row) for row in table.rows} == {len(table.head)}


def test_points_table_is_the_printed_one():
    """P-3, P-4."""
    spans = ["0–19", "20–39", "40–59", "60–79", "80–99", "100–119", "120–139", "140–159", "160–179", "180+"]
    rows = create_system("points-exchange").about.tables[0].rows
    assert [row[0] for row in rows] == spans
    assert [row[1] for row in rows] == ["10", "9", "8", "7", "6", "5", "4", "3", "2", "1"]
    assert [row[2] for row in rows] == ["10", "11", "12", "13", "14", "15", "16", "17", "18", "19"]


def test_curve_table_is_within_reach_of_the_printed_points():
    """E-5: the straight lines meet every point, the bell curve comes within 0.0011."""
    printed = [".50", ".55", ".60", ".65", ".70", ".75", ".80", ".85", ".90", ".95", ".99"]
    rows = create_system("warlocks-elo").about.tables[0].rows
    assert [row[1] for row in rows] == [f"0{text}" for text in printed]
    assert [row[3] for row in rows] == [f"0{text}0" for text in printed]
    assert all(abs(float(row[2]) - float(row[1])) <= 0.0011 + 0.0005 for row in rows)
