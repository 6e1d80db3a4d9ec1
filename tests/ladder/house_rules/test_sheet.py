"""The sheet of a ladder's rules: a sentence for each setting, with an example that the system works out."""

import pytest

from ladder.house_rules.queries.rung_sentences import list_win_lines
from ladder.house_rules.queries.sheet import load_rule_sheet
from ladder.models import Board, Ladder
from ladder.ratings.systems.rungs import Rungs
from tests.factories import make_ladder, make_member, play, season_of, signed_in
from tests.markup import flat

pytestmark = pytest.mark.django_db


def make_rungs(options=None, **rules):
    ladder = make_ladder("rungs", **rules)
    Board.objects.update(options=options or {})
    return ladder


def read_sheet(client, slug="club"):
    return flat(client.get(f"/{slug}/house-rules").text)


@pytest.mark.parametrize(
    ("options", "sentence", "example"),
    [
        ({}, "takes their place", "Dan, 4th, beats Bob, 2nd: the order is then Ann, Dan, Bob, Cat and Eve."),
        ({"move": "swap"}, "swaps places", "beats Bob, 2nd: the order is then Ann, Dan, Cat, Bob and Eve."),
        ({"move": "morning"}, "that both had that morning", "the order is then Ann, Dan, Cat, Bob and Eve."),
        ({}, "There are no draws.", ""),
        ({"draws": True}, "A draw moves nobody.", "draws with Bob, 2nd: all stay where they are."),
        ({"draws": True, "draw_move": "below"}, "directly below", "the order is then Ann, Bob, Dan, Cat and Eve."),
        ({"draws": True, "draw_move": "up"}, "up one, unless", "the order is then Ann, Bob, Dan, Cat and Eve."),
        ({"draws": True, "draw_move": "pass"}, "neighbours swap", "the order is then Ann, Bob, Dan, Cat and Eve."),
        ({}, "If the player above wins, nobody moves.", "loses to Bob, 2nd: all stay where they are."),
        ({"defence": "up"}, "A player above who wins goes up one.", "the order is then Bob, Ann, Cat, Dan and Eve."),
        ({}, "A walkover moves nobody.", ""),
        ({"rates_walkovers": True}, "as if they had lost it", "forfeit against Bob, 2nd: the order is then Ann, Dan"),
        (
            {"rates_walkovers": True, "forfeit": "below"},
            "the other goes up one, and they go to just below",
            "the order is then Ann, Cat, Dan, Bob and Eve.",  # L6: up one; the other just below them
        ),
        ({}, "Nobody moves down for not playing.", ""),
        ({"idle_days": 14}, "Who has no match for 14 days moves down one, behind who has played since.", ""),
        (
            {"idle_days": 14, "idle_by": "days", "idle_spares_first": True},  # L3
            "Who has no match for 14 days moves down one, but for the first, and again after as many days.",
            "",
        ),
        (
            {"idle_by": "month", "idle_matches": 2, "idle_rungs": 2},  # L5
            "Who has fewer than 2 matches in a calendar month moves down 2 places at its end.",
            "",
        ),
        ({"sitting_days": 30}, "Who sits out for more than 30 days goes to the bottom.", ""),  # L2
        ({"newcomers": "half"}, "Newcomers come in at a place in the lower half, by lot", ""),  # L11
    ],
)
def test_each_option_of_rungs_has_its_sentence_and_example(client, options, sentence, example):
    make_rungs(options)
    page = read_sheet(client)
    assert sentence in page
    assert example in page


def test_examples_are_told_by_the_names_of_the_ladder(client):
    season = season_of(make_rungs())
    for winner, loser in (("Una", "Vic"), ("Wim", "Xia"), ("Yan", "Zoe")):
        play(season, winner, loser)
    assert "Xia, 4th, beats Vic, 2nd: the order is then Una, Xia, Vic, Wim and Yan." in read_sheet(client)


def test_sentences_are_numbered_through_the_sheet():
    season = season_of(make_rungs())
    board = season.boards.get()
    board.season = season
    sections = load_rule_sheet(board)
    counted = 1
    for section in sections:
        assert section.start == counted
        counted += len(section.lines)


def test_settings_on_challenges_stand_on_it(client):
    make_rungs(
        challenge_reach=3,
        challenge_among="here",
        rematch_days=14,
        most_challenges=2,
        if_unanswered="lost",
        answer_days=3,
        play_days=7,
    )
    Ladder.objects.update(free_challenges=1, rematch_matches=1, period_challenges=1, period_days=7, exempt_days=7)
    Ladder.objects.update(exempt_minutes=20)
    page = read_sheet(client)
    for sentence in (
        "up to 3 rungs above you",
        "Challenges are made on club nights among those who are here; nobody else counts.",
        "Until they have played 1 rated match, newcomers have 1 free challenge, to anybody on the ladder.",
        "Whoever has played can’t be challenged for 7 days after that.",
        "In the last 20 minutes of a club night nobody can be challenged.",
        "Before you challenge the same player again, play 1 other match.",
        "You may make 1 challenge in 7 days; one that comes to nothing does not count.",
        "Answer a challenge within 3 days; once it is accepted, play within 7 days.",
        "A challenge that is declined, or not answered in time, counts as lost.",
        "A rematch is possible after 14 days.",
        "You may have 2 open at a time, made and accepted ones together.",
    ):
        assert sentence in page


def test_a_ladder_by_ratings_has_its_summary_and_one_of_tournaments_no_challenges(client):
    make_ladder("elo")
    assert "Whom you may challenge" in read_sheet(client)
    make_ladder("tournament-points", slug="cups")
    page = read_sheet(client, "cups")
    assert "Whom you may challenge" not in page
    assert "The standings" in page


def test_a_ladder_without_a_season_or_that_is_none_has_no_sheet(client):
    assert client.get("/nothing/house-rules").status_code == 404
    Ladder.objects.create(slug="bare", name="Bare")
    assert client.get("/bare/house-rules").status_code == 404


def test_about_and_challenges_lead_to_it(client):
    make_rungs()
    member = signed_in(make_member("Ann").user)
    assert 'href="/club/house-rules"' in client.get("/club/about").text
    assert 'href="/club/house-rules"' in member.get("/club/challenges").text


def test_names_that_can_not_be_told_apart_are_not_used():
    names = ["Una", "Hidden player", "Vic", "Hidden player", "Wim"]
    first, *_ = list_win_lines(Rungs(), names)
    assert first.example.startswith("Dan, 4th, beats Bob, 2nd")
