"""Organisers change the settings of their own ladder, and the owner those of the club."""

import pytest

from ladder.models import Ladder, Season
from players.models import Club
from tests.factories import make_ladder

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder():
    return make_ladder("points-exchange")


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


def test_the_owner_names_the_club(staff, ladder):
    answer = staff.post("/settings", {"name": "The Otters", "time_zone": "Asia/Bangkok", "names": "initial"})
    club = Club.stored()
    assert answer.status_code == 303
    assert (club.name, club.time_zone, club.names) == ("The Otters", "Asia/Bangkok", "initial")
    assert "The Otters" in staff.get("/").text
