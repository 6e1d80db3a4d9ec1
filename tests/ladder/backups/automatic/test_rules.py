"""When a backup is due, and which ones are kept: only dates, no database."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from ladder.backups.automatic.retention import choose_kept_backups, find_day_key, find_month_key
from ladder.backups.automatic.schedule import find_last_night, is_night_missing
from ladder.backups.automatic.state import format_backup_age
from ladder.backups.automatic.stores import build_backup_name, list_backup_moments

BERLIN, AUCKLAND = ZoneInfo("Europe/Berlin"), ZoneInfo("Pacific/Auckland")


def at(text, zone=UTC):
    return datetime.fromisoformat(text).replace(tzinfo=zone)


def keep(days, **rule):
    """Which of backups made on these days at noon are kept long after the last one."""
    made = [at(f"{day}T12:00") for day in days]
    return {moment.date() for moment in choose_kept_backups(made, max(made) + timedelta(days=9), UTC, **rule)}


def test_the_rule_keeps_what_the_example_of_borg_prune_prints():
    """https://github.com/borgbackup/borg/blob/master/docs/misc/prune-example.txt, without its rule of a year."""
    every = [date(2015, 1, 1) + timedelta(days=number) for number in range(365)]
    every.remove(date(2015, 12, 19))
    daily = {date(2015, 12, day) for day in (17, 18, *range(20, 32))}
    monthly = {date(2015, month, day) for month, day in ((11, 30), (10, 31), (9, 30), (8, 31), (7, 31), (6, 30))}
    assert keep(every, periods={find_day_key: 14, find_month_key: 6}) == daily | monthly


def test_a_year_of_nights_leaves_seven_days_five_weeks_and_twelve_months():
    kept = keep([date(2024, 11, 1) + timedelta(days=number) for number in range(753)])  # to Monday, 23 November 2026
    days = {date(2026, 11, day) for day in range(17, 24)}
    sundays = {
        date(2026, 11, 15),
        date(2026, 11, 8),
        date(2026, 11, 1),
        date(2026, 10, 25),
        date(2026, 10, 18),
    }  # Sundays
    months = {date(2026, 10, 31), date(2026, 9, 30), date(2026, 8, 31), date(2026, 7, 31), date(2026, 6, 30)}
    months |= {date(2026, 5, 31), date(2026, 4, 30), date(2026, 3, 31), date(2026, 2, 28), date(2026, 1, 31)}
    months |= {date(2025, 12, 31), date(2025, 11, 30)}
    assert kept == days | sundays | months


def test_few_backups_are_all_kept_however_old():
    assert len(keep([date(2020, 5, 1), date(2021, 7, 30), date(2026, 1, 2)])) == 3


def test_of_a_day_the_newest_is_kept_and_the_day_is_the_clubs():
    made = [at(text) for text in ("2026-05-01T22:30", "2026-05-02T01:00", "2026-05-02T21:30", "2026-05-02T22:30")]
    later = at("2026-06-01T00:00")
    assert choose_kept_backups(made, later, UTC) == {made[0], made[3]}
    assert choose_kept_backups(made, later, BERLIN) == {made[2], made[3]}  # 00:30 and 23:30 of 2 May, 00:30 of 3 May


def test_whatever_is_younger_than_two_days_is_kept():
    made = [at("2026-05-02T00:00") + timedelta(hours=number) for number in range(72)]
    kept = choose_kept_backups(made, at("2026-05-05T00:00"), UTC)
    assert kept == {at("2026-05-02T23:00"), *(moment for moment in made if moment > at("2026-05-03T00:00"))}


def test_the_night_is_the_clubs_and_one_that_was_missed_is_due_at_once():
    assert find_last_night(at("2026-05-02T00:59"), BERLIN) == at("2026-05-01T01:00")
    assert find_last_night(at("2026-05-02T01:00"), BERLIN) == at("2026-05-02T01:00")
    assert find_last_night(at("2026-12-02T02:00"), BERLIN) == at("2026-12-02T02:00")  # in winter an hour later
    assert find_last_night(at("2026-05-01T20:00"), AUCKLAND) == at("2026-05-01T15:00")  # there it is 2 May
    assert is_night_missing(None, at("2026-05-02T12:00"), BERLIN)
    assert is_night_missing(at("2026-05-02T00:59"), at("2026-05-02T01:00"), BERLIN)
    assert not is_night_missing(at("2026-05-02T01:00"), at("2026-05-03T00:59"), BERLIN)
    assert is_night_missing(at("2026-04-20T01:00"), at("2026-05-02T12:00"), BERLIN)


def test_a_backup_of_the_future_is_none_but_clocks_may_be_minutes_apart():
    assert not is_night_missing(at("2026-05-02T12:05"), at("2026-05-02T12:00"), UTC)
    assert is_night_missing(at("2026-05-02T12:06"), at("2026-05-02T12:00"), UTC)


def test_a_name_says_the_moment_and_other_files_are_no_backups():
    moment = at("2026-11-23T04:05:06", ZoneInfo("Asia/Tokyo"))
    assert build_backup_name(moment) == "club-ladder-20261122T190506Z.zip"
    others = ["notes.txt", "club-ladder-20261122T190506Z.zip-x.part", "club-ladder-2026.zip", "old.zip"]
    assert list_backup_moments([build_backup_name(moment), *others]) == {moment: "club-ladder-20261122T190506Z.zip"}


def test_an_age_is_told_in_one_unit():
    told = [(0, "0 minutes"), (1, "1 minute"), (119, "119 minutes"), (120, "2 hours"), (2879, "47 hours")]
    told += [(2880, "2 days"), (-5, "0 minutes")]
    assert [format_backup_age(timedelta(minutes=number)) for number, _ in told] == [text for _, text in told]
