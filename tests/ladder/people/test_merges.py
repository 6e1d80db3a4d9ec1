"""Merging two players: the fold takes them for one, and undoing it leaves no trace."""

import random
from copy import deepcopy
from datetime import date, timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ladder import ledger
from ladder.changes.base import find_versions
from ladder.exports.queries import describe_exported_season, load_records
from ladder.files.match_file import read_match_file
from ladder.imports.actions import import_matches
from ladder.ledger.ladder_lock import StaleChange
from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.actions.corrections import correct_match, restore_match, void_match
from ladder.models import Ladder, Match, Opening, Participant, Standing
from ladder.people.actions.merges import MergeUndo, PlayedEachOther, PlayerMerge
from ladder.seasons.actions.life_cycle import close_season, open_next_season, reopen_season
from players.models import Player
from players.people.actions import store_player_name
from tests import IS_DRILL
from tests.changes import merge_players, undo_merge
from tests.factories import make_ladder, make_player, make_twins, play, season_of

pytestmark = pytest.mark.django_db

DAY = date(2026, 1, 5)
BOARDS = ("match-length-elo", "points-exchange", "nardgammon-elo", "chips-daily")


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(lambda: make_twins(DAY))


@pytest.fixture
def season(stored):
    return deepcopy(stored)


def table(season):
    """Everything that the standings of the season say."""
    rows = Standing.objects.filter(board__season=season).order_by("board", "player")
    return list(rows.values_list("board", "player__name", "points", "experience", "memory", "played", "last_match"))


def test_two_players_become_one_with_both_histories(season):
    """P-4, P-5: between equals 10 points move, then the favourite by 20 wins 9."""
    merge_players(player=make_player("Ada B."), into=make_player("Ada"))

    rows = Standing.objects.filter(board__season=season).order_by("player__name")
    assert [(row.player.name, row.points, row.played, row.won) for row in rows] == [
        ("Ada", 1019, 2, 2),
        ("Bo", 981, 2, 0),
    ]
    assert ledger.verify(season.ladder) == []


def test_participants_stay_who_they_were(season):
    before = list(Participant.objects.order_by("pk").values())
    merge_players(player=make_player("Ada B."), into=make_player("Ada"))
    assert list(Participant.objects.order_by("pk").values()) == before


def test_merging_equals_entering_under_one_name_from_the_start(season):
    twin = season_of(make_ladder("points-exchange", slug="twin"))
    play(twin, "Ada", "Bo", on=DAY)
    play(twin, "Ada", "Bo", on=DAY + timedelta(1))
    merge_players(player=make_player("Ada B."), into=make_player("Ada"))

    assert ledger.fingerprint(season.ladder) == ledger.fingerprint(twin.ladder)
    assert [row[1:-1] for row in table(season)] == [row[1:-1] for row in table(twin)]


def test_undoing_brings_back_the_identical_fingerprint_and_standings(season):
    before = ledger.fingerprint(season.ladder), table(season)
    merge_players(player=make_player("Ada B."), into=make_player("Ada"))
    assert (ledger.fingerprint(season.ladder), table(season)) != before

    undo_merge(player=Player.objects.get(name="Ada B."))

    assert (ledger.fingerprint(season.ladder), table(season)) == before
    assert ledger.verify(season.ladder) == []


def test_what_is_planned_is_what_is_applied_and_planning_writes_nothing(season):
    before = table(season)
    player, into = make_player("Ada B."), make_player("Ada")
    (plan,) = PlayerMerge(player, into).plan()
    assert table(season) == before

    merge_players(player=player, into=into)

    (board,) = plan.boards
    assert board.left == [player.pk]
    for one, state in board.table.items():
        standing = Standing.objects.get(board=board.board, player=one)
        assert (standing.rating, standing.counts, standing.last_match_id) == (state.rating, state.counts, state.match)


def test_the_merged_name_finds_the_player_it_was_merged_into(season):
    merge_players(player=make_player("Ada B."), into=make_player("Ada"))
    match = play(season, "ada b.", "Cy", on=DAY + timedelta(2))
    assert [side.player.name for side in load_played_match(match).participants] == ["Ada", "Cy"]
    assert not Standing.objects.filter(player__name="Ada B.").exists()
    assert ledger.verify(season.ladder) == []


def test_a_correction_leaves_the_name_a_match_was_entered_under(season):
    player = make_player("Ada B.")
    merge_players(player=player, into=make_player("Ada"))
    match = Match.objects.get(participants__player=player)

    correct_match(match=match, by=None, reason="The other won", revision=1, participants=swapped(match))

    assert list(Participant.objects.filter(match=match, score=0).values_list("player", flat=True)) == [player.pk]
    assert ledger.verify(season.ladder) == []
    undo_merge(player=player)
    assert ledger.verify(season.ladder) == []
    assert Standing.objects.get(player=player).lost == 1


def swapped(match):
    first, second = load_played_match(match).participants
    return [first._replace(player=second.player), second._replace(player=first.player)]


def test_two_who_played_each_other_are_not_merged_until_that_match_is_void(season):
    match = play(season, "Ada", "Ada B.", on=DAY + timedelta(3))
    player, into = make_player("Ada B."), make_player("Ada")
    with pytest.raises(PlayedEachOther) as refused:
        merge_players(player=player, into=into)
    assert refused.value.messages == [f"Ada B. and Ada played each other in match {match.pk}. Void it first."]
    assert refused.value.match == match

    void_match(match=match, by=None, reason="One person", revision=1)
    merge_players(player=player, into=into)
    assert ledger.verify(season.ladder) == []


def test_a_void_match_between_the_two_can_not_be_restored(season):
    match = play(season, "Ada", "Ada B.", on=DAY + timedelta(3))
    void_match(match=match, by=None, reason="One person", revision=1)
    merge_players(player=make_player("Ada B."), into=make_player("Ada"))
    before = table(season)

    with pytest.raises(ValidationError) as refused:
        restore_match(match=match, by=None, reason="Two after all", revision=2)

    assert refused.value.messages == ["Two players of this match were merged. Undo the merge first."]
    assert table(season) == before


def test_who_can_not_be_merged():
    ada, bo, cy, dee = map(make_player, ["Ada", "Bo", "Cy", "Dee"])
    bo.user, cy.user = User.objects.create_user("bo"), User.objects.create_user("cy")
    bo.save()
    cy.save()
    merge_players(player=cy, into=ada)  # who plays by Cy's account now

    def refusal(player, into):
        with pytest.raises(ValidationError) as refused:
            merge_players(player=player, into=into)
        return refused.value.messages

    assert refusal(ada, ada) == ["That is the same player. Choose someone else."]
    assert refusal(ada, bo) == ["Cy is merged into Ada. Undo that first, then merge both into Bo."]
    assert refusal(bo, ada) == ["Choose which account stays."]
    assert refusal(cy, dee) == refusal(dee, cy) == ["Cy is already merged into Ada. Undo that first."]
    with pytest.raises(ValidationError, match=r"Dee isn't merged into anybody\."):
        undo_merge(player=dee)


def test_a_closed_season_must_be_reopened_first(season):
    close_season(season, on=DAY + timedelta(10))
    with pytest.raises(ValidationError, match=r"All time is closed\. Reopen it first\."):
        merge_players(player=make_player("Ada B."), into=make_player("Ada"))


def test_a_merge_that_was_shown_before_something_changed_is_refused(season):
    player, into = make_player("Ada B."), make_player("Ada")
    shown = find_versions(PlayerMerge(player, into).plan())
    play(season, "Bo", "Cy", on=DAY + timedelta(4))
    with pytest.raises(StaleChange):
        merge_players(player=player, into=into, versions=shown)
    merge_players(player=player, into=into, versions=find_versions(PlayerMerge(player, into).plan()))
    shown = find_versions(MergeUndo(Player.objects.get(pk=player.pk)).plan())
    play(season, "Bo", "Cy", on=DAY + timedelta(5))
    with pytest.raises(StaleChange):
        undo_merge(player=player, versions=shown)


def test_an_account_that_is_linked_at_the_same_moment_waits_for_the_merge(season):
    with CaptureQueriesContext(connection) as asked:
        merge_players(player=make_player("Ada B."), into=make_player("Ada"))
    held = [one for one in asked if 'FOR NO KEY UPDATE OF "players_player"' in one["sql"]]
    assert len(held) == connection.features.has_select_for_update  # SQLite holds the whole database


def test_every_ladder_is_settled_and_its_version_grows_by_one(season):
    other = season_of(make_ladder("points-exchange", slug="other"))
    play(other, "Cy", "Ada B.", on=DAY)
    elsewhere = make_ladder("points-exchange", slug="elsewhere")
    before = dict(Ladder.objects.values_list("slug", "version"))

    merge_players(player=make_player("Ada B."), into=make_player("Ada"))

    after = dict(Ladder.objects.values_list("slug", "version"))
    assert {slug: after[slug] - before[slug] for slug in after} == {"club": 1, "other": 1, "elsewhere": 0}
    assert [ledger.verify(one) for one in (season.ladder, other.ladder, elsewhere)] == [[], [], []]


@pytest.mark.parametrize("rule", ["carry", "shrink", "fresh"])
def test_the_seasons_after_open_from_the_merged_table(season, rule):
    ladder = season.ladder
    close_season(season, on=DAY + timedelta(10))
    follower = open_next_season(season, slug="next", name="Next", rule=rule)
    play(follower, "Bo", "Ada B.", on=DAY + timedelta(12))
    reopen_season(season)
    before = ledger.fingerprint(ladder), table(season), table(follower)

    merge_players(player=make_player("Ada B."), into=make_player("Ada"))
    assert ledger.verify(ladder) == []
    assert not Opening.objects.filter(player__name="Ada B.").exists()
    undo_merge(player=Player.objects.get(name="Ada B."))

    assert (ledger.fingerprint(ladder), table(season), table(follower)) == before
    assert ledger.verify(ladder) == []


@pytest.mark.parametrize(("own", "points"), [(False, 1900), (True, 1700)])
def test_an_opening_of_the_merged_player_counts_unless_the_other_has_one(season, own, points):
    board = season.boards.get()
    Opening(board=board, player=make_player("Ada B."), points=1900).save()
    if own:
        Opening(board=board, player=make_player("Ada"), points=1700).save()
    before = table(season)

    merge_players(player=make_player("Ada B."), into=make_player("Ada"))

    first = Match.objects.filter(season=season).first().participants.get(seat=0).changes.get()
    assert first.before_points == points
    assert ledger.verify(season.ladder) == []
    undo_merge(player=Player.objects.get(name="Ada B."))
    assert (table(season), ledger.verify(season.ladder)) == (before, [])


@pytest.mark.parametrize("seed", range(6 if IS_DRILL else 1))
def test_any_history_with_merges_equals_one_replay(seed):
    """History, merge, more history of every kind, undo: what is stored is what a replay gives, all the time."""
    pick = random.Random(seed)
    ladder = make_ladder(*BOARDS)
    season = season_of(ladder)
    names = ["Ada", "Bo", "Cy", "Dee", "Ada B."]

    def go_on(times, apart):
        for _ in range(times):
            one, other = pick.sample(apart, 2)
            verb, day = pick.choice("rrrcv"), DAY + timedelta(pick.randrange(90))
            stored = list(Match.objects.filter(season=season).order_by("pk"))
            if verb == "r" or not stored:
                play(season, one, other, pick.randint(1, 25), on=day)
                continue
            match = pick.choice(stored)
            common = {"match": match, "by": None, "reason": "a test", "revision": match.revision}
            if match.is_void:
                restore_match(**common)
            elif verb == "c":
                correct_match(facts={"length": pick.randint(1, 25)}, participants=swapped(match), **common)
            else:
                void_match(**common)

    go_on(8, names[:4])
    go_on(4, names[1:])
    merge_players(player=make_player("Ada B."), into=make_player("Ada"))
    assert ledger.verify(ladder) == []
    go_on(10, names[1:])
    go_on(4, names[:4])
    assert ledger.verify(ladder) == []
    before = ledger.fingerprint(ladder), table(season)
    player = Player.objects.get(name="Ada B.")
    undo_merge(player=player)
    assert ledger.verify(ladder) == []
    merge_players(player=player, into=make_player("Ada"))
    assert (ledger.fingerprint(ladder), table(season)) == before


def test_an_import_finds_whom_a_name_belongs_to_and_refuses_a_match_against_oneself(season):
    merge_players(player=make_player("Ada B."), into=make_player("Ada"))
    store_player_name(player=make_player("Bo"), name="Bo Ek")

    def entered(text):
        sheet = read_match_file(f"date,winner,loser,length\n{text}", timezone.get_default_timezone())
        return import_matches(season=season, records=sheet.records)

    assert entered("2026-01-20,ada b.,BO,5").added == 1
    assert [row.players for row in load_records(season)][-1] == ("Ada", "Bo Ek")
    refused = entered("2026-01-21,Ada,Ada B.,5\n2026-01-21,Bo,Bo Ek,5")
    sentences = ["Two of these names belong to Ada.", "Two of these names belong to Bo Ek."]
    assert [(one.line, one.sentence) for one in refused.problems] == list(zip([2, 3], sentences, strict=True))
    assert ledger.verify(season.ladder) == []


def test_a_void_match_between_the_two_is_exported_as_it_was_entered(season):
    match = play(season, "Ada", "Ada B.", on=DAY + timedelta(3))
    void_match(match=match, by=None, reason="One person", revision=1)
    merge_players(player=make_player("Ada B."), into=make_player("Ada"))
    assert [one.players for one in load_records(season)][-1] == ("Ada", "Ada B.")
    assert [side.player.name for side in load_played_match(match).participants] == ["Ada", "Ada B."]


def test_an_export_has_the_opening_that_counts(season):
    board = season.boards.get()
    for name, points in (("Ada", 1700), ("Ada B.", 1900)):
        Opening(board=board, player=make_player(name), points=points).save()
    merge_players(player=make_player("Ada B."), into=make_player("Ada"))
    (described,) = describe_exported_season(season)["boards"]
    assert [(one["name"], one["points"]) for one in described["openings"]] == [("Ada", 1700)]
