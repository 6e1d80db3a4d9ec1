"""The pages about the rating systems, read as a visitor reads them."""

import re
from dataclasses import dataclass
from html import unescape
from typing import ClassVar

import pytest
from django.core.exceptions import ValidationError

from ladder.club.actions import create_ladder
from ladder.models.ladder import validate_slug
from ladder.ratings import (
    RATED,
    About,
    DuelSystem,
    Example,
    Fact,
    Kind,
    Message,
    Rating,
    Step,
    build_sample,
    create_system,
    list_options,
)
from ladder.ratings.registry import RATING_SYSTEMS
from ladder.ratings.systems.chips import ChipsDaily
from ladder.systems.queries.system_page import build_fading_table
from tests.factories import make_ladder, play_all, season_of
from tests.ladder.ratings.system_docs import KEYS, KEYS_AND_GUIDE, printed_numbers, rule_numbers
from tests.markup import flat

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
RULES = "/club/all-time/match-length-elo/rules"
every_system = pytest.mark.parametrize("key", KEYS)
every_system_and_the_guide = pytest.mark.parametrize("key", KEYS_AND_GUIDE)


@pytest.fixture
def season():
    return season_of(make_ladder())


def test_what_time_leaves_is_shown_where_it_takes_something():
    """C-4: 5 % a day. A system may also only count the days, as one does that rates a month's games together."""

    class OnlyCounting(ChipsDaily):
        def advance(self, rating, periods):
            return rating._replace(memory=periods)

    assert build_fading_table(ChipsDaily()).rows[0] == ("1 day", "95")
    assert build_fading_table(OnlyCounting()) is None


def words(response):
    """Every word of the page, with a number's comma left out."""
    main = response.text.partition("<main")[2]
    text = re.sub(r"(?<=\d),(?=\d{3})", "", unescape(re.sub(r"<[^>]*>", " ", main)))
    return {word.lstrip(",:;()?").rstrip(",.:;()?") for word in text.split()}  # .50 stays .50


@every_system_and_the_guide
def test_every_printed_number_is_on_the_page(client, guide, key):
    """Those of the published rules, without thousands commas."""
    found, printed = words(client.get(f"/systems/{key}/")), printed_numbers(key)
    assert printed != [""]
    assert [number for number in printed if number not in found] == []


@every_system_and_the_guide
def test_every_rule_number_is_on_the_page(client, guide, key):
    found, numbers = words(client.get(f"/systems/{key}/")), rule_numbers(key)
    assert numbers
    assert sorted(numbers - found) == []


@every_system
def test_no_line_ends_within_a_rule_number(client, key):
    main = client.get(f"/systems/{key}/").text.partition("<main")[2]
    kept = re.compile(r'<(small|span) class="[^"]*\brule">[^<]*</')
    assert re.findall(r"\b[A-Z]-[0-9]+", re.sub(r"<[^>]*>", " ", kept.sub(" ", main))) == []


@every_system
def test_options_are_listed_with_their_rules_and_readings(client, key):
    text, known = flat(client.get(f"/systems/{key}/").text), list_options(create_system(key))
    assert text.count("our reading") == sum(one.choice for one in known)
    assert [
        one.label for one in known if f'<dt>{one.label}<small class="rule">Rule {one.rule}</small>' not in text
    ] == []
    assert "changed here" not in text


def test_list_leads_to_every_system(client):
    text = client.get("/systems/").text
    assert [key for key in KEYS if f'href="/systems/{key}/"' not in text] == []


@pytest.mark.parametrize(("key", "other"), [("warlocks-score", "warlocks-elo"), ("warlocks-elo", "warlocks-score")])
def test_score_and_elo_lead_to_each_other(client, key, other):
    assert f'href="/systems/{other}/"' in client.get(f"/systems/{key}/").text


def test_self_test_answers_are_folded_and_worked_out(client):
    """P-4: 1220 against 1640 wins 19 or loses 1; P-5: between equals it is 10."""
    text = client.get("/systems/points-exchange/").text
    answers = re.findall(r'<details class="ask">.*?</details>', text, re.DOTALL)
    changes = [re.findall(r'<b class="(?:up|down)">(.*?)</b>', one) for one in answers]
    assert changes == [["+19", "−19", "−1", "+1"], ["+10", "−10", "−10", "+10"]]


def test_calculator_works_without_htmx(client):
    response = client.get("/systems/points-exchange/", {"a": "1010", "b": "1120"})
    assert [part.change for part in response.context["answer"].outcomes[0].parts] == ["+15", "−15"]
    assert '<input type="text" name="a" value="1010"' in response.text


def test_htmx_gets_the_answer_and_the_places_of_the_errors(client):
    response = client.get("/systems/points-exchange/", {"a": "1010"}, headers=HTMX)
    assert flat(response.text).lstrip().startswith('<div class="stack" id="answer"')
    assert re.findall(r'<div id="(\w+)" hx-swap-oob="true"></div>', flat(response.text)) == ["id_a_error", "id_b_error"]


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_mistake_is_said_beside_its_field(client, headers):
    response = client.get("/systems/points-exchange/", {"a": "much"}, headers=headers)
    sentence = "Ana’s points: enter a number from −100,000 to 100,000."
    assert response.status_code == 422
    assert re.search(rf'<div id="id_a_error"[^>]*><p class="err">{sentence}</p>', flat(response.text))
    assert ('role="alert"' in flat(response.text)) == (not headers)


@every_system
@pytest.mark.parametrize("name", ["a", "kind", "a\0"])
def test_nothing_makes_a_page_fall_over(client, key, name):
    for nasty in ("\0", "١٢", "9" * 400, "<script>"):
        response = client.get(f"/systems/{key}/", {name: nasty})
        assert response.status_code in (200, 422)
        assert "<script>" not in flat(response.text)


@pytest.mark.parametrize(
    "url", ["/systems/chess/", "/systems/x%00/", "/club/all-time/chips-total/rules", "/club/x/y/rules"]
)
def test_what_does_not_exist_is_not_found(client, season, url):
    assert client.get(url).status_code == 404


def test_no_ladder_may_be_called_systems():
    with pytest.raises(ValidationError):
        validate_slug("systems")


def test_the_page_about_a_ladder_leads_to_the_rules_of_its_board(client, season):
    assert f'href="{RULES}"' in client.get("/club/about").text


def test_rules_of_a_usual_board_mark_nothing(client, season):
    response = client.get(RULES)
    assert response.status_code == 200
    assert "changed here" not in flat(response.text)


def test_rules_of_a_board_go_by_its_options(client):
    """B-2: with a stake of 6, level players to 25 move half of 6 × 5."""
    create_ladder(slug="club", name="Club", boards=[("match-length-elo", {"stake": 6})])
    response = client.get(RULES, {"a": "1800", "b": "1800", "length": "25"})
    assert [part.change for part in response.context["answer"].outcomes[0].parts] == ["+15", "−15"]
    assert [(one.label, one.value, one.default) for one in response.context["page"].changed] == [
        ("Stake of a 1-point match", "6", "4")
    ]
    assert response.text.count("changed here") == 1


@pytest.mark.parametrize("matches", [1, 12])
def test_pages_take_a_constant_number_of_queries(client, season, matches, django_assert_num_queries):
    play_all(season, [(f"Ann {number}", f"Bea {number}") for number in range(matches)])
    for url, queries in [("/systems/", 2), ("/systems/nardgammon-elo/", 2), (RULES, 3)]:
        with django_assert_num_queries(queries):
            client.get(url)


@dataclass(frozen=True)
class Rounds(DuelSystem):
    """A rating system that nobody told the pages about: each round won moves 3."""

    key: ClassVar[str] = "rounds"
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    facts: ClassVar[tuple[Fact, ...]] = (Fact("rounds", "Rounds", low=1, high=9),)
    draws: ClassVar[bool] = True
    about: ClassVar[About] = About(
        "Rounds",
        "Three a round.",
        ("3 × rounds",),
        ("Three a round (X-1).",),
        examples=(Example("X-1", "Two rounds move 6.", build_sample(rounds=2), (Rating(0), Rating(0)), ("+6", "-6")),),
    )
    start: float = 0.0

    def gains(self, a, b, score, facts):
        moved = 6 * (score - 0.5) * facts["rounds"]
        return moved, -moved

    def explain(self, result, before, seat):
        change = self.change(result, before, seat)
        return (Step("X-1", "Count", Message("{me} moves.", {}, {"me": result.players[seat]}), f"{change:g}", change),)


def test_a_tenth_system_brings_its_own_page(client, monkeypatch):
    """X-1: three rounds move 9, a draw nothing; the fact is asked for, in its range."""
    monkeypatch.setitem(RATING_SYSTEMS, "rounds", Rounds)

    response = client.get("/systems/rounds/", {"a": "100", "rounds": "3"})

    found = {one.label: one.parts[0].change for one in response.context["answer"].outcomes}
    assert found == {"Ana wins": "+9", "Draw": "+0", "Ben wins": "−9"}
    assert "Rounds: enter a whole number from 1 to 9." in client.get("/systems/rounds/", {"rounds": "10"}).text
    assert 'href="/systems/rounds/"' in client.get("/systems/").text


def test_provisional_experience_is_named_as_its_system_counts_it(client):
    ladder = create_ladder(slug="long", name="Long", boards=[("match-length-elo", {"provisional_until": 50})])
    page = flat(client.get(f"/{ladder.slug}/all-time/match-length-elo/rules").text)
    assert "50 points of match length" in page
    assert "50 games" not in page


def test_the_systems_that_suit_a_game_come_first(client):
    page = flat(client.get("/systems/?game=darts").text)
    assert "For Darts" in page
    assert page.index("Recommended, because a longer match says more") < page.index("Better if")
    assert page.index("Better if") < page.index("All others") < page.index("Points exchange")
    assert page.count("/systems/match-length-elo/") == 1
    part = client.get("/systems/?game=darts", headers=HTMX)
    assert "For Darts" in part.text
    assert "<html" not in part.text
    assert client.get("/systems/?game=quoits").context["game"] is None
