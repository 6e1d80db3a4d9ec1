"""The report of two: stakes, past dates, range, formats; plain posts first."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from ladder.models import Match, Opening, RatingChange
from players.models import Player
from tests.factories import make_ladder, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}
REPORT = "/club/all-time/report"


def yesterday(at):
    return f"{timezone.localdate() - timedelta(days=1)}T{at}"


def test_the_stake_of_a_past_date_has_the_ratings_of_then(member):
    season = season_of(make_ladder())
    ben = play(season, "Ana", "Ben", 25).participants.get(seat=1).player

    sent = {"opponent": str(ben.pk), "length_other": "25"}
    today = flat(member.get(f"{REPORT}/stake", sent, **HTMX).text)
    past = flat(member.get(f"{REPORT}/stake", sent | {"day": "yesterday"}, **HTMX).text)

    assert "1,810 to" in today
    assert "1,800 to 1,810" in past  # B-3: 4 * sqrt(25) / 2


def test_the_form_says_which_boards_the_match_counts_for(member):
    make_ladder("warlocks-score", "warlocks-elo")

    page = member.get(f"{REPORT}/stake", {"newcomer": "Rafa"}, **HTMX).content.decode()

    assert "Counts for Warlocks score and Warlocks Elo." in page


def test_nothing_is_said_of_boards_before_anything_is_entered(member):
    make_ladder()

    assert "Counts" not in member.get(REPORT).content.decode()


def test_chips_go_from_the_loser_to_the_winner(member):
    make_ladder("chips-total")

    page = flat(member.post(REPORT, {"newcomer": "Rafa", "chips": "12.5", "preview": "1"}).text)

    assert '<output class="up">+12.5</output><small>0 to 12.5</small>' in page  # C-2
    assert '<output class="down">−10</output><small>0 to −10</small>' in page  # C-3: 80%


@pytest.mark.parametrize("chips", ["-12", "+12", "−12"])
def test_chips_have_no_sign(member, chips):
    make_ladder("chips-total")

    response = member.post(REPORT, {"newcomer": "Rafa", "chips": chips, "winner": "me"})

    assert response.status_code == 422
    sentence = "Chips: enter the number without a sign. The winner decides which way it counts."
    assert f'<div id="id_chips_error"><p class="err">{sentence}</p>' in flat(response.text)


def test_missing_chips_are_named_beside_their_field(member):
    make_ladder("chips-total")

    page = flat(member.post(REPORT, {"newcomer": "Rafa", "winner": "me"}).text)

    assert '<div id="id_chips_error"><p class="err">Chips is missing.</p></div>' in page


def test_no_browser_puts_another_opponent_back_by_the_place_of_the_one_chosen(member):
    season = season_of(make_ladder())
    play(season, "Ana", "Ben")

    page = flat(member.get(REPORT).text)

    assert page.count('type="radio" name="opponent"') == 2  # Ben, and someone else
    assert len(re.findall(r'type="radio" name="opponent" value="[0-9]*" autocomplete="off"', page)) == 2


@pytest.fixture
def six_ahead(member):
    """Ana beat six one after the other and stands at 6; W-9 allows 5."""
    make_ladder("warlocks-score")
    for number in range(6):
        member.post(REPORT, {"newcomer": f"Foe {number}", "winner": "me"})
    return member


def test_a_range_rule_is_said_beside_the_name_with_the_way_out(six_ahead):
    response = six_ahead.post(REPORT, {"newcomer": "Rafa", "winner": "me"})
    page = flat(response.text)

    assert response.status_code == 422
    sentence = "Ana and Rafa are 6 points apart; the limit is 5."
    assert f'<div id="id_opponent_error"><p class="err">{sentence}</p>' in page
    assert page.count(f'<p class="err">{sentence}</p>') == 1
    assert '<button class="btn sm" name="instead" value="friendly">Record as friendly</button>' in page
    assert 'value="Rafa"' in page
    assert not Player.objects.filter(name="Rafa").exists()


def test_the_stake_says_it_before_anything_is_sent(six_ahead):
    page = six_ahead.get(f"{REPORT}/stake", {"newcomer": "Rafa"}, **HTMX).content.decode()

    assert '<p class="err">Ana and Rafa are 6 points apart; the limit is 5.</p>' in page
    assert 'name="instead" value="friendly"' in page


def test_the_way_out_keeps_everything_and_changes_the_kind(six_ahead):
    sent = {"newcomer": "Rafa", "winner": "them", "exit": "surrendered", "kind": "ladder", "instead": "friendly"}

    assert six_ahead.post(REPORT, sent).status_code == 303

    match = Match.objects.latest("pk")
    assert match.kind == "friendly"
    assert list(match.participants.values_list("player__name", "exit")) == [
        ("Ana", "surrendered"),
        ("Rafa", "standing"),
    ]


def test_an_earlier_start_is_what_the_range_goes_by(six_ahead):
    sent = {"newcomer": "Rafa", "winner": "me", "started_at": yesterday("09:00")}

    assert "points apart" not in flat(six_ahead.get(f"{REPORT}/stake", sent, **HTMX).text)
    assert six_ahead.post(REPORT, sent).status_code == 303


def test_duels_that_overlap_meet_the_cap(member, ana):
    """W-8: begun at 5 and 0, the mean is 2; having reached 7 by two other duels meanwhile, Ana gains nothing."""
    season = season_of(make_ladder("warlocks-score"))
    Opening.objects.create(board=season.boards.get(), player=ana, points=5)
    won = {"winner": "me", "day": "yesterday"}
    first = won | {"newcomer": "Ben", "time": "15:00", "started_at": yesterday("09:00")}
    meanwhile = [
        won | {"newcomer": "Cy", "time": "12:00", "started_at": yesterday("10:00")},
        won | {"newcomer": "Di", "time": "13:00", "started_at": yesterday("10:30")},
    ]

    before = flat(member.get(f"{REPORT}/stake", first, **HTMX).text)
    codes = [member.post(REPORT, sent).status_code for sent in meanwhile]
    after = flat(member.get(f"{REPORT}/stake", first, **HTMX).text)
    member.post(REPORT, first)

    assert '<output class="up">+1</output><small>5 to 6</small>' in before
    assert codes == [303, 303]
    assert '<output class="same">+0</output><small>7 to 7</small>' in after
    changes = RatingChange.objects.filter(participant__player=ana).order_by("participant__match__played_at")
    assert [(row.before_points, row.after_points) for row in changes] == [(5, 6), (6, 7), (7, 7)]


@pytest.mark.parametrize(("key", "asked"), [("provisional-elo", True), ("match-length-elo", False)])
def test_where_only_winners_report_a_draw_can_be_reported_by_both(member, key, asked):
    make_ladder(key, reporters="winner")

    page = flat(member.get(REPORT).text)

    assert ('name="winner" id="id_winner_draw"' in page) == asked
    assert 'id="id_winner_them"' not in page


def test_a_draw_is_stored_where_only_winners_report(member):
    make_ladder("provisional-elo", reporters="winner")

    assert member.post(REPORT, {"newcomer": "Ben", "winner": "draw"}).status_code == 303
    assert member.post(REPORT, {"newcomer": "Ben", "winner": "them"}).status_code == 422


def test_an_organiser_without_a_player_is_asked_for_both(staff):
    season = season_of(make_ladder(reporters="winner"))

    sent = {"first": "Ben", "second": "rafa", "winner": "second", "length": "7"}
    response = staff.post(REPORT, sent)

    assert (response.status_code, response["Location"]) == (303, season.get_absolute_url())
    assert Match.objects.get().participants.get(score=1).player.name == "rafa"


def test_the_organiser_sees_what_is_at_stake_between_two_others(staff):
    make_ladder()

    page = staff.get(f"{REPORT}/stake", {"first": "Ben", "second": "Rafa", "length_other": "25"}, **HTMX)

    assert "<span>Rafa won</span>" in page.content.decode()
    assert "<b>Ben</b> joins as a new player at 1,800." in page.content.decode()


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({"first": ""}, "first", "Enter a name."),
        ({"second": "BEN"}, "second", "A player can’t play against themselves. Choose someone else."),
        (
            {"first": "علی\u200cرضا", "second": "علیرضا"},
            "second",
            "A player can’t play against themselves. Choose someone else.",
        ),
        ({"winner": "me"}, "winner", "Say who won."),
    ],
)
def test_what_is_wrong_between_two_others_stands_beside_its_field(staff, values, field, sentence):
    make_ladder()

    response = staff.post(REPORT, {"first": "Ben", "second": "Rafa", "winner": "first", "length": "7"} | values)

    assert response.status_code == 422
    assert f'<div id="id_{field}_error"><p class="err">{sentence}</p></div>' in flat(response.text)


def test_an_organiser_who_plays_may_do_both(member, ana):
    make_ladder()
    ana.user.is_staff = True
    ana.user.save()

    assert 'href="?for=others">For two others</a>' in member.get(REPORT).content.decode()
    assert 'name="first"' in member.get(f"{REPORT}?for=others").content.decode()
    sent = {"for": "others", "first": "Ben", "second": "Cy", "winner": "first", "length": "5"}
    assert member.post(REPORT, sent).status_code == 303
    assert not Match.objects.get().participants.filter(player=ana).exists()


@pytest.mark.parametrize("others", [2, 6])
def test_the_stake_of_a_past_date_takes_a_constant_number_of_queries(member, others, django_assert_num_queries):
    season = season_of(make_ladder("match-length-elo", "nardgammon-elo"))
    for number in range(others):
        ben = play(season, "Ana", "Ben").participants.get(seat=1).player
        play(season, f"Foe {number}", "Ben", on=timezone.localdate() - timedelta(days=3))

    with django_assert_num_queries(19):
        member.get(f"{REPORT}/stake", {"opponent": str(ben.pk), "length": "7", "day": "yesterday"}, **HTMX)


@pytest.mark.parametrize("field", ["reported_by", "by", "player", "season", "rating", "points", "status", "is_staff"])
def test_what_the_form_does_not_ask_is_not_heard(member, ana, field):
    season = season_of(make_ladder())
    ben = play(season_of(make_ladder(slug="other")), "Ben", "Cy").participants.get(seat=0).player

    sent = {"newcomer": "Dee", "winner": "me", "length": "5", field: str(ben.pk)}
    assert member.post(REPORT, sent).status_code == 303

    match = Match.objects.get(season=season)
    assert (match.reported_by, match.status) == (ana.user, "counted")
    assert sorted(match.participants.values_list("player__name", flat=True)) == ["Ana", "Dee"]
    assert not User.objects.filter(is_staff=True).exists()
