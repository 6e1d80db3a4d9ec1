"""No question of a night makes PostgreSQL visit more rows as the ladder grows."""

import random
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from ladder.models import Board, Court, Fixture, Match, Night
from ladder.nights import actions
from ladder.nights.actions import NewCourt
from ladder.nights.queries.proposals import propose_night_games
from ladder.nights.queries.stored_night import load_stored_night
from ladder.scene import Scene
from players.models import Player
from tests.factories import make_ladder, season_of, signed_in
from tests.ladder.access.test_planner import Questions, fill

pytestmark = [pytest.mark.django_db, pytest.mark.strict]
PEOPLE, COURTS, GAMES = 40, 8, 60
URL = "/club/tonight"


@pytest.fixture
def night():
    """A ladder of many matches with a night that is over and one that runs, in which 60 games have a result."""
    season = season_of(make_ladder("elo", nights="recorders", fewest_a_side=2, most_a_side=2))
    Board.objects.update(options={"takes": "both"})
    fill(season, lengths=())
    scene = Scene(season, User.objects.create_user("desk", is_staff=True))
    people = list(Player.objects.filter(merged_into=None).order_by("pk")[:PEOPLE])
    people[0].user = User.objects.create_user("member")
    people[0].save()
    play_night(scene, people, 2)
    actions.close_night(night=Night.objects.get(), scene=scene)
    return play_night(scene, people, GAMES)


def play_night(scene, people, games):
    """Let a night begin to which these come, and enter the results of so many games."""
    courts = [NewCourt(f"Court {number}", 4 if number % 4 else 2) for number in range(COURTS)]
    night = actions.begin_night(scene=scene, ends_at=timezone.now() + timedelta(hours=3), courts=courts)
    for player in people:
        actions.come_to_night(night=night, scene=scene, player=player)
    luck = random.Random(1)
    for _ in range(games):
        fill_courts(night, scene)
        game = luck.choice(list(Fixture.objects.filter(court__night=night, match=None).select_related("court__night")))
        game.court.night.season = night.season
        actions.enter_game_result(fixture=game, scene=scene, winner=luck.choice((1, 2)))
    return night


def fill_courts(night, scene):
    """Let the proposals of all free courts begin."""
    stored = load_stored_night(night)
    for court, one in propose_night_games(stored, stored.build_history(timezone.now()), None).items():
        place = Court.objects.select_related("night__season__ladder").get(pk=court)
        actions.begin_night_game(court=place, scene=scene, sides=[side.players for side in one.sides], why=one.why)


def list_acts(night):
    """Return what each button of the board sends."""
    game, match = Fixture.objects.filter(match=None).first(), Match.objects.latest("pk")
    (free,) = night.courts.exclude(fixtures__match=None)
    stored = load_stored_night(night)
    proposal = propose_night_games(stored, stored.build_history(timezone.now()), None)[free.pk]
    someone = proposal.sides[0].players[0].pk
    return {
        "come": {"name": "Player 300"},
        "rest": {"player": someone},
        "leave": {"player": someone},
        "play": {"court": free.pk, **{f"side_{side.number}": side.keys for side in proposal.sides}},
        "won": {"game": game.pk, "won": 1},
        "off": {"game": game.pk},
        "undo": {"match": match.pk, "revision": match.revision},
        "end": {},
    }


def test_no_question_of_a_night_visits_many_rows(night):
    questions, over = Questions(), Night.objects.exclude(pk=night.pk).get()
    pages = (URL, f"{URL}/screen", f"{URL}/form", f"{URL}/courts/{Court.objects.first().pk}", over.get_absolute_url())
    readers = [Client(), *(signed_in(User.objects.get(username=name)) for name in ("member", "desk"))]
    acts = list_acts(night)
    with connection.execute_wrapper(questions.explain):
        for url in pages:
            for reader in readers:
                questions.where = url
                assert reader.get(url).status_code < 500
        for act, sent in acts.items():
            with transaction.atomic():
                questions.where = act
                assert readers[-1].post(f"{URL}/{act}", sent, headers={"HX-Request": "true"}).status_code == 200, act
                transaction.set_rollback(True)
    assert any("nights" in place for place in questions.most)
    assert questions.tell_many() == ""
