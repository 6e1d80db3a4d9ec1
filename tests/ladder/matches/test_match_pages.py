"""Match pages: report and match; who may, and what they say."""

import re
from datetime import date, timedelta

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import correct_match
from ladder.models import Match
from players.models import Player
from tests.factories import enter_match, make_ladder, make_player, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def season():
    return season_of(make_ladder())


@pytest.fixture
def report(season):
    return reverse("ladder:match_record", args=["club", season.slug])


def result(opponent, **values):
    return {"opponent": str(opponent.pk), "length": "7", "winner": "me", **values}


def test_a_report_is_stored_and_leads_to_the_standings(member, season, report):
    response = member.post(report, result(make_player("Ben")))

    assert (response.status_code, response["Location"]) == (303, season.get_absolute_url())
    assert Match.objects.get().facts == {"length": 7}


def test_a_report_by_htmx_redirects_too(member, season, report):
    response = member.post(report, result(make_player("Ben")), **HTMX)

    assert response["HX-Redirect"] == season.get_absolute_url()


def test_a_new_name_joins(member, report):
    member.post(report, {"newcomer": "Rafa", "length": "5", "winner": "them"})

    assert Player.objects.filter(name="Rafa").exists()


def test_the_same_form_sent_twice_is_one_match(member, report):
    sent = result(make_player("Ben"), form_key="0d9d7f51-1b2f-4e0c-8c5e-7f5b5a5e0c11")

    responses = [member.post(report, sent).status_code for _ in range(2)]

    assert (responses, Match.objects.count()) == ([303, 303], 1)


def test_bad_input_keeps_what_was_entered(member, report):
    response = member.post(report, result(make_player("Ben"), length_other="7000", date="2001-01-0x"))

    assert response.status_code == 422
    assert 'value="7000"' in response.content.decode()
    assert 'value="2001-01-0x"' in response.content.decode()


def test_a_bad_report_by_htmx_gives_the_form_alone(member, report):
    response = member.post(report, {}, **HTMX)

    assert response.status_code == 422
    assert response.content.decode().lstrip().startswith("<form")


def test_the_stake_stores_nothing(member, report):
    make_player("Ben")

    response = member.get(f"{report}/stake", {"newcomer": "Rafa", "length_other": "25"}, **HTMX)

    assert "+10" in response.content.decode()
    assert Match.objects.count() == 0
    assert not Player.objects.filter(name="Rafa").exists()


def test_without_javascript_the_stake_is_shown_before_saving(member, report):
    response = member.post(report, result(make_player("Ben"), preview="1"))

    assert response.status_code == 200
    assert "1,800 to" in response.content.decode()
    assert Match.objects.count() == 0


def test_visitors_sign_in_to_report(client, report):
    assert client.get(report)["Location"] == f"/accounts/login/?next={report}"
    assert client.post(report)["Location"] == f"/accounts/login/?next={report}"


def test_an_account_without_a_player_is_told_what_to_do(client, report):
    client.force_login(User.objects.create_user("nobody"))

    for response in (client.get(report), client.post(report), client.get(f"{report}/stake")):
        assert response.status_code == 403
        assert "Ask an organiser to link it" in response.content.decode()


def test_where_only_winners_report_the_reporter_won(member, ana):
    season = season_of(make_ladder(slug="winners", reporters="winner"))

    member.post(
        reverse("ladder:match_record", args=["winners", season.slug]), result(make_player("Ben"), winner="them")
    )

    assert Match.objects.get().participants.get(player=ana).score == 1


def test_everybody_sees_why_a_match_was_worth_what_it_was(client, season):
    match = play(season, "Ana", "Ben", 25)

    page = client.get(match.get_absolute_url()).content.decode()

    assert "Why 10 points?" in page
    assert "4 × √25 = " in page


def test_whoever_looks_at_their_own_match_reads_their_own_sum_first(member, season):
    match = play(season, "Ben", "Ana")
    text = flat(member.get(match.get_absolute_url()).text)
    ana, ben = text.index('<p class="small"><bdi>Ana</bdi>: 1,800 to'), text.index("<b>Ben: why +")
    assert ana < ben
    assert "Why −4.5 points?" in text


def test_who_did_not_play_reads_the_winner_s_sum_first(member, season):
    match = play(season, "Ben", "Cy")
    text = flat(member.get(match.get_absolute_url()).text)
    assert text.index('<p class="small"><bdi>Ben</bdi>:') < text.index("<b>Cy: why −")
    assert "Why 4.5 points?" in text


def test_numbers_of_rules_stand_on_the_page_of_the_rules_only(client, season):
    page = client.get(play(season, "Ana", "Ben", 25).get_absolute_url())
    rules = client.get("/club/all-time/match-length-elo/rules")

    assert "The winner gains the unexpected share" in page.text
    assert not re.search(r"\b[A-Z]-[0-9]", page.text)
    assert "Rule B-3" in rules.text


def test_the_other_way_round_is_a_fold_away(client, season):
    match = play(season, "Ana", "Ben", 25)

    page = flat(client.get(match.get_absolute_url()).text)

    assert '<summary>If Ben had won: Ben<span class="chg up">+10</span>, Ana<span class="chg down">−10</span>' in page


def test_a_large_field_is_folded_and_explains_who_is_asked_for(client):
    season = season_of(make_ladder("tournament-points", slug="cup"))
    participants = [ParticipantResult(make_player(f"Player {place}"), place=place) for place in range(1, 15)]
    match = enter_match(season=season, participants=participants, by=None, kind="tournament")
    last = make_player("Player 14").pk

    page = client.get(match.get_absolute_url()).text
    asked = client.get(match.get_absolute_url(), {"player": last}).text

    assert "<summary>2 more</summary>" in page
    assert ["Player 14: why" in page, "Player 14: why" in asked] == [False, True]


@pytest.mark.parametrize("value", ["\x00", "9" * 40, "-1", "٣", "nan", "\u202eevil", "x" * 3000, ""])
def test_no_address_breaks_the_match_page(client, season, value):
    response = client.get(play(season, "Ana", "Ben").get_absolute_url(), {"player": value})

    assert response.status_code == 200


def test_the_page_names_its_ladder_and_can_be_shared(client, season):
    make_ladder(slug="other", name="Other")
    match = play(season, "Ana", "Ben", 25)

    response = client.get(match.get_absolute_url(), {"player": "1"})

    assert response.context["nav"].ladder == season.ladder
    assert "<title>Ana beat Ben, Club · " in flat(response.text)
    assert '<meta property="og:description" content="Ana +10 to 1,810, Ben −10 to 1,790. See why.">' in flat(
        response.text
    )
    assert f'<meta property="og:url" content="http://testserver/matches/{match.pk}/">' in flat(response.text)
    assert 'title="Results of Club" href="/club/feed.xml"' in flat(response.text)


def test_the_history_says_what_a_change_did_and_leads_to_the_log(client, season):
    match = play(season, "Ana", "Ben", 25, on=date(2026, 1, 1))
    play(season, "Ana", "Cara", 25, on=date(2026, 1, 2))
    correct_match(match=match, by=None, reason="It was to 1.", revision=1, facts={"length": 1})

    page = flat(client.get(match.get_absolute_url()).text)

    assert 'Match-length Elo: 3 ratings changed, largest: Ben<span class="chg up">+8</span>' in page
    assert '<a href="/club/log">Change log of Club</a>' in page


def test_an_unknown_match_is_not_found(client):
    assert client.get("/matches/999999999999999999999999/").status_code == 404


@pytest.mark.parametrize("others", [2, 6])
def test_the_report_page_takes_a_constant_number_of_queries(
    member, season, report, others, django_assert_max_num_queries
):
    for number in range(others):
        play(season, "Ana", f"Foe {number}", on=timezone.localdate() - timedelta(days=1 + number))

    with django_assert_max_num_queries(21):
        member.get(report)


@pytest.mark.parametrize("others", [2, 6])
def test_the_match_page_takes_a_constant_number_of_queries(client, season, others, django_assert_max_num_queries):
    for number in range(others):
        match = play(season, "Ana", f"Foe {number}")

    with django_assert_max_num_queries(14):
        client.get(match.get_absolute_url())


def test_names_lead_to_their_page_on_the_board_of_the_match(client, season):
    """A player of several ladders is shown on the one where the reader was, not on the one played on last."""
    match = play(season, "Ana", "Ben")
    play(season_of(make_ladder("points-exchange", slug="later", name="Later")), "Ana", "Ben")

    page = flat(client.get(match.get_absolute_url()).text)
    (ana,) = re.findall(r'href="(/players/[^"]+)">Ana<', page)

    assert client.get(ana).context["ladder"] == season.ladder
