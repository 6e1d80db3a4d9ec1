"""What a profile shows between its chart and its matches: rivals, weeks of play and the best partner."""

from datetime import date

import pytest

from ladder.profiles.queries.career import OtherParticipant
from ladder.profiles.queries.partners import find_best_partner
from ladder.profiles.queries.played_weeks import count_played_weeks
from tests.factories import make_ladder, make_player, play, season_of
from tests.ladder.profiles.careers import career, edited


def test_weeks_begin_on_monday_and_end_with_the_one_that_is_shown():
    # one match a day from Thursday 1 January on: four in the first week, then seven, then Monday and Tuesday
    found = count_played_weeks(career(*range(13), now=date(2026, 1, 14)))
    assert found.levels == [0] * 23 + [3, 3, 2]
    assert found.words == "13 matches in 3 of 26 weeks, most in the week of 5 Jan: 7"


def test_weeks_of_half_a_year_leave_out_what_was_before():
    assert count_played_weeks(career(1, now=date(2026, 7, 1))) is None  # its week is the 27th
    assert count_played_weeks(career(1, now=date(2026, 6, 28))).words == "1 match in 1 of 26 weeks"


def test_the_best_partner_won_the_largest_share_of_three_matches_at_least():
    ann, cy, dee = (OtherParticipant(key, name, 1, None, 0, 1) for key, name in enumerate(("Ann", "Cy", "Dee")))
    # Ann: 3 of 5; Cy: 2½ of 3; Dee: 2 of 2
    results = [(ann, 1), (ann, 1), (ann, 1), (ann, 0), (ann, 0), (cy, 1), (cy, 0.5), (cy, 1), (dee, 1), (dee, 1)]
    played = career(*range(10), scores=[float(score) for _, score in results])
    for number, (partner, _) in enumerate(results):
        played = edited(played, number, partners=[partner])

    assert find_best_partner(played).players == [(1, "Cy")]
    assert find_best_partner(played._replace(matches=played.matches[:5])) is None  # nobody to compare Ann with


@pytest.mark.django_db
def test_a_rival_who_was_met_three_times_has_a_card_and_no_line(client):
    season = season_of(make_ladder())
    for winner, loser in (("Ann", "Bea"), ("Bea", "Ann"), ("Ann", "Bea"), ("Ann", "Cy"), ("Ann", "Cy")):
        play(season, winner, loser)

    profile = client.get(make_player("Ann").get_absolute_url()).context["profile"]

    assert [(one.name, one.won, one.lost) for one in profile.rivalries] == [("Bea", 2, 1)]
    assert [one.name for one in profile.other_rivals] == ["Cy"]
