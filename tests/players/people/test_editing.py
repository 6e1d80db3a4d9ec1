"""Organisers rename players and say whether they play."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from players.models import Player
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


def edit(player):
    return f"/players/{player.pk}/edit"


def test_a_player_is_renamed_and_the_page_says_so(staff):
    bo = make_player("Bo")
    assert staff.get(edit(bo)).context["form"]["name"].value() == "Bo"
    answer = staff.post(edit(bo), {"name": "Bo Ek"})
    assert (answer.status_code, answer.url) == (303, bo.get_absolute_url())
    page = staff.get(answer.url)
    assert page.context["about"].formerly == ["Bo"]
    assert "Formerly Bo." in page.text


def test_why_a_player_is_renamed_is_in_the_change_log(staff):
    play(season_of(make_ladder()), "Bo", "Cy")
    answer = staff.post(edit(make_player("Bo")), {"name": "Bo Ek", "reason": " Asked for  it"})
    assert (answer.status_code, "“Asked for it”" in staff.get("/club/log").text) == (303, True)


def test_a_player_retires_and_comes_back(staff):
    bo = make_player("Bo")
    staff.post(edit(bo), {"name": "Bo", "retired": "on"})
    bo.refresh_from_db()
    assert bo.retired_on == timezone.localdate()
    Player.objects.update(retired_on="2026-01-02")
    staff.post(edit(bo), {"name": "Bo", "retired": "on"})
    assert "Retired on 2 January 2026." in staff.get(bo.get_absolute_url()).text
    staff.post(edit(bo), {"name": "Bo"})
    bo.refresh_from_db()
    assert bo.retired_on is None


def test_sitting_out_changes_no_rating(staff):
    season = season_of(make_ladder())
    play(season, "Bo", "Cy")
    bo, day = make_player("Bo"), timezone.localdate() + timedelta(3)
    before = list(season.boards.get().standings.order_by("pk").values())
    staff.post(edit(bo), {"name": "Bo", "sits_out_until": day.isoformat()})
    assert Player.objects.get(pk=bo.pk).sits_out_until == day
    assert "Sits out until" in staff.get(bo.get_absolute_url()).text
    assert list(season.boards.get().standings.order_by("pk").values()) == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("name", name) for name in ("", " ", "CY", "x" * 81, "B\u200bo", "\0", "B\no\x07")],
        *[("reason", why) for why in ("x" * 301, "\u202eevil", "\0")],
        *[("sits_out_until", day) for day in ("x", "2026-02-30", "9999-01-01", "0001-01-01", "٢٠٢٦-٠١-٠١", "\0")],
    ],
)
def test_odd_values_are_refused_beside_the_field(staff, field, value):
    make_player("Cy")
    bo = make_player("Bo")
    answer = staff.post(edit(bo), {"name": "Bo", field: value})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    bo.refresh_from_db()
    assert (bo.name, bo.sits_out_until) == ("Bo", None)


def test_only_organisers_edit(client):
    bo = make_player("Bo")
    for method in (client.get, client.post):
        answer = method(edit(bo), {"name": "Ed"} if method == client.post else None)
        assert (answer.status_code, answer.url.startswith("/accounts/login/")) == (303, True)
    client.force_login(User.objects.create_user("member"))
    assert [client.get(edit(bo)).status_code, client.post(edit(bo), {"name": "Ed"}).status_code] == [403, 403]
    assert "/edit" not in client.get(bo.get_absolute_url()).text
    assert Player.objects.get().name == "Bo"


def test_other_methods_and_unknown_players(staff):
    bo = make_player("Bo")
    assert staff.put(edit(bo)).status_code == 405
    assert [staff.get(f"/players/{key}/edit").status_code for key in (0, 10**30)] == [404, 404]
    assert staff.head(edit(bo)).status_code == 200


def test_a_nickname_and_hiding_are_kept(staff):
    bo = make_player("Bo")
    staff.post(edit(bo), {"name": "Bo", "nickname": " Foxy ", "hidden": "on"})
    bo.refresh_from_db()
    assert (bo.nickname, bo.hidden) == ("Foxy", True)
    page = staff.get(edit(bo))
    assert [page.context["form"][name].value() for name in ("nickname", "hidden")] == ["Foxy", True]


@pytest.mark.parametrize("nickname", ["CY", "x" * 81, "F\u200boxy", "\0"])
def test_a_nickname_is_no_other_players_name(staff, nickname):
    make_player("Cy")
    bo = make_player("Bo")
    answer = staff.post(edit(bo), {"name": "Bo", "nickname": nickname})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["nickname"])
    bo.refresh_from_db()
    assert bo.nickname == ""
