"""Challenges between two sides: who may make, answer and end one, and what its players are told."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from ladder.access.permissions import NotAllowed
from ladder.challenges.actions import (
    accept_challenge,
    arrange_challenge,
    call_off_as_organiser,
    challenge_side,
    decline_challenge,
    request_call_off,
    withdraw_challenge,
)
from ladder.challenges.queries.running import list_challenges_to_answer, load_challenge_marks
from ladder.challenges.reminders import send_challenge_reminders
from ladder.challenges.reports import find_challenge_to_report, record_walkover, report_challenge
from ladder.club.actions import create_ladder
from ladder.formats import ParticipantResult
from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.actions.new_match import build_played_match
from ladder.matches.forms.prefilled import build_challenge_rows_form
from ladder.models import Fixture, Role, State
from ladder.people.actions.erasure import erase_player
from ladder.people.queries import load_personal_data
from players.models import Notice, Player
from tests.changes import merge_players, set_rules
from tests.factories import make_member, make_player, play_sides, season_of
from tests.threads import together

pytestmark = pytest.mark.django_db
NAMES = ("Ana", "Bo", "Cy", "Di")


@pytest.fixture
def season():
    return season_of(create_ladder(slug="club", name="Club", boards=[("elo", {"takes": "both", "draws": False})]))


@pytest.fixture
def people():
    """Four members; Bo has no account."""
    found = {name: make_member(name) for name in NAMES if name != "Bo"}
    return found | {"Bo": make_player("Bo")}


@pytest.fixture
def made(season, people):
    """Ana and Bo challenge Cy and Di."""
    return challenge(season, people)


@pytest.fixture
def accepted(made, people):
    return accept_challenge(challenge=made, by=people["Di"].user)


def challenge(season, people, partners=("Bo",), opponents=("Cy", "Di"), **given):
    sides = {"partners": [people[one] for one in partners], "opponents": [people[one] for one in opponents]}
    return challenge_side(season=season, by=people["Ana"].user, kind="team", **sides, **given)


def refusal(act, *args, **given):
    with pytest.raises(ValidationError) as refused:
        act(*args, **given)
    return refused.value.messages[0]


def told(name):
    return list(Notice.objects.filter(player__name=name).order_by("pk").values_list("text", flat=True))


def enter(winners, losers, **given):
    participants = [ParticipantResult(make_player(one), 1.0, side=1) for one in winners]
    participants += [ParticipantResult(make_player(one), 0.0, side=2) for one in losers]
    return {"participants": participants, "kind": "team"} | given


def test_a_side_challenges_another_and_everybody_but_the_challenger_is_told(made, season, people):
    assert [(one.player.name, one.side, bool(one.joined_at)) for one in made.parties.order_by("pk")] == [
        ("Ana", 1, True),
        ("Bo", 1, True),
        ("Cy", 2, False),
        ("Di", 2, False),
    ]
    assert (made.state, made.places, made.challenger) == (State.OPEN, 4, "Ana and Bo")
    assert told("Ana") == told("Bo") == []  # Bo has no account to read with
    other = [people["Ana"], make_player("Eve")]
    challenge_side(season=season, by=people["Cy"].user, partners=[people["Di"]], opponents=other, kind="team")
    assert told("Di")[-1].startswith("Cy challenged Ana and Eve to doubles together with you. They have until ")
    assert told("Cy")[0].startswith("Ana and Bo challenged you and Di to doubles. Answer by ")
    assert told("Di")[0].endswith(" One answer is enough.")


def test_either_opponent_accepts_for_both_and_then_it_is_to_be_played(made, people, season):
    accept_challenge(challenge=made, by=people["Di"].user)

    found = Fixture.objects.get()
    assert (found.state, found.parties.filter(joined_at=None).exists()) == (State.ACCEPTED, False)
    assert told("Cy")[-1].startswith("Di accepted Ana and Bo’s challenge to Cy and Di. Play it by ")
    assert told("Ana")[-1] == told("Cy")[-1]
    assert Notice.objects.get(player=people["Cy"], text__contains="challenged you").read_at
    assert refusal(accept_challenge, challenge=made, by=people["Cy"].user) == "This challenge is already accepted."
    marks = {name: load_challenge_marks(season, people[name]) for name in NAMES}
    assert marks["Bo"] == {people["Cy"].pk: "To play", people["Di"].pk: "To play"} == marks["Ana"]
    assert marks["Di"].keys() == {people["Ana"].pk, people["Bo"].pk}


def test_only_opponents_answer_and_only_challengers_withdraw(made, people):
    for act, by in ((accept_challenge, "Ana"), (decline_challenge, "Ana"), (withdraw_challenge, "Cy")):
        with pytest.raises(ValidationError):
            act(challenge=made, by=people[by].user)
    with pytest.raises(NotAllowed, match="between others"):
        accept_challenge(challenge=made, by=make_member("Eve").user)
    assert Fixture.objects.get().state == State.OPEN


def test_one_opponent_declines_and_one_challenger_withdraws(made, people, season):
    assert [one.who for one in list_challenges_to_answer(people["Cy"])] == ["Ana and Bo"]
    decline_challenge(challenge=made, by=people["Cy"].user)
    assert told("Ana")[-1] == told("Di")[-1] == "Cy declined Ana and Bo’s challenge to Cy and Di."
    again = challenge_side(
        season=season,
        by=people["Cy"].user,
        partners=[people["Di"]],
        opponents=[people["Bo"], people["Ana"]],
        kind="team",
    )
    withdraw_challenge(challenge=again, by=people["Di"].user)  # the partner of whoever made it
    assert Fixture.objects.get(pk=again.pk).state == State.WITHDRAWN
    assert told("Ana")[-1] == told("Cy")[-1] == "Di withdrew the challenge."


WRONG = [
    ((), ("Cy", "Di"), "A side has 2 players."),
    (("Bo",), ("Cy",), "A side has 2 players."),
    (("Bo",), ("Bo", "Cy"), "Bo can appear only once. Choose someone else."),
    (("Ana",), ("Cy", "Di"), "Ana can appear only once. Choose someone else."),
    (("Cy",), ("Bo", "Eve"), "Nobody on the other side has an account to answer with."),
]


def test_sides_that_can_not_play_are_refused(season, people):
    people["Eve"] = make_player("Eve")
    for partners, opponents, sentence in WRONG:
        assert refusal(challenge, season, people, partners, opponents) == sentence
    first = challenge(season, people)
    assert refusal(challenge, season, people, ("Bo",), ("Di", "Cy")) == "A challenge between these sides is open."
    withdraw_challenge(challenge=first, by=people["Ana"].user)
    Player.objects.filter(name="Bo").update(retired_on="2025-01-05")
    people["Bo"].refresh_from_db()
    assert refusal(challenge, season, people) == "Bo retired on 5 January 2025."
    alone = {"season": season, "by": people["Ana"].user, "opponents": [people["Cy"]]}
    assert refusal(challenge_side, **alone, kind="team") == "A side has 2 players."
    with_bo = {"partners": [people["Bo"]], "kind": "rated"}
    assert refusal(challenge_side, **alone, **with_bo) == "Matches of this kind have two players."


def test_the_range_goes_by_the_mean_of_a_sides_places_or_ratings(season, people):
    for loser in ("Cy", "Di", "Eve", "Flo", "Gil"):  # Ana and Bo lead, who then lose to nobody
        play_sides(season, ("Ana", "Bo"), (loser, "Hal" if loser != "Hal" else "Gil"))
    people |= {name: make_player(name) for name in ("Hal", "Gil")}
    places = {row.player.name: row for row in season.boards.get().standings.select_related("player")}
    assert {"Ana", "Bo", "Cy", "Di", "Hal"} <= places.keys()
    set_rules(season, challenge_reach=1)
    low = {"season": season, "by": people["Cy"].user, "partners": [people["Hal"]], "kind": "team"}
    # ranks: Ana and Bo 1, then Gil, Flo, Eve, Di, Cy who lost by less and less, Hal last: 1 and (7 + 8) / 2
    assert refusal(challenge_side, **low, opponents=[people["Ana"], people["Bo"]]) == (
        "The sides are 6.5 places apart, limit 1."
    )
    above = refusal(challenge, season, people, ("Bo",), ("Cy", "Hal"))
    assert above == "The sides are 6.5 places apart, limit 1."
    set_rules(season, challenge_reach=10)
    assert refusal(challenge, season, people, ("Bo",), ("Cy", "Hal")).startswith("The other side is below yours.")
    assert challenge_side(**low, opponents=[people["Ana"], people["Bo"]]).state == State.OPEN
    set_rules(season, challenge_reach=1, challenge_measure="rating")
    assert "points apart, limit 1." in refusal(challenge, season, people, ("Bo",), ("Cy", "Di"))


def test_of_sides_that_share_a_rank_with_others_the_nearest_place_counts(season, people):
    for winners, losers in ((("Ana", "Bo"), ("Cy", "Di")), (("Eve", "Flo"), ("Gil", "Hal"))):
        play_sides(season, winners, losers)  # four share rank 1, and four rank 5: 3rd and 5th are two places apart
    low = {"season": season, "by": people["Cy"].user, "partners": [people["Di"]], "kind": "team"}
    above = [people["Ana"], people["Bo"]]
    set_rules(season, challenge_reach=1)
    assert refusal(challenge_side, **low, opponents=above) == "The sides are 2 places apart, limit 1."
    set_rules(season, challenge_reach=2)
    assert challenge_side(**low, opponents=above).state == State.OPEN


def test_the_same_sides_wait_for_a_rematch_and_each_player_has_a_limit(season, people):
    set_rules(season, rematch_days=3, most_challenges=1)
    play_sides(season, ("Di", "Cy"), ("Bo", "Ana"))
    assert refusal(challenge, season, people) == "These sides met today, limit 3 days."
    people["Eve"] = make_member("Eve")
    other = challenge(season, people, ("Bo",), ("Cy", "Eve"))  # other sides
    assert other.state == State.OPEN
    with_bo = {"season": season, "by": people["Di"].user, "partners": [people["Bo"]], "kind": "team"}
    assert refusal(challenge_side, **with_bo, opponents=[people["Eve"], people["Cy"]]) == (
        "Bo has 1 open challenge, limit 1."
    )


def test_the_match_is_reported_by_anybody_and_only_between_these_sides(accepted, people, season):
    by = people["Di"].user
    swapped = build_played_match(**enter(("Ana", "Cy"), ("Bo", "Di")))
    assert refusal(report_challenge, challenge=accepted, by=by, entry=swapped) == (
        "This challenge is between Ana and Bo, and Cy and Di. Report another match without it."
    )
    with pytest.raises(ValidationError, match="Report another match"):
        report_challenge(challenge=accepted, by=by, entry=build_played_match(**enter(("Ana", "Bo"), ("Cy", "Eve"))))

    match = report_challenge(challenge=accepted, by=by, entry=build_played_match(**enter(("Di", "Cy"), ("Ana", "Bo"))))

    found = Fixture.objects.get()
    assert (found.state, found.match, match.started_at) == (State.PLAYED, match, found.accepted_at)


def test_a_side_that_waited_is_given_a_walkover(accepted, people, time_machine):
    with pytest.raises(ValidationError, match="You can close it as a walkover from"):
        record_walkover(challenge=accepted, winner=people["Cy"], by=people["Di"].user)
    time_machine.move_to(accepted.play_by + timedelta(hours=1))
    with pytest.raises(NotAllowed, match="other side"):
        record_walkover(challenge=accepted, winner=people["Ana"], by=people["Di"].user)

    match = record_walkover(challenge=accepted, winner=people["Cy"], by=people["Di"].user)

    ended = {one.player.name: (one.score, one.side) for one in load_played_match(match).participants}
    assert ended == {"Cy": (1.0, 2), "Di": (1.0, 2), "Ana": (0.0, 1), "Bo": (0.0, 1)}
    assert match.kind == "walkover"


def test_one_of_each_side_calls_it_off_or_an_organiser_does(accepted, people):
    request_call_off(challenge=accepted, by=people["Cy"].user)
    assert told("Ana")[-1] == "Cy asks to call the challenge off. It stays until the other side agrees."
    assert Fixture.objects.get().state == State.ACCEPTED
    assert request_call_off(challenge=accepted, by=people["Ana"].user).state == State.CALLED_OFF


def test_an_organiser_arranges_doubles_and_calls_them_off(season, people):
    organiser = make_member("Olga").user
    Role.objects.create(ladder=season.ladder, user=organiser, role="organiser")
    given = {"season": season, "by": organiser, "first": [people["Ana"], people["Bo"]], "kind": "team"}
    found = arrange_challenge(**given, second=[people["Cy"], people["Di"]])
    assert found.state == State.ACCEPTED
    assert told("Cy")[-1].startswith("An organiser arranged a match for you and Di against Ana and Bo. Play it by ")
    assert refusal(arrange_challenge, **given, second=[people["Di"], people["Cy"]]) == (
        "A challenge between these sides is open."
    )
    call_off_as_organiser(challenge=found, by=organiser)
    assert told("Di")[-1] == "An organiser called off Ana and Bo’s challenge."


def test_everybody_is_reminded_who_can_answer_or_has_to_play(made, people, time_machine):
    time_machine.move_to(made.answer_by - timedelta(hours=1))
    assert send_challenge_reminders() == 1
    assert told("Di")[-1].startswith("Answer Ana and Bo’s challenge by ")
    accepted = accept_challenge(challenge=made, by=people["Cy"].user)
    time_machine.move_to(accepted.play_by - timedelta(hours=1))
    assert send_challenge_reminders() == 1
    assert [told(name)[-1].startswith("Ana and Bo’s challenge has to be played by") for name in ("Ana", "Cy")]


def test_erasing_calls_it_off_and_of_two_who_are_one_person_nothing_can_be_played(accepted, people):
    owner = User.objects.create_user("owner", is_staff=True)
    merge_players(player=people["Bo"], into=people["Di"], by=owner)
    found = Fixture.objects.get()
    assert refusal(record_walkover, challenge=found, winner=people["Ana"], by=owner) == (
        "Two players of this challenge were merged into one."
    )
    data = load_personal_data(people["Cy"])
    assert [(one["with"], one["against"]) for one in data["challenges"]] == [(["Di"], ["Ana", "Di"])]
    erase_player(player=people["Cy"], by=owner)
    assert Fixture.objects.get().state == State.CALLED_OFF


def test_a_handicap_stays_with_the_side_that_has_it_whoever_reports(season, people):
    set_rules(season, takes_handicaps=True)
    made = challenge(season, people, facts={"handicap": -100})
    assert told("Cy")[0].startswith("Ana and Bo challenged you and Di to doubles. Handicap: 100 points for Cy and Di. ")
    accept_challenge(challenge=made, by=people["Cy"].user)
    found = find_challenge_to_report(season=season, pk=made.pk, by=people["Cy"].user)
    receivers = {name: build_challenge_rows_form(found, people[name]).initial for name in NAMES}
    assert {name: one["handicap_for"] for name, one in receivers.items()} == {
        "Ana": "second",
        "Bo": "second",
        "Cy": "first",
        "Di": "first",
    }


@pytest.mark.django_db(transaction=True)
def test_of_two_opponents_who_accept_at_once_one_is_told_that_it_is_accepted(made, people):
    users = [people[name].user for name in ("Cy", "Di")]
    outcomes = together([lambda by=by: accept_challenge(challenge=made, by=by) for by in users])
    refused = [one.messages[0] for one in outcomes if isinstance(one, ValidationError)]
    assert refused == ["This challenge is already accepted."]
    assert Notice.objects.filter(text__contains="’s challenge to").count() == 2  # Ana, and whoever was late


def test_one_against_one_or_two_plays_where_a_side_may_be_one_player(season, people):
    set_rules(season, fewest_a_side=1, most_a_side=3)
    alone = challenge(season, people, (), ("Cy",))
    assert (alone.places, alone.is_battle, told("Cy")[0].startswith("Ana challenged you to a team match.")) == (
        2,
        False,
        True,
    )
    assert challenge_side(season=season, by=people["Ana"].user, opponents=[people["Cy"]]).state == State.OPEN
    uneven = challenge(season, people, (), ("Cy", "Di"))
    assert (uneven.challenger, uneven.name_side(2), uneven.places) == ("Ana", "Cy and Di", 3)
    accept_challenge(challenge=uneven, by=people["Di"].user)
    assert Fixture.objects.get(pk=uneven.pk).is_complete
