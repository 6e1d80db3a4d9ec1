"""What is special about the fictional club's games."""

from collections import Counter
from itertools import groupby

import pytest

from ladder.formats import check_games, parse_games, parse_score_rule
from ladder.ledger.storage.match_record import load_played_match
from ladder.models import Match, Participant, RatingChange, Season
from ladder.ratings import Rating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("club")]


def current(slug):
    return Season.objects.get(ladder__slug=slug, closed_at=None)


def counted(season, **fields):
    return Match.objects.filter(season=season, status="counted", **fields)


def battles(season):
    """Return each ladder battle as the core sees it, with the score board's rows in the order of the seats."""
    rows = RatingChange.objects.filter(board__season=season, board__system="warlocks-score")
    rows = rows.filter(participant__match__kind="ladder").select_related("participant__match")
    for match, seats in groupby(
        rows.order_by("participant__match", "participant__seat"), lambda row: row.participant.match
    ):
        seats = list(seats)
        at_start = tuple(Rating(*row.at_start[:3]) for row in seats if row.at_start)
        yield load_played_match(match).result._replace(at_start=at_start), seats


def test_chess_has_draws_and_games_that_were_not_rated():
    season = current("chess")
    assert counted(season, participants__score=0.5, kind="rated").exists()
    assert counted(season, kind="unrated").exists()


def test_all_ladder_battles_were_within_reach():  # W-9
    system = current("warlocks").boards.get(system="warlocks-score").rating_system
    found = list(battles(current("warlocks")))
    assert len(found) > 100
    assert [system.eligible(result, [row.before for row in rows]) for result, rows in found] == [None] * len(found)


def test_battles_are_of_two_to_six_and_of_every_kind():
    season = current("warlocks")
    sizes = Counter(Participant.objects.filter(match__in=counted(season)).values_list("match", flat=True)).values()
    assert set(sizes) == {2, 3, 4, 5, 6}
    assert set(counted(season).values_list("kind", flat=True)) == {"ladder", "friendly", "very-friendly"}


def test_most_battles_have_a_recorded_start_and_some_have_none():
    recorded = counted(current("warlocks"), started_at__isnull=False).count()
    assert recorded > counted(current("warlocks"), started_at=None).count() > 0


def test_a_battle_was_won_by_surrendering_to_corpses():  # W-5
    won = counted(current("warlocks"), participants__score=1, participants__exit="surrendered")
    assert won.exists()


def test_two_duels_that_overlap_gain_the_winner_nothing():  # W-8
    capped = []
    for result, rows in battles(current("warlocks")):
        if len(rows) == 2 and 1.0 in result.scores:
            row = rows[result.scores.index(1.0)]
            if row.before_points == row.after_points:
                capped.append((row.participant.player_id, result.started, result.ended))
    assert any(
        one[0] == other[0] and one[1] <= other[1] < one[2] for one in capped for other in capped if one is not other
    )


def test_online_matches_have_a_length_and_chips():
    rated = counted(current("backgammon-online"), kind="rated")
    assert rated.exists()
    assert not rated.exclude(facts__length__gte=1, facts__chips__gt=0).exists()


def test_tournaments_have_eight_to_sixteen_players_who_share_places():
    events = counted(current("backgammon-online"), kind="tournament")
    assert events.count() >= 10
    for match in events:
        places = sorted(match.participants.values_list("place", flat=True))
        assert 8 <= len(places) <= 16
        assert places[:5] == [1, 2, 3, 3, 5]


def test_padel_is_two_against_two_with_other_partners_and_sets_that_can_come_about():
    season = current("padel")
    rule = parse_score_rule(season.ladder.score_rule)
    assert (season.ladder.game, season.ladder.plays_doubles, str(rule)) == ("padel", True, season.ladder.score_rule)
    matches, pairs = counted(season).prefetch_related("participants"), set()
    for match in matches:
        played = [(one.side, one.score) for one in match.participants.all()]
        assert sorted(played) == [(1, 1.0), (1, 1.0), (2, 0.0), (2, 0.0)]
        check_games(rule, parse_games(match.games), match.ending)
        pairs.add(frozenset(one.player_id for one in match.participants.all() if one.side == 1))
    assert len(pairs) > len(matches) / 4
    assert {match.ending for match in matches} == {"", "retired"}
    assert any("(" in match.games for match in matches)
