"""A duel the other way round, from the ratings that the ledger holds."""

import pytest

from ladder.formats import Exit, ParticipantResult
from tests.factories import enter_match, make_ladder, make_player, play, season_of
from tests.ladder.matches.explaining import capped_duel, explained

pytestmark = pytest.mark.django_db


def worth(match):
    """What each other result would have been worth, on the main board."""
    return [(one.said, *((part.name, part.change) for part in one.parts)) for one in explained(match)[0].otherwise]


def test_the_other_winner_would_have_gained_from_the_same_ratings():
    season = season_of(make_ladder())
    play(season, "Ana", "Ben", 25)  # 1810 against 1790
    match = play(season, "Ana", "Ben", 25)
    play(season, "Ana", "Ben", 25)

    # B-1 to B-3: P = 1 / (1 + 10 ** (-20 * 5 / 2000)) = 0.52875, of a stake of 20
    assert explained(match)[0].parts[0].change == "+9.4"
    assert worth(match) == [("If Ben had won", ("Ben", "+10.6"), ("Ana", "−10.6"))]


def test_its_steps_end_in_its_own_change():
    (other,) = explained(play(season_of(make_ladder()), "Ana", "Ben", 25))[0].otherwise

    assert [part.lines[-1].value for part in other.parts] == ["10.00, shown as +10", "10.00, shown as −10"]


def test_a_draw_is_shown_where_there_are_draws():
    match = play(season_of(make_ladder("provisional-elo")), "Ana", "Ben")

    # newcomers count as 1200, and a win against one is worth 200
    assert worth(match) == [
        ("If Ben had won", ("Ben", "+200"), ("Ana", "−200")),
        ("If they had drawn", ("Ana", "+0"), ("Ben", "+0")),
    ]


def test_a_draw_could_have_been_won_by_either():
    match = play(season_of(make_ladder("provisional-elo")), "Ana", "Ben", drawn=True)

    assert [said for said, *_ in worth(match)] == ["If Ana had won", "If Ben had won"]


def test_the_scores_at_the_start_cap_what_could_have_been_gained():
    # W-8: both had 0 when it began, so who has 5 gains nothing. W-3, W-4: a surrender costs 1, never below 0.
    assert worth(capped_duel()) == [
        ("If Ben had won", ("Ben", "+1"), ("Ana", "−1")),
        ("If nobody had won", ("Ana", "−1"), ("Ben", "+0")),
    ]


def test_many_could_have_ended_in_too_many_ways():
    season = season_of(make_ladder("warlocks-score", "tournament-points"))
    people = [make_player(name) for name in ("Ana", "Ben", "Cara")]
    exits = [("standing", None), ("dead", 1), ("dead", 2)]
    participants = [ParticipantResult(one, exit=Exit(*left)) for one, left in zip(people, exits, strict=True)]
    battle = enter_match(season=season, participants=participants, by=None, kind="ladder")
    places = [ParticipantResult(one, place=place) for place, one in enumerate(people[:2], 1)]
    tournament = enter_match(season=season, participants=places, by=None, kind="tournament")

    assert [worth(battle), worth(tournament)] == [[], []]
