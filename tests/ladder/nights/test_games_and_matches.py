"""A game of a night is its match: what is corrected, merged, taken back or reported elsewhere is seen at the night."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.formats import WON, Game, ParticipantResult
from ladder.matches.actions.corrections import correct_match
from ladder.matches.actions.new_match import build_played_match
from ladder.matches.actions.reports import fix_report, report_match, undo_report
from ladder.models import Court, Fixture, Ladder, Match, Night, Season
from ladder.nights import actions
from ladder.nights.actions import NewCourt
from ladder.nights.queries.board import NightBoard
from ladder.nights.queries.result_rules import asks_more_than_winner
from ladder.nights.queries.stored_night import load_stored_night
from ladder.scene import Scene
from ladder.seasons.actions.life_cycle import close_season
from tests.changes import merge_players
from tests.factories import make_ladder, make_member, make_player, play_sides, season_of, signed_in
from tests.ladder.changes.previews import applied

pytestmark = pytest.mark.django_db
NAMES = ("Ana", "Ben", "Cy", "Di")


def begin_evening(*, places=2, way=Night.Way.BOARD, draws=True, **fields):
    """Return a night with two courts, and whoever runs it; Ana, Ben, Cy and Di are there."""
    season = season_of(make_ladder("elo", nights="recorders", fewest_a_side=2, most_a_side=2, **fields))
    season.boards.update(options={"draws": draws, "takes": "teams" if places == 4 else "both"})
    desk = Scene(season, User.objects.create_user("desk", is_staff=True))
    ends_at, courts = timezone.now() + timedelta(hours=3), [NewCourt("One", places), NewCourt("Two", places)]
    night = actions.begin_night(scene=desk, ends_at=ends_at, courts=courts, way=way)
    for name in NAMES:
        actions.come_to_night(night=night, scene=desk, player=make_member(name))
    return night, desk


def begin(night, desk, *sides, court="One"):
    place = Court.objects.select_related("night__season__ladder").get(night=night, name=court)
    players = [[make_player(name) for name in side] for side in sides]
    return actions.begin_night_game(court=place, scene=desk, sides=players)


def look(night, desk):
    return NightBoard(load_stored_night(Night.objects.select_related("season__ladder").get(pk=night.pk)), desk)


def list_results(night, desk):
    return [one.text for one in look(night, desk).results]


def report(desk, winner, loser):
    seats = [ParticipantResult(make_player(winner), WON), ParticipantResult(make_player(loser), 0.0)]
    return report_match(scene=Scene(desk.season, desk.user), entry=build_played_match("rated", seats))


def replace_player(match, old, new, desk):
    """Correct a match: somebody else played instead of a player."""
    match.refresh_from_db()
    seats = [
        ParticipantResult(make_player(new) if str(one.player) == old else one.player, one.score, side=one.side)
        for one in match.participants.select_related("player")
    ]
    correct_match(match=match, by=desk.user, reason="Wrong name.", revision=match.revision, participants=seats)


def test_whoever_played_by_a_correction_is_seen_at_the_night():
    night, desk = begin_evening()
    game = begin(night, desk, ["Ana"], ["Ben"])
    match = actions.enter_game_result(fixture=game, scene=desk, winner=1)
    replace_player(match, "Ben", "Eve", desk)  # who had not ticked in
    assert list_results(night, desk) == ["Ana beat Eve"]
    replace_player(match, "Ana", "Cy", desk)
    assert list_results(night, desk) == ["Cy beat Eve"]
    keys = tuple((make_player(name).pk,) for name in ("Cy", "Eve"))
    assert look(night, desk).history.games[0].sides == keys
    with pytest.raises(ValidationError, match=r"The result is in already: Cy won\."):
        actions.enter_game_result(fixture=game, scene=desk, winner=2)


def test_whoever_entered_a_game_may_fix_who_played():
    night, desk = begin_evening()
    match = actions.enter_game_result(fixture=begin(night, desk, ["Ana"], ["Ben"]), scene=desk, winner=1)
    seats = [ParticipantResult(make_player("Ana"), WON), ParticipantResult(make_player("Cy"), 0.0)]
    fix_report(match=match, by=desk.user, revision=1, entry=build_played_match("rated", seats, match.played_at))
    assert list_results(night, desk) == ["Ana beat Cy"]


def test_of_a_pair_one_may_be_corrected_and_the_points_stay_with_their_side():
    night, desk, match = enter_points(9, 15, draws=False)
    game = Fixture.objects.select_related("court__night__season__ladder").get()
    replace_player(match, "Di", "Eve", desk)
    assert [(str(player), row.points) for row, player in look(night, desk).table] == [
        ("Cy", 15),
        ("Eve", 15),
        ("Ana", 9),
        ("Ben", 9),
        ("Di", 0),
    ]
    with pytest.raises(ValidationError, match=r"The result is in already: Cy and Eve won\."):
        actions.enter_game_result(fixture=game, scene=desk, winner=1, points=(15, 9))


@pytest.mark.parametrize("moment", ["before the result", "after it"])
def test_whoever_is_merged_has_won_as_the_player_they_became(moment):
    night, desk = begin_evening()
    game = begin(night, desk, ["Ana"], ["Ben"])
    merge = {"player": make_player("Ana"), "into": make_player("Cy"), "stays": make_player("Cy").user}
    if moment == "before the result":
        merge_players(**merge)
    actions.enter_game_result(fixture=Fixture.objects.get(pk=game.pk), scene=desk, winner=1)
    if moment == "after it":
        merge_players(**merge)
    assert list_results(night, desk) == ["Cy beat Ben"]
    assert look(night, desk).history.games[0].winners == (make_player("Cy").pk,)


def test_a_game_whose_result_was_taken_back_ended_when_it_did():
    night, desk = begin_evening()
    game = begin(night, desk, ["Ana"], ["Ben"])
    match = actions.enter_game_result(fixture=game, scene=desk, winner=1)
    begin(night, desk, ["Cy"], ["Di"])
    undo_report(match=match, by=desk.user, revision=1)
    with time_machine.travel(timezone.now() + timedelta(minutes=9)):
        board = look(night, desk)
        assert [(str(one.player), one.minutes) for one in board.waiting] == [("Ana", 9), ("Ben", 9)]


def test_a_match_that_is_reported_elsewhere_is_the_game_on_the_court():
    night, desk = begin_evening()
    game = begin(night, desk, ["Ana"], ["Ben"])
    begin(night, desk, ["Cy"], ["Di"], court="Two")
    version = Night.objects.get().version
    match = report(desk, "Ben", "Ana")
    assert Fixture.objects.get(pk=game.pk).match == match
    assert Night.objects.get().version > version
    assert actions.enter_game_result(fixture=game, scene=desk, winner=2) == match
    with pytest.raises(ValidationError, match=r"The result is in already: Ben won\."):
        actions.enter_game_result(fixture=game, scene=desk, winner=1)
    assert Match.objects.count() == 1
    assert [game.names for game in (one.game for one in look(night, desk).courts) if game] == ["Cy v Di"]


def test_of_two_games_whose_results_were_taken_back_the_later_one_gets_the_report():
    night, desk = begin_evening()
    games = []
    for court in ("One", "Two"):
        games.append(begin(night, desk, ["Ana"], ["Ben"], court=court))
        actions.enter_game_result(fixture=games[-1], scene=desk, winner=1)
    for one in Match.objects.all():
        undo_report(match=one, by=desk.user, revision=1)
    match = report(desk, "Ben", "Ana")
    assert [Fixture.objects.get(pk=game.pk).match == match for game in games] == [False, True]


def test_a_match_that_was_played_before_the_game_is_another_one():
    night, desk = begin_evening()
    game = begin(night, desk, ["Ana"], ["Ben"])
    seats = [ParticipantResult(make_player("Ana"), WON), ParticipantResult(make_player("Ben"), 0.0)]
    entry = build_played_match("rated", seats, timezone.localtime() - timedelta(hours=1))
    report_match(scene=Scene(desk.season, desk.user), entry=entry)
    assert Fixture.objects.get(pk=game.pk).match is None


def test_level_points_are_in_the_table_also_where_ratings_have_no_draws():
    night, desk, match = enter_points(12, 12, draws=False)
    game = Fixture.objects.select_related("court__night__season__ladder").get()
    assert [(str(player), row.points) for row, player in look(night, desk).table] == [(name, 12) for name in NAMES]
    assert match.kind == "unrated"
    assert match.revisions.get().reason == (
        "Level on points, which the ratings of this season don’t know: kept as unrated."
    )
    assert actions.enter_game_result(fixture=game, scene=desk, winner=0, points=(12, 12)) == match


def test_games_from_before_points_were_counted_bring_none():
    night, desk = begin_evening(places=4)
    game = begin(night, desk, ["Ana", "Ben"], ["Cy", "Di"])
    actions.enter_game_result(fixture=game, scene=desk, winner=1)
    assert look(night, desk).history.games[0].points == (1, 0)
    Night.objects.update(way=Night.Way.MEXICANO)
    assert [(row.points, row.games) for row, _ in look(night, desk).table] == [(0, 0)] * 4


@pytest.mark.parametrize("draws", [True, False])
def test_a_draw_is_a_button_where_ratings_have_draws(client, draws):
    night, desk = begin_evening(draws=draws)
    game = begin(night, desk, ["Ana"], ["Ben"])
    client.force_login(desk.user)
    assert ("A draw" in client.get("/club/tonight").text) is draws
    answer = client.post("/club/tonight/won", {"game": game.pk, "won": 0}, HTTP_HX_REQUEST="true")
    said = "Ana drew with Ben" if draws else "Elo has no draws."
    assert (answer.status_code, said in answer.text) == (200 if draws else 422, True)


def test_where_scores_are_required_points_are_entered_on_the_court(client):
    night, desk = begin_evening(places=4, way=Night.Way.AMERICANO, scores="required")
    game = begin(night, desk, ["Ana", "Ben"], ["Cy", "Di"])
    client.force_login(desk.user)
    assert f'id="points-{game.pk}-1"' in client.get("/club/tonight").text


def test_a_tap_is_enough_where_one_board_that_counts_the_match_asks_for_nothing_more():
    """A board that counts no such matches may ask for what it likes, and one that takes a tap is enough."""
    for boards, may_tap in ((("elo", "match-length-elo"), True), (("tournament-points", "match-length-elo"), False)):
        season = season_of(make_ladder(*boards, slug=boards[0]))
        assert asks_more_than_winner(season, "rated") is not may_tap


def test_a_game_keeps_its_end_where_its_result_is_entered_again_after_others_have_begun():
    night, desk = begin_evening()
    game = begin(night, desk, ["Ana"], ["Ben"])
    match = actions.enter_game_result(fixture=game, scene=desk, winner=1)
    begin(night, desk, ["Cy"], ["Di"])
    undo_report(match=match, by=desk.user, revision=1)
    with time_machine.travel(timezone.now() + timedelta(minutes=9)):
        again = actions.enter_game_result(fixture=game, scene=desk, winner=2)
        assert again.played_at == match.played_at
        assert [(str(one.player), one.minutes) for one in look(night, desk).waiting] == [("Ben", 9), ("Ana", 9)]


def test_a_result_that_was_tapped_too_soon_ends_the_game_when_it_is_entered_again():
    night, desk = begin_evening()
    game = begin(night, desk, ["Ana"], ["Ben"])
    match = actions.enter_game_result(fixture=game, scene=desk, winner=1)
    undo_report(match=match, by=desk.user, revision=1)
    with time_machine.travel(timezone.now() + timedelta(minutes=9)):
        again = actions.enter_game_result(fixture=game, scene=desk, winner=2)
        assert again.played_at - match.played_at >= timedelta(minutes=9)


def test_a_game_of_the_last_day_of_a_season_is_of_that_day_and_none_begins_after_it():
    with time_machine.travel(datetime(2026, 3, 6, 23, 30, tzinfo=UTC)) as traveller:
        night, desk = begin_evening()
        Season.objects.update(ends_on=date(2026, 3, 6))
        game = begin(night, desk, ["Ana"], ["Ben"])
        traveller.shift(timedelta(minutes=45))
        match = actions.enter_game_result(fixture=game, scene=desk, winner=1)
        assert timezone.localtime(match.played_at) == datetime(2026, 3, 6, 23, 59, 59, tzinfo=UTC)
        with pytest.raises(
            ValidationError, match=r"All time ended on 6 March 2026\. This match was played after that\."
        ):
            begin(night, desk, ["Cy"], ["Di"])


def test_a_night_ends_with_its_season():
    night, desk = begin_evening()
    begin(night, desk, ["Ana"], ["Ben"])
    close_season(night.season, by=desk.user)
    night.refresh_from_db()
    assert night.closed_at
    assert not night.visits.filter(left_at=None).exists()
    assert not Fixture.objects.filter(status="accepted").exists()


def test_two_opponents_who_were_merged_have_no_result():
    night, desk = begin_evening()
    game = begin(night, desk, ["Ana"], ["Ben"])
    merge_players(player=make_player("Ana"), into=make_player("Ben"), stays=make_player("Ben").user)
    with pytest.raises(
        ValidationError, match=r"Ben is on both sides, since two players were merged\. Choose “No result”\."
    ):
        actions.enter_game_result(fixture=Fixture.objects.get(pk=game.pk), scene=desk, winner=1)


def test_players_with_the_longest_names_play_and_are_backed_up(client):
    night, desk = begin_evening(places=4)
    players = [make_player(f"{name} {'Abcdefghi ' * 7}".strip()) for name in NAMES]
    for name, player in zip(NAMES, players, strict=True):
        actions.leave_night(night=night, scene=desk, player=make_player(name))
        actions.come_to_night(night=night, scene=desk, player=player)
    client.force_login(desk.user)
    names = [player.name for player in players]
    play_sides(night.season, names[:2], names[2:])
    first, second = (".".join(str(one.pk) for one in side) for side in (players[:2], players[2:]))
    court = Court.objects.get(name="One")
    answer = client.post(
        "/club/tonight/play", {"court": court.pk, "side_1": first, "side_2": second}, HTTP_HX_REQUEST="true"
    )
    game = Fixture.objects.get()
    assert (answer.status_code, len(game.note) > 200) == (200, True)
    Fixture._meta.get_field("note").clean(game.note, game)  # as a backup reads it


PADEL = {"scores": "allowed", "score_rule": "best of 3 sets to 6, 2 clear, at most 7"}


def enter_points(*points, draws=True, **fields):
    """Return a night on whose only game Ana and Ben got as many of these points as are said, and its match."""
    night, desk = begin_evening(places=4, way=Night.Way.AMERICANO, draws=draws, **fields)
    game = begin(night, desk, ["Ana", "Ben"], ["Cy", "Di"])
    winner = 0 if points[0] == points[1] else 1 if points[0] > points[1] else 2
    return night, desk, actions.enter_game_result(fixture=game, scene=desk, winner=winner, points=points)


def list_points(night, desk):
    return {str(player): row.points for row, player in look(night, desk).table if row.games}


def send(desk, match, page, **values):
    """Send a page about a match as it is shown, with these values instead; a correction as its preview has it."""
    client, url = signed_in(desk.user), f"/matches/{match.pk}/{page}"
    shown = {field.html_name: field.value() for field in client.get(url).context["form"]}
    sent = {name: value for name, value in shown.items() if value is not None}
    sent |= {"revision": match.revision, "reason": "Typed wrong."} | values
    answer = applied(client, url, sent) if page == "correct" else client.post(url, sent)
    match.refresh_from_db()
    return answer


RULES = pytest.mark.parametrize("rules", [{"scores": "none"}, PADEL, PADEL | {"scores": "required"}], ids=str)


@RULES
@pytest.mark.parametrize("page", ["fix", "correct"])
def test_points_are_put_right_whatever_scores_the_ladder_takes(page, rules):
    night, desk, match = enter_points(15, 9, **rules)
    assert 'value="15-9"' in signed_in(desk.user).get(f"/matches/{match.pk}/{page}").text
    assert send(desk, match, page, score="9-15", winner="second").status_code == 303
    assert (match.games, list_points(night, desk)) == ("9-15", {"Cy": 15, "Di": 15, "Ana": 9, "Ben": 9})


@RULES
@pytest.mark.parametrize("page", ["fix", "correct"])
def test_points_stay_where_only_who_played_is_put_right(page, rules):
    night, desk, match = enter_points(9, 15, **rules)
    ana, ben, cy, eve = (make_player(name).pk for name in ("Ana", "Ben", "Cy", "Eve"))
    players = {"tapped_1": [ana, ben], "tapped_2": [cy, eve]} if page == "fix" else {"player_3_tapped": eve}
    assert send(desk, match, page, **players).status_code == 303
    assert (match.games, list_points(night, desk)) == ("9-15", {"Cy": 15, "Eve": 15, "Ana": 9, "Ben": 9})


@pytest.mark.parametrize("page", ["fix", "correct"])
def test_points_are_those_of_one_game(page):
    _, desk, match = enter_points(15, 9)
    answer = send(desk, match, page, score="6-4 6-3")
    assert (answer.status_code, match.games) == (422, "15-9")
    assert "A match is one score here, such as 6–4." in answer.text


@pytest.mark.parametrize("page", ["fix", "correct"])
def test_level_points_without_draws_are_put_right_as_unrated(page):
    night, desk, match = enter_points(12, 12, draws=False, **PADEL)
    assert send(desk, match, page, score="13-11", winner="first").status_code == 303
    refused = send(desk, match, page, score="12-12", winner="", kind="team")
    assert (refused.status_code, match.games) == (422, "13-11")
    assert send(desk, match, page, score="12-12", winner="", kind="unrated").status_code == 303
    assert list_points(night, desk) == dict.fromkeys(NAMES, 12)


def test_a_score_stays_where_its_ladder_has_scores_no_more():
    _, desk = begin_evening(**PADEL)
    seats = [ParticipantResult(make_player("Ana"), WON), ParticipantResult(make_player("Ben"), 0.0)]
    entry = build_played_match("rated", seats, games=[Game(6, 4), Game(6, 3)])
    match = report_match(scene=Scene(desk.season, desk.user), entry=entry)
    Ladder.objects.update(scores="none")
    assert send(desk, match, "fix", second_tapped=make_player("Cy").pk).status_code == 303
    assert match.games == "6-4 6-3"


def test_a_player_disputes_the_points():
    _, desk, match = enter_points(15, 9, **PADEL)
    cy = Scene(desk.season, make_player("Cy").user)
    assert send(cy, match, "dispute", score="14-10").status_code == 303
    assert 'value="14-10"' in signed_in(desk.user).get(f"/matches/{match.pk}/correct").text


def test_what_is_typed_into_a_fix_is_checked_as_points_at_once():
    night, desk = begin_evening(way=Night.Way.AMERICANO, **PADEL)
    game = begin(night, desk, ["Ana"], ["Ben"])
    match = actions.enter_game_result(fixture=game, scene=desk, winner=1, points=(15, 9))
    typed = {"for": "others", "first_tapped": make_player("Ana").pk, "second_tapped": make_player("Ben").pk}
    asked = typed | {"score": "14-10", "fixes": match.pk}
    live = signed_in(desk.user).get("/club/all-time/report/stake", asked, HTTP_HX_REQUEST="true").text
    assert "Ana won, 14–10" in live
