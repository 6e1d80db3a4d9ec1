"""A box of a season as of a day, with the chances of its open matches, so that the rest of it can be played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.utils import timezone

from ladder.boxes.queries.box_chances import BoxPlays, BoxState, OpenBoxMatch, play_box_on
from ladder.boxes.queries.box_page import build_box_order
from ladder.boxes.queries.box_proposal import propose_boxes
from ladder.boxes.queries.box_table import build_box_rows
from ladder.boxes.queries.possible_results import USUAL_BEST_OF, add_unplayed_results, list_match_results
from ladder.boxes.queries.shown_boxes import Pair, ShownBox, find_points_board
from ladder.formats import ANY_SCORE, ScoreRule, parse_score_rule
from ladder.models import Board, BoxPlace, Ladder, Season
from ladder.pairings.queries.match_chances import (
    EVEN_CHANCE,
    ask_expected_score,
    find_chance_board,
    load_ratings_of_day,
)
from ladder.ratings import Rating
from ladder.ratings.systems.match_points import MatchPoints


class BoxRules(NamedTuple):
    """What the boxes of a season go by: how matches are scored, what they give, and whose chances count."""

    points_board: Board | None
    chance_board: Board | None
    score_rule: ScoreRule | None  # None where nobody enters scores

    @property
    def system(self) -> MatchPoints | None:
        """The match points that count."""
        found = self.points_board.rating_system if self.points_board else None
        return found if isinstance(found, MatchPoints) else None


def load_box_rules(season: Season) -> BoxRules:
    """Return what the boxes of a season go by; one query for its boards."""
    return BoxRules(find_points_board(season), find_chance_board(season), find_box_score_rule(season.ladder))


def find_box_score_rule(ladder: Ladder) -> ScoreRule | None:
    """Return how a match of a box is scored: the ladder's rule, without one best of five; None without scores."""
    if ladder.scores == ladder.Scores.NONE:
        return None
    rule = parse_score_rule(ladder.score_rule)
    return ScoreRule(best_of=USUAL_BEST_OF, unit="game") if rule is ANY_SCORE else rule


def load_box_states(season: Season, boxes: Sequence[ShownBox], rules: BoxRules, day: date) -> list[BoxState]:
    """Return the states of boxes of a season at the end of a day, today or past, with the ratings of that day."""
    keys = [key for box in boxes for key in box.players]
    ratings = load_ratings_of_day(rules.chance_board, keys, day) if rules.chance_board else {}
    return [build_box_state(box, rules, ratings, day) for box in boxes]


def build_box_state(shown: ShownBox, rules: BoxRules, ratings: dict[int, Rating], day: date) -> BoxState:
    """Return the state of a box at the end of a day; without ratings all chances are even."""
    away = {
        key: place
        for key, place in shown.players.items()
        if place.withdrew_at and timezone.localdate(place.withdrew_at) <= day
    }
    struck = {key for key, place in away.items() if place.withdrawal == BoxPlace.Withdrawal.STRUCK}
    by_then = {pair for pair, one in shown.stored.items() if timezone.localdate(one.played_at) <= day}
    played = [one for pair, one in shown.played.items() if pair in by_then and not pair & struck]
    positions = {key: place.position for key, place in shown.players.items()}
    points = {row.player: row.points for row in build_box_rows(positions, played)}
    waiting = {pair for pair in by_then if pair not in shown.played}  # reported, and not confirmed yet
    still = [pair for pair in shown.fixtures if pair not in by_then - waiting and not pair & away.keys()]
    open_matches = [build_open_box_match(pair, rules, ratings, points, day) for pair in still if len(pair) == 2]
    return BoxState(positions, played, open_matches, shown.levels, frozenset(away))


def build_open_box_match(
    pair: Pair, rules: BoxRules, ratings: dict[int, Rating], points: dict[int, float], day: date
) -> OpenBoxMatch:
    """Return a match that is to be played, with its possible results."""
    first, second = sorted(pair)
    expected = None
    if rules.chance_board and ratings:
        expected = ask_expected_score(rules.chance_board, (first, second), (ratings[first], ratings[second]), day)
    chance = EVEN_CHANCE if expected is None else expected
    have = points[first], points[second]
    match = list_match_results((first, second), chance, rules.system, rules.score_rule, have)
    return add_unplayed_results(match, rules.system)


def play_box_of_day(shown: ShownBox, state: BoxState, day: date) -> BoxPlays:
    """Return the rest of a box played by the seed of the day and the box."""
    return play_box_on(state, (day.toordinal(), shown.box.pk))


def find_place_zones(ladder: Ladder, boxes: Sequence[ShownBox]) -> dict[int, list[str]]:
    """Return what becomes of each place of each box, by its key: up, down, stays or out.

    It is as the boxes stand, if everybody who has not withdrawn plays all matches.
    """
    ends = {
        (box.box.pk, one.rank): one._replace(
            played=one.size - 1, reason="withdrew" if box.players[one.player].withdrawal else ""
        )
        for box in boxes
        for one in box.list_ends()
    }
    moves = {move.player: move.how for move in propose_boxes(list(ends.values()), [], build_box_order(ladder)).moves}
    zones: dict[int, list[str]] = {}
    for (box, _), one in ends.items():
        zones.setdefault(box, []).append(moves[one.player])
    return zones
