"""Seasons with boxes and matches in them, for tests of what comes in and goes out as files."""

from datetime import date, timedelta

from django.utils import timezone

from ladder.boxes.actions import NewBox, make_boxes
from ladder.boxes.queries.box_page import build_box_cards
from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.formats import ParticipantResult
from ladder.formats.games import parse_games
from tests.factories import enter_match, make_ladder, make_player, season_of

FIVE_GAMES, ONE_SET = "best of 5 games to 11, 2 clear", "one set to 9"
IMPORT_URL = "/club/all-time/import"
DAY = {"day": "2026-11-28"}


def make_boxed(*boxes, slug="club", rule=FIVE_GAMES):
    """Return a season with these boxes, each a text of names with a blank between them."""
    season = season_of(make_ladder("match-points", slug=slug, name=slug, box_size=4, score_rule=rule))
    season.ends_on = date(2026, 12, 28)
    season.save()
    made = [NewBox(level, "", [make_player(name).pk for name in box.split()]) for level, box in enumerate(boxes, 1)]
    make_boxes(season=season, boxes=made)
    return season


def play_box(season, winner, loser, games="", ending="", kind="rated"):
    score = 0.5 if ending == "stopped" else 1.0
    results = [ParticipantResult(make_player(winner), score), ParticipantResult(make_player(loser), 1 - score)]
    how = {"games": parse_games(games), "ending": ending, "played_at": timezone.now() - timedelta(2)}
    return enter_match(season=season, participants=results, by=None, kind=kind, **how)


def list_cells(season):
    """Return each line of the boxes of a season: the name, the cells and the points."""
    cards = build_box_cards(season.ladder, load_boxes(season), None, reports_all=False)
    return [
        [line.player.name, *(cell.text for cell in line.cells), line.points] for card in cards for line in card.lines
    ]
