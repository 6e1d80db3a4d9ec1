"""Organisers close a season, open the next one, and set its name and days."""

from datetime import date, timedelta

import pytest
from django.db.models import Count
from django.utils import timezone

from ladder import ledger
from ladder.formats import ParticipantResult
from ladder.models import Event, Opening, Season
from ladder.seasons.actions.life_cycle import add_boards, close_season, open_next_season
from ladder.seasons.forms import DatesForm, NextSeasonForm
from tests.factories import enter_match, make_ladder, make_member, make_player, play, season_of, signed_in
from tests.markup import flat

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
    close_season(season_of(ladder))
    organises.post("/club/all-time/next", {"name": "At the venue", "rule": "fresh", "boards": ["points-exchange"]})
    report = organises.get(f"{season_of(ladder).get_absolute_url()}report")
    assert report.resolver_match.view_name == "ladder:match_record"


def test_the_next_season_has_the_tables_that_were_chosen(organises, ladder):
    close_season(season_of(ladder))
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
        ("name", "", "Enter a name."),
        ("name", "TAKEN", "Another season of this ladder already has this name."),
        ("slug", "", "Enter an address."),
        ("slug", "spring 2026", "Use letters from a to z, digits and hyphens."),
        ("slug", "x" * 51, "at most 50 characters"),
        ("slug", "taken", "Another season of this ladder already has this address."),
        ("slug", "at-the-venue", "“at-the-venue” is used by the site itself. Choose another address."),
        ("starts_on", "2026-03-02", "1 match was played outside these dates."),
        ("ends_on", "2026-02-01", "A season can&#x27;t end before it starts."),
        ("ends_on", "9999-99-99", "Enter a date such as 2026-11-21."),
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
    close_season(season_of(ladder))
    values = {"rule": "fresh", "boards": ["points-exchange"]}
    answer = organises.post("/club/all-time/next", values | {"name": "All Time"})
    said = answer.context["form"].errors["name"]
    assert (answer.status_code, said) == (422, ["Another season of this ladder already has this name."])
    assert organises.post("/club/all-time/next", values | {"name": "Autumn"}).url == "/club/autumn/"


@pytest.mark.parametrize(("form", "page", "is_closed"), [(DatesForm, "edit", False), (NextSeasonForm, "next", True)])
def test_a_name_that_is_taken_meanwhile_is_told_beside_the_field(organises, ladder, monkeypatch, form, page, is_closed):
    """The form finds the name free, and another organiser is quicker."""
    if is_closed:
        close_season(season_of(ladder))
    read = form.values

    def late(valid):
        Season.objects.create(ladder=ladder, slug="other", name="SPRING")
        return read(valid)

    monkeypatch.setattr(form, "values", late)
    values = {"name": "Spring", "slug": "all-time", "rule": "fresh", "boards": ["points-exchange"]}
    answer = organises.post(f"/club/all-time/{page}", values)
    assert answer.context["form"].errors == {"name": ["Another season of this ladder already has this name."]}
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
    tomorrow = timezone.localdate() + timedelta(1)
    open_next_season(close_season(season_of(ladder)), slug="next", name="Next", starts_on=tomorrow)
    answer = organises.post("/club/next/close", {"on": f"{timezone.localdate()}"})
    assert (answer.status_code, answer.context["form"].errors) == (
        422,
        {"on": ["A season can't end before it starts."]},
    )


def test_a_closed_season_is_reopened_before_its_days_change(organises, ladder):
    close_season(season_of(ladder))
    answer = organises.post("/club/all-time/edit", {"name": "Spring", "slug": "all-time"})
    assert "All time is closed. Reopen it first." in answer.text


def test_an_open_season_has_no_next_one(organises):
    assert organises.get("/club/all-time/next").status_code == 404


def make_report(ladder, season, client, **more):
    """Report that Ana beat Bo, through the form of a season."""
    values = {"form_key": "00000000-0000-4000-8000-000000000001", "opponent": "", "newcomer": "Bo", "winner": "me"}
    return client.post(f"/{ladder.slug}/{season}/report", values | {"kind": "rated", "day": "today"} | more)


def test_a_season_that_closes_today_leaves_nobody_without_a_report_today(organises, ladder):
    """Until it is closed its results are its own, and those after the closing count in the next one."""
    ana = signed_in(make_member("Ana").user)
    assert make_report(ladder, "all-time", ana).status_code == 303
    preset = organises.get("/club/all-time/close").context["form"]["on"].value()
    organises.post("/club/all-time/close", {"on": f"{preset}"})
    first = organises.get("/club/all-time/next").context["form"]["starts_on"].value()
    values = {"name": "Winter", "rule": "carry", "boards": ["points-exchange"], "starts_on": f"{first}"}
    assert organises.post("/club/all-time/next", values).url == "/club/winter/"
    second = make_report(ladder, "winter", ana, form_key="00000000-0000-4000-8000-000000000002")
    assert (first, second.status_code) == (timezone.localdate(), 303)
    played = dict(Season.objects.values_list("slug").annotate(Count("matches")))
    assert (played, ledger.verify(ladder)) == ({"all-time": 1, "winter": 1}, [])


def test_what_is_preset_when_a_season_closes_early_can_be_sent(organises, ladder):
    Season.objects.update(ends_on=timezone.localdate() + timedelta(9))
    preset = organises.get("/club/all-time/close").context["form"]["on"].value()
    assert organises.post("/club/all-time/close", {"on": f"{preset}"}).status_code == 303


def test_the_desk_says_which_season_has_to_be_closed_or_followed(organises, ladder):
    Season.objects.update(ends_on=timezone.localdate() - timedelta(2))
    assert "/club/all-time/close" in organises.get("/desk").text
    said = organises.post("/club/all-time/close", {"on": f"{timezone.localdate() - timedelta(2)}"}, follow=True)
    assert "All time is closed. Open the next season, so that results can be reported." in said.text
    assert "Open the next season" in organises.get("/desk").text


@pytest.mark.parametrize("days", [0, -1, -9])
def test_the_next_season_takes_the_day_after_every_last_day(ladder, days):
    """Whenever a season ended that was closed today, every day since then belongs to one of the two."""
    today = timezone.localdate()
    last = today + timedelta(days)
    follower = open_next_season(close_season(season_of(ladder), on=last), slug="next", name="Next")
    assert follower.starts_on == (today if days == 0 else last + timedelta(1))


def test_the_next_season_does_not_begin_before_the_last_one_ended(organises, ladder):
    close_season(season_of(ladder))
    yesterday = timezone.localdate() - timedelta(1)
    values = {"name": "Winter", "rule": "carry", "boards": ["points-exchange"], "starts_on": f"{yesterday}"}
    said = organises.post("/club/all-time/next", values).context["form"].errors
    day = timezone.localdate().strftime("%-d %B %Y")
    assert said == {"starts_on": [f"All time ended on {day}. Choose that day or a later one."]}


@pytest.mark.parametrize(("on", "field"), [("2026-03-02", "starts_on"), ("2026-03-01", "ends_on")])
def test_matches_outside_are_told_beside_the_day_that_leaves_them_out(organises, ladder, on, field):
    for day in (1, 2):
        play(season_of(ladder), "Ada", "Bo", on=date(2026, 3, day))
    values = {"name": "Spring", "slug": "all-time", "starts_on": "", "ends_on": ""}
    said = organises.post("/club/all-time/edit", values | {field: on}).context["form"].errors
    assert said == {field: ["1 match was played outside these dates. Correct or void it first."]}


def test_a_last_day_that_leaves_out_matches_is_told_beside_it(organises, ladder):
    play(season_of(ladder), "Ada", "Bo")
    said = organises.post("/club/all-time/close", {"on": "2026-03-01"}).context["form"].errors
    assert said == {"on": ["1 match was played outside these dates. Correct or void it first."]}


@pytest.fixture
def winter(ladder):
    """A season that begins in nine days."""
    first = timezone.localdate() + timedelta(9)
    season = Season.objects.create(ladder=ladder, slug="winter", name="Winter", starts_on=first)
    add_boards(season, [("points-exchange", {})])
    return season


def test_a_season_that_has_not_begun_says_so_and_leads_to_the_one_that_runs(organises, ladder, winter):
    begins = winter.starts_on.strftime("Winter begins on %-d %B %Y.")
    shown = organises.get("/club/winter/")
    assert begins in flat(shown.text)
    assert '<a class="btn sm" href="/club/all-time/">All time is running</a>' in flat(shown.text)
    report = organises.get("/club/winter/report")
    assert (report.status_code, f"{begins} Until then it takes no matches." in flat(report.text)) == (403, True)
    assert '<a class="btn go" href="/club/all-time/report">Report to All time</a>' in flat(report.text)
    assert organises.get("/club/winter/record").status_code == 403


def test_a_ladder_shows_and_reports_to_the_season_that_runs(client, ladder, winter):
    shown = client.get("/club/")
    assert (shown.context["season"].slug, client.get("/club/report").url) == ("all-time", "/club/all-time/report")
    assert "/club/all-time/report" in shown.text


def test_a_season_that_is_over_says_so_before_a_report_is_filled_in(organises, ladder):
    Season.objects.update(ends_on=timezone.localdate() - timedelta(2))
    ana = signed_in(make_member("Ana").user)
    day = (timezone.localdate() - timedelta(2)).strftime("%-d %B %Y")
    said = f"All time ended on {day}. Only matches up to that day can still be entered. "
    assert said + "An organiser has to close it and open the next season." in ana.get("/club/all-time/report").text
    errors = make_report(ladder, "all-time", ana).context["form"].errors
    assert errors == {"day": [f"All time ended on {day}. This match was played after that."]}
    other = {"day": "other", "date": f"{timezone.localdate()}"}
    assert list(make_report(ladder, "all-time", ana, **other).context["form"].errors) == ["date"]


def win_chips(season):
    """Let Ada win 100 chips from Bo now."""
    participants = [ParticipantResult(make_player("Ada"), 1.0), ParticipantResult(make_player("Bo"), 0.0)]
    enter_match(season=season, participants=participants, by=None, kind="rated", facts={"chips": 100})


def test_what_the_next_season_opens_with_has_not_faded_on_the_closing_day():
    """100 chips are still 100 for the match that is played after the closing, and 95 tomorrow (C-3, C-5)."""
    ladder = make_ladder("chips-daily", slug="chips")
    first = season_of(ladder)
    win_chips(first)
    follower = open_next_season(close_season(first), slug="next", name="Next", rule="carry")
    win_chips(follower)
    assert dict(follower.boards.get().standings.values_list("player__name", "points")) == {"Ada": 200, "Bo": -160}
    assert ledger.verify(ladder) == []
