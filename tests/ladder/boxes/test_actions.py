"""Boxes are made with a fixture for each two, follow the matches, and lead to the next ones."""

from datetime import date, timedelta
from itertools import combinations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.boxes.actions import (
    NewBox,
    end_cycle,
    end_due_cycles,
    make_boxes,
    return_to_box,
    withdraw_from_box,
)
from ladder.boxes.queries.box_page import build_box_cards, propose_next_boxes
from ladder.boxes.queries.next_boxes import find_cycle_end
from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.challenges.reports import record_walkover, report_challenge
from ladder.changes.base import preview_change
from ladder.formats import ParticipantResult
from ladder.formats.games import parse_games
from ladder.matches.actions.corrections import MatchCorrection, MatchVoiding, change_match
from ladder.matches.actions.new_match import build_played_match
from ladder.models import Board, BoxPlace, Fixture, Ladder, Match, Origin, Season
from ladder.pages.figures import format_day
from ladder.people.actions.erasure import PlayerErasure, erase_player
from ladder.people.actions.merges import MergeUndo, PlayerMerge
from ladder.rounds.round_robin import list_round_robin
from ladder.seasons.actions.life_cycle import close_season, reopen_season
from players.models import Notice, Player
from tests.changes import merge_players, undo_merge
from tests.factories import enter_match, make_ladder, make_member, season_of, signed_in

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
    follower = end_cycle(season=boxes, boxes=new, name="Next", ends_on=last, by=organiser)
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
    end_cycle(season=boxes, boxes=new, name="Next", ends_on=boxes.ends_on + timedelta(60), by=organiser)
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
    follower = end_cycle(season=boxes, boxes=new, name="Next", ends_on=last, by=organiser)
    boxes.refresh_from_db()
    reopen_season(boxes)
    days = {"starts_on": timezone.localdate() - timedelta(9), "ends_on": timezone.localdate() - timedelta(1)}
    Season.objects.filter(pk=boxes.pk).update(**days)
    preview, _ = preview_change(MatchVoiding(Match.objects.select_related("season__ladder").order_by("pk")[2]))
    [(season, said)] = preview["moved_boxes"]
    assert season == boxes
    assert said == [
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
    follower = end_cycle(season=boxes, boxes=new, name="Next", ends_on=last, by=organiser)
    assert (Season.objects.get(pk=boxes.pk).ends_on, follower.starts_on) == (timezone.localdate(),) * 2
    assert follower.is_running


def test_who_withdraws_while_a_report_waits_gives_no_walkover_for_it(boxes, players, organiser):
    results = [ParticipantResult(players["Ana"], 1.0), ParticipantResult(players["Ben"], 0.0)]
    enter_match(season=boxes, participants=results, by=None, kind="rated", pending=True)
    assert len(load_boxes(boxes)[0].open_fixtures) == 5
    withdraw_from_box(season=boxes, player=players["Ana"], how="forfeit", by=organiser)
    assert Match.objects.filter(kind="walkover").count() == 2


def test_matches_are_spread_over_the_cycle_with_one_at_a_time_for_everybody(season, players):
    """Four play three rounds: in 31 days until the 11th, the 21st and the 31st (31 / 3 = 10.3, 62 / 3 = 20.7)."""
    season.ladder.box_spread = True
    season.ladder.save()
    make_boxes(season=season, boxes=[NewBox(1, "", [players[name].pk for name in NAMES[:4]])])
    by_day = {}
    for fixture in Fixture.objects.order_by("play_by", "pk"):
        by_day.setdefault((timezone.localdate(fixture.play_by) - season.starts_on).days + 1, []).append(fixture)
    assert {day: {*map(fixture_names, found)} for day, found in by_day.items()} == {
        11: {("Ana", "Di"), ("Ben", "Cy")},
        21: {("Ana", "Cy"), ("Ben", "Di")},
        31: {("Ana", "Ben"), ("Cy", "Di")},
    }
    assert {timezone.localdate(one.decide_at) for one in Fixture.objects.all()} == {season.ends_on}


def fixture_names(fixture):
    return tuple(side[0].name for side in fixture.sides)


@pytest.mark.parametrize("size", range(2, 13))
def test_in_a_round_robin_each_two_meet_once_and_nobody_plays_twice_in_a_round(size):
    rounds = [[tuple(sorted(pair)) for pair in pairs] for pairs in list_round_robin(size)]
    assert len(rounds) == size - 1 + size % 2
    assert sorted(pair for pairs in rounds for pair in pairs) == list(combinations(range(size), 2))
    assert all(len({one for pair in pairs for one in pair}) == 2 * len(pairs) for pairs in rounds)


def test_a_match_that_is_late_can_still_be_played_or_claimed_until_the_cycle_ends(season, players, time_machine):
    season.ladder.box_spread = True
    season.ladder.save()
    make_boxes(season=season, boxes=[NewBox(1, "", [players[name].pk for name in NAMES[:4]])])
    time_machine.move_to(timezone.now() + timedelta(12), tick=False)
    first, second = (one for one in Fixture.objects.order_by("pk")[:2])
    assert (first.state, fixture_names(first), fixture_names(second)) == ("overdue", ("Ana", "Di"), ("Ben", "Cy"))
    match = play_box(season, players, "Ana", "Di")
    assert Fixture.objects.get(match=match) == first
    record_walkover(challenge=second, winner=players["Cy"], by=players["Cy"].user)
    assert table(season, 1)[:2] == [("Ana", 5.0), ("Cy", 4.0)]  # B3: a claimed match gives 4


def test_before_its_last_day_a_match_is_claimed_only_where_the_ladder_lets_players(boxes, players):
    fixture = Fixture.objects.get(parties__player=players["Ana"], pk__in=players["Ben"].parties.values("fixture"))
    with pytest.raises(ValidationError, match=r"You can close it as a walkover from"):
        record_walkover(challenge=fixture, winner=players["Ana"], by=players["Ana"].user)
    Ladder.objects.update(box_offers=3)
    with pytest.raises(ValidationError, match=r"Only an organiser can give it to the other player\."):
        record_walkover(challenge=fixture, winner=players["Ben"], by=players["Ana"].user)
    page = signed_in(players["Ana"].user).get("/club/challenges").text
    assert page.count("Claim it after 3 offers") == 3
    record_walkover(challenge=fixture, winner=players["Ana"], by=players["Ana"].user)
    assert table(boxes, 1)[0] == ("Ana", 4.0)


def test_the_clock_begins_the_next_boxes_the_day_after_the_last_day(boxes, players, organiser, time_machine):
    Ladder.objects.update(cycle_end="clock", cycle_weeks=5)
    for winner, loser in (("Ana", "Ben"), ("Ben", "Cy"), ("Cy", "Di"), ("Eve", "Flo")):
        play_box(boxes, players, winner, loser)
    time_machine.move_to(timezone.now() + timedelta(30), tick=False)
    assert end_due_cycles() == 0  # the last day is not over
    time_machine.move_to(timezone.now() + timedelta(1), tick=False)
    assert (end_due_cycles(), end_due_cycles()) == (1, 0)
    boxes.refresh_from_db()
    follower = Season.objects.get(opens_from=boxes)
    today = timezone.localdate()
    assert (boxes.ends_on, follower.starts_on, follower.ends_on) == (
        today - timedelta(1),
        today,
        today + timedelta(34),
    )
    assert follower.name == f"{today:%B %Y}"
    # On paper, by B2: Ben 1 and 5, Ana 5, Cy 1 and 5, level with Ben, who beat Cy; Di 1 goes down, Eve 5 up.
    names = [[str(place.player) for place in box.places] for box in load_boxes(follower)]
    assert names == [["Ben", "Cy", "Ana", "Eve"], ["Di", "Flo", "Gus", "Hal"]]


def test_the_clock_waits_for_pending_results_and_tells_the_organisers_once(boxes, players, time_machine):
    boss = make_member("Boss")
    User.objects.filter(pk=boss.user.pk).update(is_staff=True)
    Ladder.objects.update(cycle_end="clock")
    results = [ParticipantResult(players["Ana"], 1.0), ParticipantResult(players["Ben"], 0.0)]
    match = enter_match(season=boxes, participants=results, by=None, kind="rated", pending=True)
    time_machine.move_to(timezone.now() + timedelta(31), tick=False)
    assert (end_due_cycles(), end_due_cycles()) == (0, 0)
    assert Notice.objects.get(player=boss).text == (
        "The boxes of All time are over, and the site can’t begin the next ones yet: 1 result is pending. Confirm or "
        "void what is pending first."
    )
    change_match(MatchVoiding(match), match.revision)
    assert end_due_cycles() == 1


def test_an_organiser_is_told_that_the_boxes_are_over(boxes, time_machine):
    boss = make_member("Boss")
    User.objects.filter(pk=boss.user.pk).update(is_staff=True)
    time_machine.move_to(timezone.now() + timedelta(31), tick=False)
    assert (end_due_cycles(), end_due_cycles()) == (0, 0)
    notice = Notice.objects.get(player=boss)
    assert (notice.text, notice.url) == (
        "The boxes of All time are over. Begin the next ones.",
        "/club/all-time/boxes/next",
    )
    assert not Season.objects.filter(opens_from=boxes).exists()


def test_the_preview_of_a_merge_says_who_would_stand_elsewhere_and_so_does_that_of_its_undo(boxes, players):
    """On paper, by B2: Cy 5, Di 1, Ana and Ben 0. Gus played Ana, who is in another box; as Ben he has played in it.

    Then Ben and Cy have 5 and one win each, Ana and Di 1, all level in games, so the starting order decides.
    """
    play_box(boxes, players, "Cy", "Di")
    play_box(boxes, players, "Gus", "Ana")
    preview, _ = preview_change(PlayerMerge(players["Gus"], players["Ben"]))
    [(season, said)] = preview["moved_boxes"]
    assert (season, said) == (
        boxes,
        [
            "Box 1: Ben would be 1st instead of 4th.",
            "Box 1: Cy would be 2nd instead of 1st.",
            "Box 1: Di would be 4th instead of 2nd.",
            "Box 2: Hal would be 3rd instead of 4th.",
            "Box 2: Gus would not be there.",
        ],
    )
    merge_players(player=players["Gus"], into=players["Ben"], stays=players["Ben"].user)
    assert table(boxes, 1) == [("Ben", 5.0), ("Cy", 5.0), ("Ana", 1.0), ("Di", 1.0)]
    preview, _ = preview_change(MergeUndo(Player.objects.select_related("merged_into").get(name="Gus")))
    [(season, said)] = preview["moved_boxes"]
    assert said[-1] == "Box 2: Hal would be 4th instead of 3rd."
    assert "Box 2: Gus would be 3rd, and was not there." in said


def test_the_preview_of_a_correction_looks_at_the_boxes_of_its_own_season_only(boxes, players, organiser):
    match = play_box(boxes, players, "Ana", "Ben")
    new = [NewBox(one.box.level, "", list(one.players)) for one in load_boxes(boxes)]
    end_cycle(season=boxes, boxes=new, name="Next", ends_on=boxes.ends_on + timedelta(60), by=organiser)
    reopen_season(Season.objects.get(pk=boxes.pk))
    match = Match.objects.select_related("season__ladder").get(pk=match.pk)
    turned = [ParticipantResult(players["Ben"], 1.0), ParticipantResult(players["Ana"], 0.0)]
    preview, _ = preview_change(MatchCorrection(match, participants=turned))
    assert [season.name for season, _ in preview["moved_boxes"]] == ["All time"]


def test_the_preview_of_an_erasure_says_how_many_matches_are_not_played(boxes, players):
    play_box(boxes, players, "Ana", "Ben")
    preview, _ = preview_change(PlayerErasure(players["Ana"]))
    assert preview["unplayed_in_boxes"] == ["2 matches in Box 1 of All time are not played any more."]


def test_each_way_to_withdraw_says_what_it_does(boxes, players, organiser):
    """By B2: Ana 5; Ben 1 and 5; Cy 1. By forfeit Di, whom Ana has still to play, has 5 as Cy has 5 and 1."""
    play_box(boxes, players, "Ana", "Ben")
    play_box(boxes, players, "Ben", "Cy")
    browser, url = signed_in(organiser), "/club/all-time/boxes/withdraw"
    page = browser.get(url, {"player": players["Ana"].pk})
    moves = ["Box 1: Cy would be 2nd instead of 3rd.", "Box 1: Di would be 3rd instead of 4th."]
    last = "Box 1: Ana would be 4th instead of 2nd."
    assert {value: said for value, _, said in page.context["ways"]} == {
        "stand": ["2 matches in Box 1 of All time are not played any more.", *moves, last],
        "struck": ["2 matches in Box 1 of All time are not played any more.", *moves, last],
        "forfeit": ["Cy and Di win their matches by forfeit.", *moves, last],
    }
    assert "Withdraw</button>" in page.text
    assert browser.post(url, {"player": players["Ana"].pk}).status_code == 422
    assert browser.post(url, {"player": players["Ana"].pk, "how": "forfeit"}).status_code == 303
    assert table(boxes, 1) == [("Ben", 6.0), ("Cy", 6.0), ("Di", 5.0), ("Ana", 5.0)]
    page = browser.get(url, {"player": players["Ana"].pk})
    assert (page.context["ways"], "Let them play on" in page.text) == ([], True)
    assert browser.get(url, {"player": "x" * 40}).status_code == 404
    assert browser.get(url, {"player": make_member("Zoe").pk}).status_code == 404
