"""Organisers' pages: settings, seasons and their tables, the desk and the poster; each ladder's own organisers only."""

from datetime import date, timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from ladder.models import Ladder, Opening, Season, Standing
from ladder.selectors.managing import desk
from ladder.services import disputes, ledger, matches, seasons
from players.models import Claim, Club, Player
from players.roster import roster
from players.services import rename
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder():
    return make_ladder("points-exchange")


@pytest.fixture
def organises(client, ladder):
    """Olga organises this ladder, and no other one."""
    olga = User.objects.create_user("olga")
    olga.ladder_roles.create(ladder=ladder, role="organiser")
    client.force_login(olga)
    return client


@pytest.fixture
def owns(client, organiser):
    client.force_login(organiser)
    return client


def settings_of(client, **other):
    """Return what the form of the settings would send, with these values instead."""
    form = client.get("/club/settings").context["form"]
    shown = {field.html_name: field.value() for field in form}
    return {name: value for name, value in (shown | other).items() if value not in (None, False)}


def test_settings_are_saved_with_who_did_it(organises, ladder):
    values = settings_of(organises, name="Pub ladder", slug="pub", reporters="winner", confirm_hours="48")
    answer = organises.post("/club/settings", values)
    ladder.refresh_from_db()
    assert (answer.status_code, answer.url) == (303, "/pub/settings")
    assert (ladder.name, ladder.slug, ladder.reporters, ladder.confirm_hours) == ("Pub ladder", "pub", "winner", 48)


def test_every_setting_of_a_ladder_is_on_the_page(organises):
    names = {field.name for _, fields in organises.get("/club/settings").context["form"].sections() for field in fields}
    assert names == {field.name for field in Ladder._meta.fields if field.editable and not field.primary_key}


def test_open_pages_hear_of_new_settings(organises, ladder):
    organises.post("/club/settings", settings_of(organises, name="Pub ladder"))
    assert Ladder.objects.get().version > ladder.version


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "Give a name."),
        ("slug", "setup", "“setup” is an address of the site itself. Choose another."),
        ("slug", "other", "Ladder with this Slug already exists."),
        ("reporters", "nobody", "Select a valid choice."),
        ("fix_minutes", "9" * 40, "less than or equal to 10080"),
        ("fix_minutes", "-1", "greater than or equal to 0"),
        ("confirm_hours", "1.5", "Give a whole number."),
        ("confirm_hours", "\x00", "Give a whole number."),
    ],
)
def test_settings_that_can_t_be_are_refused(organises, field, value, sentence):
    make_ladder(slug="other")
    answer = organises.post("/club/settings", settings_of(organises) | {field: value})
    assert (answer.status_code, sentence in answer.text) == (422, True)
    assert Ladder.objects.filter(slug="club", name="Club", fix_minutes=None, confirm_hours=None).exists()


def test_another_ladder_s_organiser_changes_nothing(organises):
    make_ladder(slug="other")
    for url in ("settings", "seasons", "poster", "all-time/edit", "all-time/close", "all-time/tables", "all-time/next"):
        assert organises.get(f"/other/{url}").status_code == 403
    assert organises.post("/other/settings", settings_of(organises, name="Mine")).status_code == 403
    assert organises.post("/other/all-time/close", {"on": "2026-01-01"}).status_code == 403
    assert not Ladder.objects.filter(name="Mine").exists()
    assert not Season.objects.exclude(closed_at=None).exists()


def test_the_club_is_the_owner_s(organises):
    assert organises.get("/settings").status_code == organises.post("/settings", {"name": "X"}).status_code == 403


def test_the_owner_names_the_club(owns, ladder):
    answer = owns.post("/settings", {"name": "The Otters", "time_zone": "Asia/Bangkok", "names": "initial"})
    club = Club.stored()
    assert answer.status_code == 303
    assert (club.name, club.time_zone, club.names) == ("The Otters", "Asia/Bangkok", "initial")
    assert "The Otters" in owns.get("/").text


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
    assert organises.post("/club/all-time/edit", {"name": "Spring", **days}).url == "/club/seasons"
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
        ("starts_on", "2026-03-02", "1 matches lie outside these dates."),
        ("ends_on", "2026-02-01", "A season can&#x27;t end before it starts."),
        ("ends_on", "9999-99-99", "Give a date such as 2026-11-21."),
    ],
)
def test_days_that_can_t_be_are_refused(organises, ladder, field, value, sentence):
    play(season_of(ladder), "Ada", "Bo", on=date(2026, 3, 1))
    values = {"name": "Spring", "starts_on": "2026-03-01", "ends_on": ""}
    answer = organises.post("/club/all-time/edit", values | {field: value})
    assert (answer.status_code, sentence in answer.text) == (422, True)
    assert Season.objects.get().name == "All time"


def test_a_closed_season_is_reopened_before_its_days_change(organises, ladder):
    seasons.close(season_of(ladder))
    answer = organises.post("/club/all-time/edit", {"name": "Spring"})
    assert "All time is closed. Reopen it first." in answer.text


def test_an_open_season_has_no_next_one(organises):
    assert organises.get("/club/all-time/next").status_code == 404


def changed(client, url, **values):
    """Look at what a change does, then apply it."""
    token = client.get(url).context["token"]
    return client.post(url, {"token": token, "reason": "We want to compare."} | values)


def test_one_more_table_rates_the_matches_that_are_there(organises, ladder):
    play(season_of(ladder), "Ada", "Bo", 5)
    url = "/club/all-time/tables?system=match-length-elo"
    shown = organises.get(url).context
    assert [(row.then, row.new_rating) for row in shown["tables"]] == [("Ada", "1,804"), ("Bo", "1,796")]
    options = {"system": "match-length-elo", "start": "1800", "stake": "4", "spread": "2000", "provisional_until": "0"}
    looked = organises.post(url, options | {"preview": "1", "reason": ""}).context["token"]
    answer = organises.post(url, options | {"token": looked, "reason": "We want to compare."})
    assert answer.url == "/club/all-time/match-length-elo/"
    points = Standing.objects.filter(board__system="match-length-elo").values_list("player__name", "points")
    assert {name: round(rating) for name, rating in points} == {"Ada": 1804, "Bo": 1796}  # B-3: 4.47 each
    assert ledger.verify(ladder) == []


def test_a_table_that_is_taken_away_leaves_the_matches(organises):
    ladder = make_ladder("points-exchange", "match-length-elo", slug="two")
    User.objects.get(username="olga").ladder_roles.create(ladder=ladder, role="organiser")
    season = season_of(ladder)
    first = play(season, "Ada", "Bo", on=timezone.localdate() - timedelta(2))
    play(season, "Ada", "Bo")
    matches.void(match=first, by=None, reason="late", revision=1)  # so that there are adjustments
    assert changed(organises, "/two/all-time/points-exchange/remove").url == "/two/seasons"
    assert list(season.boards.values_list("system", flat=True)) == ["match-length-elo"]
    assert season.matches.count() == 2
    assert ledger.verify(ladder) == []


def test_the_only_table_stays(organises, ladder):
    shown = organises.get("/club/all-time/points-exchange/remove")
    assert "A season needs a board. Add another one first." in shown.text
    organises.post("/club/all-time/points-exchange/remove", {"token": "0-0-0000000000000000", "reason": "x"})
    assert season_of(ladder).boards.count() == 1


def test_the_desk_shows_what_waits(organises, ladder):
    ada = make_player("Ada")
    ada.user = User.objects.create_user("ada")
    ada.save()
    match = play(season_of(ladder), "Bo", "Ada")
    disputes.dispute(match=match, by=ada.user, note="I won that one.", revision=match.revision)
    Claim.objects.create(user=User.objects.create_user("cy"), player=make_player("Cy"))
    text = organises.get("/desk").text
    assert "“I won that one.”" in text
    assert "<b>cy</b> says: I am Cy" in text
    assert "Disputed" in text


def test_the_desk_is_no_member_s(client, ladder):
    client.force_login(User.objects.create_user("ana"))
    assert client.get("/desk").status_code == 403


def test_a_visitor_signs_in_first(client, ladder):
    assert client.get("/desk").url == "/accounts/login/?next=/desk"


@pytest.mark.parametrize("count", [2, 6])
def test_the_desk_takes_as_many_queries_however_much_there_is(db, django_assert_num_queries, count):
    for number in range(count):
        season = season_of(make_ladder("points-exchange", slug=f"ladder-{number}"))
        match = play(season, f"Ada {number}", f"Bo {number}")
        matches.void(match=match, by=None, reason="late", revision=1)
        Claim.objects.create(user=User.objects.create_user(f"cy{number}"), player=make_player(f"Cy {number}"))
    with django_assert_num_queries(9):
        desk(Ladder.objects.all())


def test_the_poster_leads_to_the_report_form(organises):
    text = organises.get("/club/poster").text
    assert '<b class="where">testserver/<wbr>club/<wbr>all-time/<wbr>report</b>' in text
    assert "Everyone begins at 1,000." in text


def test_a_ladder_without_matches_shows_its_organisers_what_comes_first(organises, client, ladder):
    assert "First steps" in organises.get("/club/").text
    client.logout()
    assert "First steps" not in client.get("/club/").text


def test_names_are_added_a_line_each(organises):
    make_player("Ada")
    organises.post("/players/", {"names": "ada\r\n Bo  Li \n\nCy\nbo li"})
    assert list(Player.objects.values_list("name", flat=True)) == ["Ada", "Bo Li", "Cy"]


@pytest.mark.parametrize(
    "names", ["", " \n ", "Ada\na\u202eb", "a" * 81, "\n".join(f"P{one}" for one in range(301)), "\x00"]
)
def test_names_that_can_t_be_add_nobody(organises, names):
    assert organises.post("/players/", {"names": names}).status_code == 422
    assert not Player.objects.exists()


def test_players_are_found_by_a_name_they_had(organises):

    rename(player=make_player("Ada"), name="Eve")
    make_player("Bo")
    found = [one.player.name for one in organises.get("/players/?q=ad").context["rows"]]
    assert found == ["Eve"]
    assert organises.get("/players/", {"q": "a\x00\u0663" * 50}).status_code == 200


@pytest.mark.parametrize("count", [2, 6])
def test_the_list_of_players_takes_as_many_queries_however_long(db, django_assert_num_queries, count):
    for number in range(count):
        make_player(f"P{number}")
    with django_assert_num_queries(2):
        roster("", 1)
