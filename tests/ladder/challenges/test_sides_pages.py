"""The page on which a side challenges another, is answered and reports, as a browser without JavaScript has it."""

import re

import pytest
from django.contrib.auth.models import User

from ladder.challenges.actions import challenge_side
from ladder.club.actions import create_ladder
from ladder.ledger.storage.match_record import load_played_match
from ladder.models import Fixture, Match, Role, State
from tests.factories import make_member, play_sides, season_of, signed_in
from tests.markup import flat

pytestmark = pytest.mark.django_db
URL = "/club/challenges"
REPORT = "/club/all-time/report/teams"
NAMES = ("Ana Maria", "Bo", "Cy", "Di Lee")


@pytest.fixture
def season():
    return season_of(create_ladder(slug="club", name="Club", boards=[("elo", {"takes": "both", "draws": False})]))


@pytest.fixture
def people(season):
    return {name: make_member(name) for name in NAMES}


@pytest.fixture
def browsers(people):
    return {name: signed_in(player.user) for name, player in people.items()}


def sent(people, partner="Bo", opponents=("Cy", "Di Lee"), **given):
    tapped = {"tapped_1": [people[partner].pk], "tapped_2": [people[one].pk for one in opponents]}
    return {"kind": "team"} | tapped | given


def test_from_a_challenge_of_two_pairs_to_its_result(people, browsers):
    ana, bo, cy, di = (browsers[name] for name in NAMES)
    page = flat(ana.get(URL, {"kind": "team"}).text)
    assert "Either opponent can accept or decline for both." in page
    assert f'name="tapped_1" value="{people["Bo"].pk}"' in page

    made = ana.post(URL, sent(people, opponents=("Cy",), player_3="di lee", note="After eight?"), follow=True)

    assert "You challenged Cy and Di Lee." in made.text
    assert "<b>Ana Maria and Bo</b>v Cy and Di Lee" in flat(bo.get(URL).text)
    asked = flat(di.get(URL).text)  # the page of singles
    assert "<b>Ana Maria and Bo</b>challenged you and Cy" in asked
    assert "A win is worth +16 to you, a loss −16." in asked  # K 32, level (E-1)
    assert "<q>After eight?</q>" in asked
    assert "<b>Ana Maria and Bo</b> challenged you" in di.get("/").text.replace("\n", "")
    one = Fixture.objects.get()
    assert "Accepted. Report the result" in di.post(f"/challenges/{one.pk}/accept", follow=True).text
    link = re.search(r'href="([^"]*challenge=\d+)"', cy.get(URL).text)[1]
    assert link == f"{REPORT}?challenge={one.pk}"
    form = flat(cy.get(link).text)
    assert "Your partner</span><br><b>Di Lee</b>" in form
    assert "Your opponents</span><br><b>Ana Maria and Bo</b>" in form
    hidden = dict(re.findall(r'type="hidden" name="(player_\d|challenge)" value="([^"]*)"', form))
    assert hidden == {"player_1": "Di Lee", "player_2": "Ana Maria", "player_3": "Bo", "challenge": f"{one.pk}"}

    other = cy.post(REPORT, hidden | {"player_1": "Bo", "player_3": "Di Lee", "winner": "me"})
    assert (other.status_code, "This challenge is between Ana Maria and Bo, and Cy and Di Lee." in other.text) == (
        422,
        True,
    )
    cy.post(REPORT, hidden | {"winner": "me"})

    match = Match.objects.get()
    ended = {(row.player.name, row.side, row.score) for row in load_played_match(match).participants}
    assert ended == {("Ana Maria", 1, 0.0), ("Bo", 1, 0.0), ("Cy", 2, 1.0), ("Di Lee", 2, 1.0)}
    assert Fixture.objects.get().state == State.PLAYED
    undone = cy.post(f"/matches/{match.pk}/undo", {"revision": match.revision})
    assert (undone.status_code, Fixture.objects.get().state) == (303, State.ACCEPTED)
    assert link in di.get(URL).text


WRONG = [
    ({"tapped_1": []}, "tapped_1", "Choose your partner."),
    ({"tapped_2": ["9" * 12]}, "tapped_2", "Choose from the players, or type a name."),
    ({"player_2": "Zed", "tapped_2": []}, "player_2", "Nobody is called “Zed”."),
    ({"player_1": "cy"}, "tapped_2", "Cy can appear only once."),
    ({"note": "x" * 999}, "note", "200"),
]


def test_what_is_wrong_stands_beside_its_field_and_nothing_is_lost(people, browsers):
    ana = browsers["Ana Maria"]
    for changed, field, sentence in WRONG:
        given = sent(people, note="After eight?") | ({"tapped_1": []} if "player_1" in changed else {}) | changed
        refused = ana.post(URL, given)
        assert (refused.status_code, sentence in str(refused.context["form"].errors.get(field))) == (422, True), field
        assert f'value="{given["note"]}"' in refused.text
    assert not Fixture.objects.exists()
    stake = ana.get(URL, sent(people)).text
    assert "A win is worth +16 to you, a loss −16." in stake
    people["Bo"].retired_on = "2025-01-05"
    people["Bo"].save()
    assert "No challenge now. Bo retired on 5 January 2025." in flat(ana.get(URL, sent(people)).text)
    assert "Bo retired on 5 January 2025." in ana.post(URL, sent(people)).text
    assert signed_in(User.objects.create_user("nobody")).post(URL, sent(people)).status_code == 403


def test_an_organiser_arranges_doubles_on_the_page(people, browsers, season):
    olga = User.objects.create_user("olga")
    given = {"kind": "team", "arrange": "1", "arrange-first_1": "Ana Maria", "arrange-second_1": "Cy"}
    given |= {"arrange-first_2": "Bo", "arrange-second_2": "Zed"}
    assert browsers["Bo"].post(URL, given).status_code == 403
    Role.objects.create(ladder=season.ladder, user=olga, role="organiser")
    organiser = signed_in(olga)
    assert "Arrange a match for two sides" in flat(organiser.get(URL, {"kind": "team"}).text)

    refused = organiser.post(URL, given)
    assert (refused.status_code, "Nobody is called “Zed”." in refused.text) == (422, True)
    done = organiser.post(URL, given | {"arrange-second_2": "Di Lee"}, follow=True)

    assert "Ana Maria and Bo have a match against Cy and Di Lee to play." in done.text
    one = Fixture.objects.get()
    assert "Walkover for Ana Maria and Bo" in flat(done.text)
    assert f'href="{REPORT}?challenge={one.pk}"' in done.text


def test_a_ladder_of_doubles_alone_keeps_singles_out_and_one_of_both_says_what_each_is_worth(people, browsers, season):
    challenge_side(season=season, by=people["Cy"].user, opponents=[people["Ana Maria"]])
    both = flat(browsers["Ana Maria"].get(URL, {"kind": "team"}).text)
    assert "Rating 1,500. A win is worth +16, a loss −16." in both
    Fixture.objects.all().delete()
    season.boards.update(options={"takes": "teams", "draws": False})
    ana = browsers["Ana Maria"]
    assert "Your opponents" in ana.get(URL).text
    refused = ana.post(URL, {"opponent": people["Cy"].pk})
    assert (refused.status_code, "Choose your partner." in refused.text) == (422, True)
    assert ana.get("/").status_code == 200


def test_sides_that_played_lately_are_listed_with_what_a_win_is_worth_and_fill_in_the_form(people, browsers, season):
    for winners, losers in ((("Ana Maria", "Bo"), ("Eve", "Flo")), (("Cy", "Di Lee"), ("Gil", "Hal"))):
        play_sides(season, winners, losers)

    page = browsers["Ana Maria"].get(URL, {"kind": "team"})

    assert "With Bo, against sides that played lately" in page.text
    # four have 1516 and the first rank, four 1484 and the fifth (E-1); a win over the others is worth 32 x 0.454 = 14.5
    lines = [(one.rank, one.name, one.rating, one.worth or one.words) for one in page.context["lines"]]
    assert lines == [
        ("1", "Cy and Di Lee", "1,516", "+16"),
        ("5", "Eve and Flo", "1,484", "Nobody on the other side has an account to answer with."),
        ("5", "Gil and Hal", "1,484", "Nobody on the other side has an account to answer with."),
    ]
    bo, cy, di = (people[name].pk for name in ("Bo", "Cy", "Di Lee"))
    link = f"?kind=team&amp;tapped_1={bo}&amp;tapped_2={cy}&amp;tapped_2={di}#challenge"
    assert f'href="{link}"><span class="vh">Cy and Di Lee:</span>Choose for +16</a>' in flat(page.text)
    chosen = browsers["Ana Maria"].get(URL + link.replace("&amp;", "&")).text
    assert "A win is worth +16 to you, a loss −16." in chosen
    assert len(re.findall(r'name="tapped_[^>]* checked', flat(chosen))) == 3
    with_cy = browsers["Ana Maria"].get(URL, {"kind": "team", "tapped_1": cy}).context
    assert (with_cy["partners"], [one.name for one in with_cy["lines"]]) == ("Cy", ["Eve and Flo", "Gil and Hal"])


@pytest.mark.parametrize("pairs", [1, 4])
def test_the_page_takes_the_same_queries_however_many_sides_there_are(
    people, browsers, season, pairs, django_assert_num_queries
):
    play_sides(season, ("Ana Maria", "Bo"), ("Cy", "Di Lee"))
    for number in range(pairs):
        names = [f"Player {number}{letter}" for letter in "abcd"]
        play_sides(season, names[:2], names[2:])
        opponents = [make_member(f"Other {number}{letter}") for letter in "ab"]
        by, partner = opponents[0].user, opponents[1]
        challenge_side(
            season=season, by=by, partners=[partner], opponents=[people["Ana Maria"], people["Bo"]], kind="team"
        )
    with django_assert_num_queries(41):
        assert browsers["Ana Maria"].get(URL, {"kind": "team"}, headers={"HX-Request": "true"}).status_code == 200
