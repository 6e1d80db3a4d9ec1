"""Rounds on the site: who is in, who plays whom and why, the clock, and what organisers change."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.challenges.queries.running import find_fixture_report
from ladder.models import Board, Fixture, Match, Origin, Round, RoundWish
from ladder.rounds.actions import make_due_rounds, make_round, store_round_wish, swap_in_round
from players.models import Notice
from tests.factories import make_ladder, make_member, play, season_of, signed_in

pytestmark = pytest.mark.django_db
DAY = timedelta(1)


@pytest.fixture
def season():
    season = season_of(make_ladder("elo", round_weeks=2))
    for name in ("Ana", "Ben", "Cy", "Di", "Eve"):
        store_round_wish(ladder=season.ladder, player=make_member(name), wanted=1)
    return season


@pytest.fixture
def organiser():
    return User.objects.create_user("organiser", is_staff=True)


def pairs(made):
    return {frozenset(party.player.name for party in one.parties.all()) for one in made.fixtures.all()}


def test_of_five_two_pairs_play_and_the_one_left_over_plays_in_the_next_round(season, time_machine):
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    first = make_round(season=season)
    assert len(pairs(first)) == 2
    [left] = first.left_over.all()
    assert Notice.objects.get(player=left).text == (
        "Round 1: you are left over, since it does not come out even. You play first in the next one."
    )
    assert first.ends_on == timezone.localdate() + 13 * DAY
    time_machine.move_to(now + 13 * DAY, tick=False)
    assert make_due_rounds() == 0
    time_machine.move_to(now + 14 * DAY, tick=False)
    assert (make_due_rounds(), make_due_rounds()) == (1, 0)
    second = Round.objects.get(number=2)
    assert left not in second.left_over.all()
    assert not pairs(first) & pairs(second)  # with five, nobody has to meet again at once


def test_each_pair_says_why(season):
    play(season, "Ana", "Ben", on=timezone.localdate() - 49 * DAY)
    for name in ("Cy", "Di", "Eve"):
        RoundWish.objects.filter(player__name=name).update(wanted=0)
    made = make_round(season=season)
    # K = 32 from level: they are 32 apart, and 1 ÷ (1 + 10 ** −0.08) = 0.546
    assert made.fixtures.get().note == "55%, not met for 7 weeks"


def test_a_round_is_played_reported_and_reminded_as_any_fixture(season):
    made = make_round(season=season)
    fixture = made.fixtures.first()
    assert (fixture.origin, fixture.status) == (Origin.ROUND, "accepted")
    me, other = (side[0] for side in fixture.sides)
    client, url = signed_in(me.user), f"/club/all-time/report?challenge={fixture.pk}"
    key = client.get(url).context["form"]["form_key"].value()
    sent = {"opponent": other.pk, "winner": "me", "kind": "rated", "form_key": key, "challenge": fixture.pk}
    assert client.post(url, sent).status_code == 303
    assert Match.objects.get().fixtures.get() == fixture
    assert "Played" in client.get("/club/rounds").text


def test_whoever_says_so_is_out_in_or_in_twice(season):
    ana = RoundWish.objects.get(player__name="Ana").player
    client = signed_in(ana.user)
    for wanted in ("0", "2"):
        assert client.post("/club/rounds/wish", {"wanted": wanted}).status_code == 303
        assert RoundWish.objects.get(player=ana).wanted == int(wanted)
    assert client.post("/club/rounds/wish", {"wanted": "7"}).status_code == 303
    assert RoundWish.objects.get(player=ana).wanted == 2
    made = make_round(season=season)
    assert sum("Ana" in pair for pair in pairs(made)) == 2


def test_who_sits_out_is_not_in_the_round(season):
    ana = RoundWish.objects.get(player__name="Ana").player
    ana.sits_out_until = timezone.localdate() + DAY
    ana.save()
    assert not any("Ana" in pair for pair in pairs(make_round(season=season)))


def test_an_organiser_lets_two_change_places_and_the_one_left_over_too(season, organiser):
    made = make_round(season=season)
    left = made.left_over.get()
    (one, two), (three, four) = (sorted(pair) for pair in pairs(made))
    people = {party.player.name: party.player for party in (p for f in made.fixtures.all() for p in f.parties.all())}
    swap_in_round(made=made, first=people[one], second=people[three], by=organiser)
    assert pairs(made) == {frozenset((three, two)), frozenset((one, four))}
    swap_in_round(made=made, first=left, second=people[two], by=organiser)
    assert pairs(made) == {frozenset((three, left.name)), frozenset((one, four))}
    assert made.left_over.get() == people[two]
    with pytest.raises(ValidationError, match="These two play each other"):
        swap_in_round(made=made, first=people[one], second=people[four], by=organiser)
    with pytest.raises(ValidationError, match="Choose two who play in this round"):
        swap_in_round(made=made, first=people[one], second=make_member("Flo"), by=organiser)


def test_too_few_make_no_round(season):
    RoundWish.objects.exclude(player__name="Ana").delete()
    with pytest.raises(ValidationError, match="Two players at least have to be in for a round"):
        make_round(season=season)
    assert not Fixture.objects.exists()


@pytest.fixture
def doubles():
    ladder = make_ladder("elo", slug="pairs", round_weeks=2, fewest_a_side=2, most_a_side=2)
    Board.objects.filter(season__ladder=ladder).update(options={"takes": "teams"})
    for number in range(9):
        store_round_wish(ladder=ladder, player=make_member(f"P{number}"), wanted=1)
    return season_of(ladder)


def sides(made):
    return {frozenset(player.name for player in side) for one in made.fixtures.all() for side in one.sides}


def test_a_round_of_doubles_has_fours_whose_partners_change(doubles, time_machine):
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    first = make_round(season=doubles)
    assert [one.places for one in first.fixtures.all()] == [4, 4]
    assert {len(side) for side in sides(first)} == {2}
    assert first.left_over.count() == 1
    one = first.fixtures.first()
    me, partner = one.list_side(1)
    against = one.name_side(2)
    assert Notice.objects.get(player=me).text.startswith(f"Round 1: you play {against} (with {partner}). Play by ")
    time_machine.move_to(now + 14 * DAY, tick=False)
    second = make_round(season=doubles)
    assert not sides(first) & sides(second)
    assert not {*first.left_over.all()} & {*second.left_over.all()}
    page = " ".join(signed_in(me.user).get("/pairs/rounds").text.split())
    assert " v " in page
    report = second.fixtures.first()
    client = signed_in(report.list_side(1)[0].user)
    assert "A match of Round 2" in client.get(find_fixture_report(report)).text
