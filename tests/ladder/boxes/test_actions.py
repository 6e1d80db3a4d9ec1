"""Boxes are made with a fixture for each two, follow the matches, and lead to the next ones."""

from datetime import date, timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.boxes.actions import NewBox, end_cycle, find_cycle_end, make_boxes, return_to_box, withdraw_from_box
from ladder.boxes.queries.box_page import build_box_cards, propose_next_boxes
from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.challenges.reports import record_walkover, report_challenge
from ladder.changes.base import preview_change
from ladder.formats import ParticipantResult
from ladder.formats.games import parse_games
from ladder.matches.actions.corrections import MatchVoiding, change_match
from ladder.matches.actions.new_match import build_played_match
from ladder.models import Board, BoxPlace, Fixture, Match, Origin, Season
from ladder.pages.figures import format_day
from ladder.people.actions.erasure import erase_player
from ladder.seasons.actions.life_cycle import close_season, reopen_season
from players.models import Notice
from tests.changes import merge_players, undo_merge
from tests.factories import enter_match, make_ladder, make_member, season_of

pytestmark = pytest.mark.django_db
NAMES = ("Ana", "Ben", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")


@pytest.fixture
def organiser():
    return User.objects.create_user("organiser", is_staff=True)


@pytest.fixture
def players():
    return {name: make_member(name) for name in NAMES}


@pytest.fixture
def season(players):
    ladder = make_ladder("match-points", "elo", box_size=4)
    season = season_of(ladder)
    season.starts_on, season.ends_on = timezone.localdate(), timezone.localdate() + timedelta(30)
    season.save()
    return season


@pytest.fixture
def boxes(season, players):
    keys = [players[name].pk for name in NAMES]
    make_boxes(season=season, boxes=[NewBox(1, "", keys[:4]), NewBox(2, "", keys[4:])])
    return season


def play_box(season, players, winner, loser, games="11-0 11-0 11-0", **how):
    results = [ParticipantResult(players[winner], 1.0), ParticipantResult(players[loser], 0.0)]
    return enter_match(season=season, participants=results, by=None, kind="rated", games=parse_games(games), **how)


def table(season, number):
    box = load_boxes(season)[number - 1]
    return [(str(box.players[row.player].player), row.points) for row in box.rows]


def test_each_two_of_a_box_have_a_fixture_until_the_last_day_and_are_told(boxes):
    fixtures = Fixture.objects.all()
    assert len(fixtures) == 12
    assert {one.origin for one in fixtures} == {Origin.BOX}
    assert {timezone.localdate(one.play_by) for one in fixtures} == {boxes.ends_on}
    assert Notice.objects.filter(player__name="Ana").get().text == (
        f"You are in Box 1 of All time with Ben, Cy and Di. Play everybody by {format_day(boxes.ends_on)}."
    )


def test_a_match_however_it_came_in_is_that_of_the_fixture_and_a_correction_moves_it(boxes, players):
    match = play_box(boxes, players, "Ana", "Ben")
    assert Fixture.objects.get(match=match).player_keys() == {players["Ana"].pk, players["Ben"].pk}
    assert table(boxes, 1)[0] == ("Ana", 5.0)  # B2: 1 for playing, 3 games, 1 for the win
    again = play_box(boxes, players, "Ben", "Ana")
    assert not Fixture.objects.filter(match=again).exists()
    change_match(MatchVoiding(match), match.revision)
    assert Fixture.objects.get(match=again).player_keys() == {players["Ana"].pk, players["Ben"].pk}
    assert table(boxes, 1)[0] == ("Ben", 5.0)
    assert ledger.link_box_fixtures(boxes) == 0
    assert ledger.verify(boxes.ladder) == []


def test_who_withdraws_stands_last_and_the_rest_counts_as_it_is_chosen(boxes, players, organiser):
    play_box(boxes, players, "Ana", "Ben")
    withdraw_from_box(season=boxes, player=players["Ana"], how="struck", by=organiser)
    assert table(boxes, 1) == [("Ben", 0.0), ("Cy", 0.0), ("Di", 0.0), ("Ana", 0.0)]
    return_to_box(season=boxes, player=players["Ana"], by=organiser)
    withdraw_from_box(season=boxes, player=players["Ana"], how="forfeit", by=organiser)
    assert table(boxes, 1) == [("Cy", 5.0), ("Di", 5.0), ("Ben", 1.0), ("Ana", 5.0)]
    assert Match.objects.filter(kind="walkover").count() == 2
    with pytest.raises(ValidationError, match=r"Ana withdrew already\."):
        withdraw_from_box(season=boxes, player=players["Ana"], how="stand", by=organiser)


def test_the_next_season_begins_with_the_next_boxes(boxes, players, organiser):
    for winner, loser in (("Ana", "Ben"), ("Ana", "Cy"), ("Ben", "Cy"), ("Eve", "Flo"), ("Eve", "Gus"), ("Ana", "Di")):
        play_box(boxes, players, winner, loser)
    proposal = propose_next_boxes(boxes.ladder, load_boxes(boxes))
    said = {move.player: (move.how, move.reason) for move in proposal.moves}
    assert said[players["Cy"].pk] == ("stays", "3rd of 4 in Box 1")  # B2: 2 points for two matches, Di 1 for one
    assert said[players["Di"].pk] == ("down", "4th of 4 in Box 1")
    assert said[players["Eve"].pk] == ("up", "1st of 4 in Box 2")
    new = [NewBox(*one) for one in proposal.list_boxes()]
    last = boxes.ends_on + timedelta(60)
    follower = end_cycle(season=boxes, boxes=new, name="Next", slug="next", ends_on=last, by=organiser)
    names = [[str(place.player) for place in box.places] for box in load_boxes(follower)]
    assert names == [["Ana", "Ben", "Cy", "Eve"], ["Di", "Flo", "Gus", "Hal"]]
    assert Season.objects.get(pk=boxes.pk).winner == players["Ana"]
    assert table(follower, 1)[0][1] == 0
    assert ledger.verify(boxes.ladder) == []


@pytest.mark.parametrize(
    ("first", "weeks", "last"),
    [
        (date(2026, 11, 1), None, date(2026, 11, 30)),
        (date(2026, 12, 5), None, date(2026, 12, 31)),
        (date(2026, 11, 30), None, date(2026, 12, 31)),  # begun on the last day of the one before
        (date(2026, 12, 28), None, date(2027, 1, 31)),
        (date(2026, 11, 2), 5, date(2026, 12, 6)),
    ],
)
def test_a_cycle_is_a_calendar_month_or_so_many_weeks(first, weeks, last):
    assert find_cycle_end(first, weeks) == last


def test_a_table_counts_games_and_forfeits_as_the_board_does(boxes, players):
    """A game below 11 is not whole here (M-6), and whoever gives up has lost by forfeit (M-7)."""
    Board.objects.filter(system="match-points").update(options={"full_game": 11, "retired": "forfeit"})
    level = [ParticipantResult(players["Ana"], 0.5), ParticipantResult(players["Ben"], 0.5)]
    stopped = {"games": parse_games("11-5 4-2"), "ending": "stopped"}
    enter_match(season=boxes, participants=level, by=None, kind="rated", **stopped)
    play_box(boxes, players, "Cy", "Di", "11-0 3-0", ending="retired")
    rows = {str(box.players[row.player].player): row for box in load_boxes(boxes) for row in box.rows}
    assert (rows["Ana"].games_won, rows["Ana"].games_lost, rows["Ana"].points) == (1, 0, 2)  # playing and a game
    assert (rows["Cy"].forfeit_points, rows["Cy"].points, rows["Di"].played) == (5, 5, 0)


def test_two_of_two_boxes_who_are_one_stand_in_the_better_one(boxes, players, organiser):
    play_box(boxes, players, "Ana", "Ben")
    play_box(boxes, players, "Eve", "Flo")
    merge_players(player=players["Eve"], into=players["Ana"], stays=players["Ana"].user)
    assert [name for name, _ in table(boxes, 1)] == ["Ana", "Ben", "Cy", "Di"]
    assert table(boxes, 2) == [("Flo", 0.0), ("Gus", 0.0), ("Hal", 0.0)]
    assert [len(box.open_fixtures) for box in load_boxes(boxes)] == [5, 3]
    new = [NewBox(*one) for one in propose_next_boxes(boxes.ladder, load_boxes(boxes)).list_boxes()]
    end_cycle(season=boxes, boxes=new, name="Next", slug="next", ends_on=boxes.ends_on + timedelta(60), by=organiser)
    assert ledger.verify(boxes.ladder) == []


def test_two_of_one_box_who_are_one_play_each_of_the_others_once(boxes, players):
    play_box(boxes, players, "Cy", "Di")
    merge_players(player=players["Ben"], into=players["Ana"], stays=players["Ana"].user)
    assert [len(box.open_fixtures) for box in load_boxes(boxes)] == [2, 6]
    match = play_box(boxes, players, "Ana", "Cy")
    assert Fixture.objects.filter(match=match).count() == 1
    assert table(boxes, 1) == [("Cy", 6.0), ("Ana", 5.0), ("Di", 1.0)]
    assert ledger.link_box_fixtures(boxes) == 0
    undo_merge(player=players["Ben"])
    assert [name for name, _ in table(boxes, 1)] == ["Cy", "Ana", "Di", "Ben"]
    assert ledger.link_box_fixtures(boxes) == 0


def test_a_result_that_comes_late_counts_in_a_cycle_that_is_opened_again(boxes, players, organiser):
    close_season(boxes, on=timezone.localdate())
    assert [card.played for card in build_box_cards(boxes.ladder, load_boxes(boxes), None, reports_all=True)] == [0, 0]
    opened = reopen_season(season_of(boxes.ladder))
    play_box(opened, players, "Ana", "Ben")
    assert table(opened, 1)[0] == ("Ana", 5.0)


def test_an_erased_player_has_nothing_to_play(boxes, players):
    erase_player(player=players["Ana"], by=User.objects.create_superuser("owner"))
    [first, second] = load_boxes(boxes)
    assert (len(first.open_fixtures), len(second.open_fixtures)) == (3, 6)


def test_after_a_merge_the_match_of_either_fixture_may_be_reported_and_given(boxes, players, organiser):
    merge_players(player=players["Ben"], into=players["Ana"], stays=players["Ana"].user)

    def list_fixtures(name):
        pair = {players["Ana"].pk, players[name].pk}
        return [one for one in Fixture.objects.order_by("pk") if one.player_keys() == pair]

    results = [ParticipantResult(players["Ana"], 1.0), ParticipantResult(players["Cy"], 0.0)]
    entry = build_played_match("rated", results)
    report_challenge(challenge=list_fixtures("Cy")[1], by=players["Ana"].user, entry=entry)
    assert table(boxes, 1)[0] == ("Ana", 2.0)  # 1 for playing and 1 for the win
    record_walkover(challenge=list_fixtures("Di")[1], winner=players["Ana"], by=organiser)
    assert table(boxes, 1)[0] == ("Ana", 7.0)
    assert ledger.link_box_fixtures(boxes) == 0


def test_boxes_are_made_anew_and_what_was_played_counts_where_both_are_in_the_same_box(boxes, players, organiser):
    play_box(boxes, players, "Ana", "Ben")
    play_box(boxes, players, "Ana", "Cy")
    withdraw_from_box(season=boxes, player=players["Di"], how="stand", by=organiser)
    keys = [players[name].pk for name in ("Ana", "Ben", "Di", "Eve", "Cy", "Flo", "Gus", "Hal")]
    make_boxes(season=boxes, boxes=[NewBox(1, "", keys[:4]), NewBox(2, "", keys[4:])])
    assert table(boxes, 1) == [("Ana", 5.0), ("Ben", 1.0), ("Eve", 0.0), ("Di", 0.0)]
    assert BoxPlace.objects.get(withdrawal="stand").player == players["Di"]
    assert ledger.verify(boxes.ladder) == []
    assert ledger.link_box_fixtures(boxes) == 0


def test_nobody_is_in_two_boxes(season, players):
    both = [players["Ana"].pk, players["Ben"].pk]
    with pytest.raises(ValidationError, match=r"Ana is in two boxes\. Everybody is in one\."):
        make_boxes(season=season, boxes=[NewBox(1, "", both), NewBox(2, "", both)])
    assert BoxPlace.objects.count() == 0


def test_the_preview_of_a_voiding_says_who_would_have_gone_another_way(boxes, players, organiser):
    """On paper, by B2: Ana 15; Cy 5 and 1; Di 1 and 1; Ben 1, who goes down.

    Without Cy's win over Di, Ben, Cy and Di have 1 and lost one match by three games, so the starting order decides.
    """
    for winner, loser in (("Ana", "Ben"), ("Ana", "Cy"), ("Cy", "Di"), ("Eve", "Flo"), ("Ana", "Di")):
        play_box(boxes, players, winner, loser)
    new = [NewBox(*one) for one in propose_next_boxes(boxes.ladder, load_boxes(boxes)).list_boxes()]
    last = boxes.ends_on + timedelta(60)
    follower = end_cycle(season=boxes, boxes=new, name="Next", slug="next", ends_on=last, by=organiser)
    boxes.refresh_from_db()
    reopen_season(boxes)
    days = {"starts_on": timezone.localdate() - timedelta(9), "ends_on": timezone.localdate() - timedelta(1)}
    Season.objects.filter(pk=boxes.pk).update(**days)
    preview, _ = preview_change(MatchVoiding(Match.objects.select_related("season__ladder").order_by("pk")[2]))
    assert preview["moved_boxes"] == [
        "Box 1: Ben would be 2nd instead of 4th.",
        "Box 1: Cy would be 3rd instead of 2nd.",
        "Box 1: Di would be 4th instead of 3rd.",
        "Ben would have stayed.",
        "Di would have gone down.",
        "The boxes of Next stay as they are. Move players there by hand, if you want.",
    ]
    assert [str(place.player) for place in load_boxes(follower)[0].places] == ["Ana", "Cy", "Di", "Eve"]


def test_a_cycle_that_ends_early_leaves_no_day_without_a_season(boxes, players, organiser):
    new = [NewBox(one.box.level, "", list(one.players)) for one in load_boxes(boxes)]
    last = boxes.ends_on
    follower = end_cycle(season=boxes, boxes=new, name="Next", slug="next", ends_on=last, by=organiser)
    assert (Season.objects.get(pk=boxes.pk).ends_on, follower.starts_on) == (timezone.localdate(),) * 2
    assert follower.is_running


def test_who_withdraws_while_a_report_waits_gives_no_walkover_for_it(boxes, players, organiser):
    results = [ParticipantResult(players["Ana"], 1.0), ParticipantResult(players["Ben"], 0.0)]
    enter_match(season=boxes, participants=results, by=None, kind="rated", pending=True)
    assert len(load_boxes(boxes)[0].open_fixtures) == 5
    withdraw_from_box(season=boxes, player=players["Ana"], how="forfeit", by=organiser)
    assert Match.objects.filter(kind="walkover").count() == 2
