"""Organisers close a season, open the next one, and set its name and days."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from ladder.models import Event, Opening, Season
from ladder.services import ledger, seasons
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder():
    return make_ladder("points-exchange")


def test_a_season_is_closed_and_the_next_one_opened(organises, ladder):
    play(season_of(ladder), "Ada", "Bo", on=timezone.localdate() - timedelta(1))
    day = f"{timezone.localdate() - timedelta(1)}"
    assert organises.post("/club/all-time/close", {"on": day}).url == "/club/seasons"
    shown = organises.get("/club/all-time/next")
    assert [tuple(one) for one in shown.context["brings"]] == [("Ada", "1,010", "1,010"), ("Bo", "990", "990")]
    values = {"name": "Autumn 2026", "rule": "shrink", "factor": "0.5", "boards": ["points-exchange"]}
    looked = organises.post("/club/all-time/next", values | {"preview": "1", "name": ""})
    assert [tuple(one) for one in looked.context["brings"]] == [("Ada", "1,010", "1,005"), ("Bo", "990", "995")]
    assert Season.objects.count() == 1
    assert organises.post("/club/all-time/next", values).url == "/club/autumn-2026/"
    assert dict(Opening.objects.values_list("player__name", "points")) == {"Ada": 1005, "Bo": 995}
    shown = organises.get("/club/seasons").context["seasons"]
    assert [(one.season.name, one.matches, one.is_followed) for one in shown] == [
        ("Autumn 2026", 0, False),
        ("All time", 1, True),
    ]
    assert ledger.verify(ladder) == []


def test_a_season_called_like_the_venue_s_page_leaves_that_its_address(organises, ladder):
    seasons.close(season_of(ladder))
    organises.post("/club/all-time/next", {"name": "At the venue", "rule": "fresh", "boards": ["points-exchange"]})
    report = organises.get(f"{season_of(ladder).get_absolute_url()}report")
    assert report.resolver_match.view_name == "ladder:match_record"


def test_the_next_season_has_the_tables_that_were_chosen(organises, ladder):
    seasons.close(season_of(ladder))
    boards = ["match-length-elo", "points-exchange"]
    organises.post("/club/all-time/next", {"name": "Next", "rule": "fresh", "boards": boards})
    found = Season.objects.get(slug="next").boards.values_list("system", flat=True)
    assert list(found) == ["points-exchange", "match-length-elo"]


@pytest.mark.parametrize("day", ["", "2999-01-01", "x", "2020-01-01", "0000-00-00"])
def test_a_day_that_no_season_can_end_on_is_refused(organises, ladder, day):
    play(season_of(ladder), "Ada", "Bo")
    assert organises.post("/club/all-time/close", {"on": day}).status_code == 422
    assert Season.objects.get().closed_at is None


def test_a_season_gets_another_name_and_days(organises, ladder):
    play(season_of(ladder), "Ada", "Bo", on=date(2026, 3, 1))
    days = {"starts_on": "2026-03-01", "ends_on": "2026-05-31"}
    assert organises.post("/club/all-time/edit", {"name": "Spring", "slug": "all-time", **days}).url == "/club/seasons"
    season = Season.objects.get()
    assert (season.name, season.slug, str(season.starts_on), str(season.ends_on)) == (
        "Spring",
        "all-time",
        *days.values(),
    )


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "Give a name."),
        ("name", "TAKEN", "Another season of this ladder has that name."),
        ("slug", "", "Give a word for the links."),
        ("slug", "spring 2026", "Use letters from a to z, digits and hyphens."),
        ("slug", "x" * 51, "at most 50 characters"),
        ("slug", "taken", "Another season of this ladder has that address."),
        ("slug", "at-the-venue", "“at-the-venue” is an address of the site itself. Choose another."),
        ("starts_on", "2026-03-02", "1 match lies outside these dates."),
        ("ends_on", "2026-02-01", "A season can&#x27;t end before it starts."),
        ("ends_on", "9999-99-99", "Give a date such as 2026-11-21."),
    ],
)
def test_days_that_can_t_be_are_refused(organises, ladder, field, value, sentence):
    play(season_of(ladder), "Ada", "Bo", on=date(2026, 3, 1))
    Season.objects.create(ladder=ladder, slug="taken", name="Taken")
    values = {"name": "Spring", "slug": "all-time", "starts_on": "2026-03-01", "ends_on": ""}
    answer = organises.post("/club/all-time/edit", values | {field: value})
    assert (answer.status_code, sentence in answer.text) == (422, True)
    assert set(Season.objects.values_list("name", flat=True)) == {"All time", "Taken"}


def test_two_seasons_of_one_ladder_have_two_names(organises, ladder):
    make_ladder(slug="other", season="autumn")
    seasons.close(season_of(ladder))
    values = {"rule": "fresh", "boards": ["points-exchange"]}
    answer = organises.post("/club/all-time/next", values | {"name": "All Time"})
    said = answer.context["form"].errors["name"]
    assert (answer.status_code, said) == (422, ["Another season of this ladder has that name."])
    assert organises.post("/club/all-time/next", values | {"name": "Autumn"}).url == "/club/autumn/"


@pytest.mark.parametrize(("verb", "page", "is_closed"), [("change", "edit", False), ("open_next", "next", True)])
def test_a_name_that_is_taken_meanwhile_is_told_beside_the_field(organises, ladder, monkeypatch, verb, page, is_closed):
    """The form finds the name free, and another organiser is quicker."""
    season, do = season_of(ladder), getattr(seasons, verb)
    if is_closed:
        seasons.close(season)

    def late(*found, **values):
        Season.objects.create(ladder=ladder, slug="other", name="SPRING")
        return do(*found, **values)

    monkeypatch.setattr(seasons, verb, late)
    values = {"name": "Spring", "slug": "all-time", "rule": "fresh", "boards": ["points-exchange"]}
    answer = organises.post(f"/club/all-time/{page}", values)
    assert answer.context["form"].errors == {"name": ["Another season of this ladder has that name."]}
    assert set(Season.objects.values_list("name", flat=True)) == {"All time", "SPRING"}


def test_seasons_that_share_a_name_already_keep_it(organises, ladder):
    Season.objects.create(ladder=ladder, slug="twin", name="All time")
    values = {"name": "All time", "slug": "all-time", "starts_on": "2020-01-01", "ends_on": ""}
    assert organises.post("/club/all-time/edit", values).url == "/club/seasons"


def test_a_season_gets_another_address(organises, ladder):
    make_ladder(slug="other", season="spring-2026")
    values = {"name": "All time", "slug": "spring-2026", "starts_on": "", "ends_on": ""}
    assert organises.post("/club/all-time/edit", values).url == "/club/seasons"
    assert [organises.get(f"/club/{word}/").status_code for word in ("spring-2026", "all-time")] == [200, 404]
    days = "the beginning to no set day"
    changed = Event.objects.get()
    assert (changed.old, changed.new) == (f"All time at /all-time/, {days}", f"All time at /spring-2026/, {days}")


def test_a_season_that_begins_tomorrow_is_not_closed_today(organises, ladder):
    seasons.open_next(seasons.close(season_of(ladder)), slug="next", name="Next")
    answer = organises.post("/club/next/close", {"on": f"{timezone.localdate()}"})
    said = answer.context["form"].non_field_errors()
    assert (answer.status_code, said) == (422, ["A season can't end before it starts."])


def test_a_closed_season_is_reopened_before_its_days_change(organises, ladder):
    seasons.close(season_of(ladder))
    answer = organises.post("/club/all-time/edit", {"name": "Spring", "slug": "all-time"})
    assert "All time is closed. Reopen it first." in answer.text


def test_an_open_season_has_no_next_one(organises):
    assert organises.get("/club/all-time/next").status_code == 404
