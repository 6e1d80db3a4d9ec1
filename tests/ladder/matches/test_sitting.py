"""A recorder's sitting: one result after another, the day kept, nothing lost when the session ends."""

import re
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.queries.results import list_recent_entries
from ladder.models import Match, Role
from players.models import Player
from tests.factories import make_ladder, make_player, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
RECORD = "/club/all-time/record"


@pytest.fixture
def ladder():
    for name in ("Ana", "Ben", "Cy"):
        make_player(name)
    return make_ladder()


@pytest.fixture
def user(ladder):
    user = User.objects.create_user("rec", password="let rec in")
    Role.objects.create(ladder=ladder, user=user, role="recorder")
    return user


@pytest.fixture
def recorder(client, user):
    client.force_login(user)
    return client


def told(match):
    return [(side.player.name, side.score) for side in load_played_match(match).participants], match.facts


def test_a_result_is_entered_and_the_form_is_there_again(recorder, user):
    response = recorder.post(RECORD, {"first": "Ana", "second": "Ben", "length": "7"})

    assert (response.status_code, response["Location"]) == (303, f"{RECORD}?")
    match = Match.objects.get()
    assert told(match) == ([("Ana", 1.0), ("Ben", 0.0)], {"length": 7})
    assert (match.reported_by, match.kind) == (user, "rated")


def test_the_next_result_has_the_day_and_the_kind_and_the_length_of_the_last(recorder):
    day = (timezone.localdate() - timedelta(3)).isoformat()
    sent = {"first": "Ana", "second": "Ben", "length": "7", "date": day, "kind": "unrated"}

    form = recorder.post(RECORD, sent, follow=True).context["form"]

    assert timezone.localdate(Match.objects.get().played_at).isoformat() == day
    assert {name: form[name].value() for name in sent} == {
        "first": None,
        "second": None,
        "length": "7",
        "date": day,
        "kind": "unrated",
    }


def test_the_first_field_has_the_focus_until_something_is_wrong(recorder):
    fresh, wrong = recorder.get(RECORD), recorder.post(RECORD, {"first": "Ana", "second": "Ana", "length_other": "x"})

    assert "autofocus" in str(fresh.context["form"]["first"])
    assert wrong.status_code == 422
    assert "autofocus" not in wrong.content.decode()
    assert wrong.context["form"].errors == {
        "second": ["A player can’t play against themselves. Choose someone else."],
        "length_other": ["A match is 1 to 999 points long."],
    }
    assert 'value="x"' in str(wrong.context["form"]["length_other"])
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("key", "more", "scores"),
    [
        ("points-exchange", {}, [1, 0]),
        ("provisional-elo", {"winner": "draw"}, [0.5, 0.5]),
        ("warlocks-elo", {}, [1, 0]),
    ],
)
def test_it_asks_what_the_boards_ask(recorder, user, key, more, scores):
    ladder = make_ladder(key, slug="other")
    Role.objects.create(ladder=ladder, user=user, role="recorder")

    response = recorder.post("/other/all-time/record", {"first": "Ana", "second": "Ben", **more})

    assert response.status_code == 303
    assert [side.score for side in load_played_match(Match.objects.get()).participants] == scores


def test_a_like_name_is_asked_about(recorder):
    make_player("Zdenka")

    response = recorder.post(RECORD, {"first": "Ana", "second": "Zdenko", "length": "5"})

    assert response.status_code == 422
    assert "Did you mean Zdenka?" in response.content.decode()
    assert not Match.objects.exists()


def test_whoever_was_signed_out_finds_everything_again(client, ladder, user):
    typed = {"first": "Ana & Co", "second": "Bén", "length": "7", "date": "2026-01-02", "kind": "unrated"}
    login = client.post(RECORD, {**typed, "form_key": "1", "csrfmiddlewaretoken": "2", "sure": "again:1"})

    assert not Match.objects.exists()
    back = parse_qs(urlsplit(login["Location"]).query)["next"][0]
    assert parse_qs(urlsplit(back).query) == {name: [value] for name, value in typed.items()}
    page = client.get(login["Location"])
    assert "Sign in, and what you typed will be here again." in page.content.decode()
    client.force_login(user)
    form = client.get(back).context["form"]
    assert {name: form[name].value() for name in typed} == typed
    assert not Match.objects.exists()


def test_what_an_address_carries_is_shown_as_text(recorder):
    page = recorder.get(
        RECORD, {"first": '"><script>alert(1)</script>', "date": "\x00x", "kind": "٣", "length": "9" * 500}
    )

    assert page.status_code == 200
    assert "<script>alert" not in flat(page.text)


def test_long_values_make_no_endless_address(client, ladder):
    response = client.post(RECORD, {"first": "x" * 100_000, "second": "y"})

    assert len(response["Location"]) < 1000


def test_what_was_entered_last_is_listed_and_undone_from_there(recorder, user):
    recorder.post(RECORD, {"first": "Ana", "second": "Ben", "length": "7"})
    page = recorder.get(f"{RECORD}?date=2026-01-02").content.decode()
    match = Match.objects.get()
    back = f"{RECORD}?date=2026-01-02"

    assert f'href="{match.get_absolute_url()}"' in page
    assert f'name="back" value="{back}"' in page
    undone = recorder.post(f"/matches/{match.pk}/undo", {"revision": "1", "back": back})

    assert (undone.status_code, undone["Location"]) == (303, back)
    assert Match.objects.get().is_void
    assert "/undo" not in recorder.get(RECORD).content.decode().split('id="h-last"')[1]


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"])
def test_undoing_leads_to_no_other_site(recorder, back):
    recorder.post(RECORD, {"first": "Ana", "second": "Ben", "length": "7"})
    match = Match.objects.get()

    undone = recorder.post(f"/matches/{match.pk}/undo", {"revision": "1", "back": back})

    assert undone["Location"] == match.get_absolute_url()


def test_the_list_has_ones_own_entries_only(ladder, user):
    play(season_of(ladder), "Ana", "Ben")
    mine = play(season_of(ladder), "Cy", "Ben")
    Match.objects.filter(pk=mine.pk).update(reported_by=user)

    assert [(one.match, one.outcome.who, one.length) for one in list_recent_entries(season_of(ladder), user)] == [
        (mine, "Cy", "5")
    ]


def test_tournaments_are_entered_on_their_own_page(recorder, user):
    ladder = make_ladder("tournament-points", slug="other")
    Role.objects.create(ladder=ladder, user=user, role="recorder")

    assert recorder.get("/other/all-time/record")["Location"] == "/other/all-time/report/tournament"


def test_members_are_turned_away(client, ladder):
    client.force_login(User.objects.create_user("member"))

    assert client.get(RECORD).status_code == 403
    assert client.post(RECORD, {"first": "Ana", "second": "Ben", "length": "7"}).status_code == 403
    assert not Match.objects.exists()


@pytest.mark.parametrize("count", [2, 6])
def test_the_page_takes_a_constant_number_of_queries(recorder, ladder, user, count, django_assert_max_num_queries):
    for number in range(count):
        play(season_of(ladder), "Ana", f"Foe {number}")
    Match.objects.update(reported_by=user)

    with django_assert_max_num_queries(18):
        recorder.get(RECORD)


def sent(**values):
    return {"length": "5"} | values


def test_two_names_are_tapped(recorder, ladder):
    ana, ben = make_player("Ana"), make_player("Ben")
    text = flat(recorder.get(RECORD).text)
    assert f'name="first_tapped" value="{ana.pk}"' in text
    assert f'name="second_tapped" value="{ben.pk}"' in text
    assert recorder.post(RECORD, sent(first_tapped=ana.pk, second_tapped=ben.pk)).status_code == 303
    assert told(Match.objects.get()) == ([("Ana", 1.0), ("Ben", 0.0)], {"length": 5})


def test_a_typed_name_goes_before_a_tapped_one(recorder, ladder):
    recorder.post(RECORD, sent(first_tapped=make_player("Ana").pk, first="Cy", second_tapped=make_player("Ben").pk))
    assert told(Match.objects.get())[0] == [("Cy", 1.0), ("Ben", 0.0)]


@pytest.mark.parametrize("tapped", ["0", "x", "9" * 30, "²"])
def test_nobody_is_tapped_who_is_not_there(recorder, ladder, tapped):
    answer = recorder.post(RECORD, sent(first_tapped=tapped, second="Ben"))
    assert answer.status_code == 422
    assert "Choose one of the players, or type a name." in answer.text


def test_a_unique_beginning_of_a_name_is_that_player(recorder, ladder):
    make_player("Femi Adeyemi")
    assert recorder.post(RECORD, sent(first="Fem", second="ben")).status_code == 303
    assert told(Match.objects.get())[0] == [("Femi Adeyemi", 1.0), ("Ben", 0.0)]
    assert not Player.objects.filter(name="Fem").exists()


def test_a_beginning_of_two_names_is_asked_about_beside_the_field(recorder, ladder):
    for name in ("Ilse Grünewald", "Ilse Novotná"):
        make_player(name)
    answer = recorder.post(RECORD, sent(first="Ilse", second="Ben"))
    assert answer.status_code == 422
    assert "Did you mean Ilse Grünewald or Ilse Novotná?" in answer.text
    assert not Match.objects.exists()
    recorder.post(RECORD, sent(first="Ilse", second="Ben", meant="first=Ilse Novotná"))
    assert told(Match.objects.get())[0] == [("Ilse Novotná", 1.0), ("Ben", 0.0)]


def test_an_answer_about_a_name_that_was_typed_over_is_none(recorder, ladder):
    """The name that is in the field by now is the one that counts."""
    for name in ("Ilse Grünewald", "Ilse Novotná"):
        make_player(name)
    asked = recorder.post(RECORD, sent(first="Ilse", second="Ben"))
    key = re.search(r'name="asked" value="([^"]*)"', asked.text)[1]
    recorder.post(RECORD, sent(first="Cy", second="Ben", asked=key, meant="first=Ilse Novotná"))
    assert told(Match.objects.get())[0] == [("Cy", 1.0), ("Ben", 0.0)]


def test_a_whole_name_is_nobody_else_s_beginning(recorder, ladder):
    make_player("Ana Lind")
    recorder.post(RECORD, sent(first="ana", second="Ben"))
    assert told(Match.objects.get())[0] == [("Ana", 1.0), ("Ben", 0.0)]


@pytest.mark.parametrize("beginning", ["B", "be", "Ben"])
def test_any_letters_with_which_one_name_begins_are_that_player(recorder, ladder, beginning):
    assert recorder.post(RECORD, sent(first=beginning, second="Cy")).status_code == 303
    assert told(Match.objects.get())[0] == [("Ben", 1.0), ("Cy", 0.0)]


def test_two_letters_with_which_two_names_begin_are_asked_about(recorder, ladder):
    for name in ("Nia Adler", "Nils Berg"):
        make_player(name)
    answer = recorder.post(RECORD, sent(first="Ni", second="Ben"))
    assert answer.status_code == 422
    assert "Did you mean Nia Adler or Nils Berg?" in answer.text
    assert not Player.objects.filter(name="Ni").exists()
    sure = re.search(r'name="sure" value="([^"]*)"', answer.text)[1]
    recorder.post(RECORD, sent(first="Ni", second="Ben", sure=sure))
    assert told(Match.objects.get())[0] == [("Ni", 1.0), ("Ben", 0.0)]
