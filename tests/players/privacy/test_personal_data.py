"""A member decides how visitors see them, and takes home what the site keeps."""

import json
from copy import deepcopy

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User

from ladder.matches.actions.disputes import build_proposal, dispute_match
from players.models import Claim, Notice, OutboxMessage, Player
from players.people.actions import store_player_name
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(make_much_of_ann)


@pytest.fixture
def ann(stored):
    return deepcopy(stored)


def make_much_of_ann():
    season = season_of(make_ladder())
    match = play(season, "Anna", "Bo Ek")
    play(season, "Cy", "Bo Ek")
    ann = store_player_name(player=make_player("Anna"), name="Ann Ek")
    ann.user = User.objects.create_user("ann", "ann@club.example", "let me in")
    ann.save()
    longer = build_proposal(match, None, {"length": 7})
    dispute_match(match=match, by=ann.user, note="It was longer", revision=1, proposed=longer)
    Notice.objects.create(player=ann, kind="result", text="Bo Ek beat you", url="/")
    Notice.objects.create(player=make_player("Cy"), kind="result", text="Of Cy alone", url="/")
    return ann


@pytest.fixture
def member(client, ann):
    client.force_login(ann.user)
    return client


def test_the_file_holds_what_is_kept_and_nothing_of_others(member, ann):
    answer = member.get(f"/players/{ann.pk}/data")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="player-{ann.pk}.json"'
    kept = json.loads(answer.content)
    assert (kept["account"]["name"], kept["account"]["email"]) == ("ann", "ann@club.example")
    (said,) = kept["account"]["wrote"]
    assert (said["reason"], said["proposed"]["facts"]) == ("It was longer", {"length": 7})
    assert (kept["player"]["name"], [one["name"] for one in kept["player"]["former_names"]]) == ("Ann Ek", ["Anna"])
    (match,) = kept["matches"]
    assert (match["ladder"], match["facts"], match["score"]) == ("Club", {"length": 5}, 1.0)
    assert [(one["name"], one["score"]) for one in match["others"]] == [("Bo Ek", 0.0)]
    assert [one["match"] for one in kept["rating_changes"]] == [match["match"]]
    assert [one["text"] for one in kept["notices"]] == ["Bo Ek beat you"]
    assert [one in answer.text for one in ("Of Cy alone", "pbkdf2", ann.user.password)] == [False, False, False]


def log_in_admin(by, one, message):
    LogEntry.objects.log_actions(by.pk, [one], CHANGE, change_message=message, single_object=True)


def test_the_file_holds_what_the_admin_s_log_says_by_and_of_them(member, ann, organiser):
    bo = make_player("Bo Ek")
    log_in_admin(ann.user, bo, "By Ann.")
    log_in_admin(organiser, ann, "Of Ann.")
    log_in_admin(organiser, ann.user, "Of Ann's account.")
    log_in_admin(organiser, bo, "Of Bo.")
    log_in_admin(organiser, Claim(pk=ann.pk, user=organiser, player=bo), "Of another table.")
    kept = json.loads(member.get(f"/players/{ann.pk}/data").content)
    assert [(one["object_repr"], one["change_message"]) for one in kept["account"]["admin_log_by"]] == [
        ("Bo Ek", "By Ann.")
    ]
    assert [one["change_message"] for one in kept["account"]["admin_log_about"]] == ["Of Ann's account."]
    assert [(one["table"], one["change_message"]) for one in kept["admin_log_about"]] == [("player", "Of Ann.")]


def test_the_file_holds_unsent_mail_without_the_codes_in_it(member, ann):
    EmailAddress.objects.create(user=ann.user, email="ann@home.example")
    OutboxMessage.objects.create(to="ann@home.example", subject="Your sign-in code", body="K4TM", error="Refused")
    OutboxMessage.objects.create(to="bo@club.example", subject="Of Bo", body="Hello")
    answer = member.get(f"/players/{ann.pk}/data")
    (mail,) = json.loads(answer.content)["account"]["unsent_mail"]
    assert (mail["to"], mail["subject"], mail["error"]) == ("ann@home.example", "Your sign-in code", "Refused")
    assert "K4TM" not in answer.text


@pytest.mark.parametrize("count", [1, 5])
def test_the_file_takes_a_constant_number_of_queries(member, ann, count, django_assert_num_queries):
    season = season_of(make_ladder(slug="other"))
    for number in range(count):
        play(season, "Ann Ek", f"Rival {number}")
        log_in_admin(ann.user, ann, "Edited.")
        OutboxMessage.objects.create(to=ann.user.email, subject="Told", body="")
    with django_assert_num_queries(45):
        member.get(f"/players/{ann.pk}/data")


@pytest.mark.parametrize("page", ["data", "privacy"])
def test_only_they_themselves_and_the_owner_may(client, ann, organiser, page):
    url = f"/players/{ann.pk}/{page}"
    assert client.get(url).status_code == 303
    client.force_login(User.objects.create_user("bo"))
    assert [client.get(url).status_code, client.post(url, {"hidden": "on"}).status_code] == [
        403,
        403 if page == "privacy" else 405,
    ]
    client.force_login(organiser)
    assert client.get(url).status_code == 200
    assert not Player.objects.get(pk=ann.pk).hidden


def test_a_merged_name_leads_to_whom_it_counts_as(member, ann):
    twin = make_player("Zef")
    Player.objects.filter(pk=twin.pk).update(merged_into=ann)
    assert json.loads(member.get(f"/players/{twin.pk}/data").content)["player"]["merged"][0]["name"] == "Zef"


def test_who_signs_in_by_a_merged_name_finds_their_account_in_it(client, ann):
    twin = make_player("Zef")
    account = User.objects.create_user("zef", "zef@club.example")
    Player.objects.filter(pk=ann.pk).update(user=None)
    Player.objects.filter(pk=twin.pk).update(merged_into=ann, user=account)
    client.force_login(account)
    kept = json.loads(client.get(f"/players/{ann.pk}/data").content)
    assert (kept["account"]["email"], kept["player"]["name"]) == ("zef@club.example", "Ann Ek")


def test_a_member_says_how_visitors_see_them(member, ann):
    assert "full names" in member.get(f"/players/{ann.pk}/privacy").text
    fields = {"nickname": "Foxy", "hidden": "on", "name": "Boss", "is_staff": "on", "retired": "on"}
    assert member.post(f"/players/{ann.pk}/privacy", fields).url == ann.get_absolute_url()
    ann.refresh_from_db()
    assert (ann.name, ann.nickname, ann.hidden, ann.retired_on) == ("Ann Ek", "Foxy", True, None)
    assert "Hidden from visitors." in member.get(ann.get_absolute_url()).text


@pytest.mark.parametrize("nickname", ["Bo Ek", "x" * 81, "\0"])
def test_an_odd_nickname_is_refused_beside_the_field(member, ann, nickname):
    answer = member.post(f"/players/{ann.pk}/privacy", {"nickname": nickname})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["nickname"])
