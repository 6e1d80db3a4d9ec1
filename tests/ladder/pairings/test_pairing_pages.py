"""The page of two players before their match: chances, stakes, ranks, the record, and who may look."""

import re

import pytest

from ladder.formats import ParticipantResult
from ladder.models import Match
from players.models import Player
from tests.factories import enter_match, make_ladder, make_member, make_player, play, season_of, signed_in
from tests.markup import flat

pytestmark = pytest.mark.django_db
URL = "/club/all-time/before"


@pytest.fixture
def season():
    return season_of(make_ladder())


def test_two_players_see_chances_stakes_ranks_and_their_record(client, season):
    play(season, "Ana Maria", "Ben")  # two new players at 1,800 and 5 points: 4 x sqrt(5) x 0.5 = 4.47 (B-3)
    ana, ben = make_player("Ana Maria"), make_player("Ben")

    asked = client.get(URL, {"first": "ana maria", "second": "Ben", "length": "5"})
    text = flat(client.get(asked.url).text)

    assert asked.url == f"{URL}/{ana.pk}/{ben.pk}?length=5"
    # 8.94 apart: the underdog wins with 1 / (10 ** (8.94 x sqrt(5) / 2000) + 1) = 0.494 (B-1)
    assert "Ben wins with a chance of<b>49.4%</b>" in text
    assert '<b class="chg up">+4.4</b><span><b>1,809</b>, 1st' in text
    assert '<b class="chg up">+4.5</b><span><b>1,800</b>, 1st<small class="up">(up 1)</small>' in text
    assert '2nd<small class="down">(down 1)</small>' in text
    assert "Ana Maria against Ben so far:<b>1–0</b>" in text
    assert "Challenge Ben" not in text  # a visitor is neither


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [("Zed", "Ben", "Nobody is called “Zed”."), ("Ben", "ben", "A player can’t play against themselves.")],
)
def test_names_that_are_no_pair_are_refused_beside_their_field(client, season, first, second, sentence):
    make_player("Ben")
    answer = client.get(URL, {"first": first, "second": second})
    assert (answer.status_code, sentence in answer.text) == (422, True)


def test_members_of_a_pair_may_challenge_or_read_why_not_and_report(season):
    ana, ben = make_member("Ana"), make_member("Ben")
    member, url = signed_in(ana.user), f"{URL}/{ana.pk}/{ben.pk}"
    text = flat(member.get(url).text)
    assert f'name="opponent" value="{ben.pk}">Challenge Ben</button>' in text
    assert f'href="/club/all-time/report?opponent={ben.pk}&amp;kind=rated&amp;length=5"' in text
    opened = flat(member.get(f"/club/all-time/report?opponent={ben.pk}").text)
    assert "Ben won" in opened

    Player.objects.filter(pk=ben.pk).update(retired_on="2026-01-01")

    assert "No challenge now: Retired on 1 January" in flat(member.get(url).text)


def test_hidden_players_have_no_such_page_for_visitors_and_are_not_found_by_name(client, season):
    play(season, "Ana", "Ben")
    Player.objects.filter(name="Ben").update(hidden=True)
    ana, ben = make_player("Ana"), Player.objects.get(key="ben")
    assert client.get(f"{URL}/{ana.pk}/{ben.pk}").status_code == 404
    assert "Nobody is called “Ben”." in client.get(URL, {"first": "Ana", "second": "Ben"}).text
    assert signed_in(make_member("Cy").user).get(f"{URL}/{ana.pk}/{ben.pk}").status_code == 200


def test_a_board_without_chances_says_what_it_goes_by(client):
    season = season_of(make_ladder("warlocks-score"))
    ana, ben = make_player("Ana"), make_player("Ben")
    text = flat(client.get(f"/club/{season.slug}/before/{ana.pk}/{ben.pk}").text)
    assert "No odds in this system. Both players are level." in text
    assert "Ana and Ben have not met in" in text


def test_two_pairs_see_what_their_match_would_bring_to_each_of_them(client):
    season = season_of(make_ladder())
    season.boards.update(options={"takes": "teams"})
    names = ("Ana Maria", "Bo", "Cy", "Dora Dee")
    ana, bo, cy, dora = (make_player(name) for name in names)
    sides = [
        ParticipantResult(player, score, side=side)
        for player, score, side in ((ana, 1.0, 1), (bo, 1.0, 1), (cy, 0.0, 2), (dora, 0.0, 2))
    ]
    enter_match(season=season, participants=sides, by=None, kind="team", facts={"length": 5})

    sent = {"first": "Ana Maria", "second": "Cy", "first_2": "Bo", "second_2": "Dora Dee", "length": "5"}
    asked = client.get(URL, sent)
    text = flat(client.get(asked.url).text)

    assert asked.url == f"{URL}/{ana.pk}-{bo.pk}/{cy.pk}-{dora.pk}?length=5"
    # as of two players: the sides are 8.94 apart after a first win of 4.47 (B-3, S-1), so the other has 0.494 (B-1)
    assert "Cy and Dora Dee win with a chance of<b>49.4%</b>" in text
    assert "Ana Maria and Bo beat Cy and Dora Dee</th>" in text
    assert text.count('<b class="chg up">+4.4</b>') == 2
    assert 'Ana Maria and Bo against Cy and Dora Dee so far:<b>1–0</b><span class="muted">W–L</span>' in text
    assert "Ana Maria<b>with Bo beat</b>" in text.partition("Last matches between them")[2]
    swapped = [one._replace(side=side, score=2.0 - side) for one, side in zip(sides, (1, 2, 1, 2), strict=True)]
    enter_match(season=season, participants=swapped, by=None, kind="team", facts={"length": 5})
    compared = client.get(asked.url).context["compared"]  # with another partner it is another side
    assert (compared.boards[0].record.met, len(compared.matches)) == (1, 1)
    alone = client.get(URL, {"first": "Ana Maria", "second": "Cy"})
    assert "Only doubles and teams are rated here. Enter the partners too." in alone.text
    twice = client.get(URL, {"first": "Bo", "second": "Cy", "first_2": "bo", "second_2": ""})
    assert "Bo is named twice." in twice.text


def test_the_report_form_has_the_players_of_both_pairs_tapped(client):
    season = season_of(make_ladder())
    season.boards.update(options={"takes": "both"})
    ana, bo, cy, di = (make_member(name) for name in ("Ana", "Bo", "Cy", "Di"))
    member, url = signed_in(di.user), f"{URL}/{ana.pk}-{bo.pk}/{cy.pk}-{di.pk}"

    link = re.search(r'href="([^"]*/report/teams[^"]*)"', member.get(url).text)[1].replace("&amp;", "&")

    assert link == f"/club/all-time/report/teams?tapped_1={cy.pk}&tapped_2={ana.pk}&tapped_2={bo.pk}&kind=team&length=5"
    page = flat(member.get(url).text)
    challenge = re.findall(r'type="hidden" name="(tapped_[12]|kind)" value="([^"]*)"', page)
    assert challenge == [
        ("kind", "team"),
        ("tapped_1", f"{cy.pk}"),
        ("tapped_2", f"{ana.pk}"),
        ("tapped_2", f"{bo.pk}"),
    ]
    sent = {"kind": "team", "tapped_1": cy.pk, "tapped_2": [ana.pk, bo.pk]}
    assert "You challenged Ana and Bo." in member.post("/club/challenges", sent, follow=True).text
    assert "No challenge now: A challenge between these sides is open." in flat(member.get(url).text)
    form = flat(member.get(link).text)
    tapped = [(1, cy.pk), (2, ana.pk), (2, bo.pk)]
    assert all(f'name="tapped_{side}" value="{key}" autocomplete="off" checked' in form for side, key in tapped)
    assert len(re.findall(r'name="tapped_[^>]* checked', form)) == len(tapped)
    assert 'hx-trigger="load,' in form


def test_a_handicap_counts_before_the_match_where_the_ladder_takes_them(client):
    season = season_of(make_ladder("elo", takes_handicaps=True))
    season.boards.update(options={"takes": "both"})
    ana, ben = make_player("Ana"), make_player("Ben")
    asked = client.get(URL, {"first": "Ana", "second": "Ben", "handicap": "100", "handicap_for": "second"})
    text = flat(client.get(asked.url).text)
    assert asked.url == f"{URL}/{ana.pk}/{ben.pk}?handicap=100&handicap_for=second"
    assert "100 points for Ben." in text
    # both at the start: 1 / (10 ** (100 / 400) + 1) = 0.360 for Ana, who gives 100 points
    assert "Ana is expected to score<b>36.0%</b>" in text
    assert "Say who gets the points." in client.get(URL, {"first": "Ana", "second": "Ben", "handicap": "9"}).text


def test_the_report_is_filled_in_with_what_the_page_reckoned_with(client):
    season = season_of(make_ladder("match-length-elo", takes_handicaps=True))
    ana, ben = make_member("Ana"), make_member("Ben")
    member = signed_in(ben.user)
    page = member.get(f"{URL}/{ana.pk}/{ben.pk}?length=11&handicap=100&handicap_for=second").text
    link = re.search(r'href="([^"]*/report[?][^"]*)"', page)[1].replace("&amp;", "&")

    # what the second of the two gets on the page is the reporter's own
    asked = "kind=rated&length=11&handicap=100&handicap_for=first"
    assert link == f"/club/all-time/report?opponent={ana.pk}&{asked}"
    form = flat(member.get(link).text)
    assert '<details id="more" open>' in form
    assert 'name="handicap" value="100"' in form
    assert '<option value="first" selected>Me</option>' in form
    assert re.search(r'name="length" value="11"[^>]* checked', form)

    others = "length=x&kind=battle&handicap=9999&handicap_for=first"  # nothing that the form could not take
    plain = flat(member.get(f"/club/all-time/report?opponent={ana.pk}&{others}").text)
    assert '<details id="more">' in plain
    assert 'value="9999"' not in plain
    assert Match.objects.filter(season=season).count() == 0
