"""A member sits out: within the rules of the ladders, back by itself, and with what becomes of challenges."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from ladder import ledger
from ladder.challenges.actions import accept_challenge, challenge_side
from ladder.challenges.due import decide_due_challenges
from ladder.challenges.queries.opponents import load_pool_for_kind
from ladder.models import Board, Fixture, Ladder, Match, State
from ladder.people.actions.players import change_player
from ladder.seasons.idle_players import move_idle_players
from players.models import Notice, Player, PlayerBreak
from players.people.breaks import load_breaks
from tests.factories import signed_in
from tests.ladder.challenges.rungs import make_three_rungs, read_rungs
from tests.markup import flat
from tests.threads import together

pytestmark = pytest.mark.django_db
DAY = timedelta(1)


@pytest.fixture
def season():
    return make_three_rungs(break_days=30, answer_days=3, if_unanswered="lost", play_days=7, if_unplayed="lost")


@pytest.fixture
def ben(season):
    return Player.objects.get(name="Bo")


def sit_out(player, days=None, **values):
    """Send the form of the page of breaks."""
    until = timezone.localdate() + days * DAY if days else None
    return signed_in(player.user).post("/players/break", {"until": until, **values} if until else values, follow=True)


def test_a_member_sits_out_and_is_back_by_itself(season, ben, time_machine):
    time_machine.move_to("2026-03-01T12:00Z", tick=False)
    assert "You sit out until 31 March." in flat(sit_out(ben, 30).text)
    pool = load_pool_for_kind(season, Player.objects.get(name="Cy"))
    assert pool.people[ben.pk].sits_out_until == date(2026, 3, 31)
    assert load_breaks(None, {}) == {ben.pk: [(date(2026, 3, 1), date(2026, 3, 31))]}
    time_machine.move_to("2026-03-31T00:30Z", tick=False)
    assert load_pool_for_kind(season, Player.objects.get(name="Cy")).people[ben.pk].sits_out_until is None


def test_the_page_says_the_rules_of_each_ladder_and_has_no_form_where_organisers_enter_breaks(ben):
    browser = signed_in(ben.user)
    page = flat(browser.get("/players/break").text)
    assert "Club: Everybody may sit out for at most 30 days. Meanwhile nobody can challenge them;" in page
    assert "Sit out until then" in page
    Ladder.objects.update(break_days=0)
    page = flat(browser.get("/players/break").text)
    assert "Club: Whoever wants to sit out tells an organiser." in page
    assert "Sit out until then" not in page


@pytest.mark.parametrize(
    ("rules", "days", "refusal"),
    [
        ({}, 31, "On Club a break is at most 30 days."),
        ({"break_days": 0}, 3, "On Club only an organiser enters breaks. Ask one."),
        ({}, None, "Enter the day on which you are back."),
        ({}, -1, "Enter the day on which you are back, after today."),
    ],
)
def test_what_the_rules_don_t_allow_gets_a_sentence_beside_the_field(ben, rules, days, refusal):
    Ladder.objects.update(**rules)
    page = sit_out(ben, days)
    assert page.status_code == 422
    assert refusal in flat(page.text)
    assert not PlayerBreak.objects.exists()


def test_a_break_is_made_longer_within_its_limit_and_ended_early(ben, time_machine):
    time_machine.move_to("2026-03-01T12:00Z", tick=False)
    sit_out(ben, 7)
    time_machine.move_to("2026-03-05T12:00Z", tick=False)
    assert "at most 30 days" in flat(sit_out(ben, 27).text)
    sit_out(ben, 26)
    assert load_breaks(None, {})[ben.pk] == [(date(2026, 3, 1), date(2026, 3, 31))]
    page = sit_out(ben, back="1")
    assert "You play again." in flat(page.text)
    assert load_breaks(None, {})[ben.pk] == [(date(2026, 3, 1), date(2026, 3, 5))]
    sit_out(ben, 3)
    sit_out(ben, back="1")
    assert load_breaks(None, {})[ben.pk] == [(date(2026, 3, 1), date(2026, 3, 5))]


def test_a_break_that_ended_this_morning_is_continued_so_that_nobody_splits_it(ben, time_machine):
    time_machine.move_to("2026-03-01T12:00Z", tick=False)
    sit_out(ben, 30)
    time_machine.move_to("2026-03-31T12:00Z", tick=False)
    assert "at most 30 days" in flat(sit_out(ben, 5).text)
    time_machine.move_to("2026-04-01T12:00Z", tick=False)
    sit_out(ben, 5)
    assert len(load_breaks(None, {})[ben.pk]) == 2


def test_who_accepts_while_the_challenger_sits_out_has_those_days_besides(season, ben):
    made = challenge_side(season=season, by=Player.objects.get(name="Cy").user, opponents=[ben])
    sit_out(Player.objects.get(name="Cy"), 10)
    accepted = accept_challenge(challenge=made, by=ben.user)
    assert (accepted.play_by - accepted.accepted_at).days == 7 + 10
    assert decide_due_challenges(accepted.play_by - DAY) == 0


def test_so_many_breaks_in_a_season(ben, time_machine):
    Ladder.objects.update(most_breaks=1)
    time_machine.move_to("2026-03-01T12:00Z", tick=False)
    sit_out(ben, 7)
    time_machine.move_to("2026-03-10T12:00Z", tick=False)
    assert "On Club you can sit out 1 time in a season." in flat(sit_out(ben, 7).text)


@pytest.fixture
def asked(season, ben):
    """Bo is challenged by Cy, and challenged Ada, who accepted."""
    made = challenge_side(season=season, by=Player.objects.get(name="Cy").user, opponents=[ben])
    ada = Player.objects.get(name="Ada")
    accept_challenge(challenge=challenge_side(season=season, by=ben.user, opponents=[ada]), by=ada.user)
    return made


def test_challenges_that_run_have_so_many_days_more_so_that_the_clock_costs_nothing(asked, ben, season):
    before = {one.pk: (one.answer_by, one.decide_at) for one in Fixture.objects.all()}
    sit_out(ben, 10)
    for one in Fixture.objects.all():
        answer_by, decide_at = before[one.pk]
        assert (one.answer_by, one.decide_at) == (answer_by + 10 * DAY, decide_at and decide_at + 10 * DAY)
    assert decide_due_challenges(before[asked.pk][0] + DAY) == 0
    texts = [one.text for one in Notice.objects.filter(text__contains="sits out")]
    assert len(texts) == 2
    assert all("Their challenge stays, now until" in one for one in texts)
    assert decide_due_challenges(before[asked.pk][0] + 10 * DAY) == 1


def test_breaks_that_are_not_taken_put_no_challenge_off(asked, ben, time_machine):
    """After 4 of 10 days Bo is back: the other 6 are taken back. On the last day but half a day one is left."""
    for _ in range(5):
        sit_out(ben, 30)
        sit_out(ben, back="1")
    assert {one.pk: one.answer_by for one in Fixture.objects.all()}[asked.pk] == asked.answer_by
    sit_out(ben, 10)
    time_machine.move_to(timezone.now() + 4 * DAY, tick=False)
    sit_out(ben, back="1")
    assert Fixture.objects.get(pk=asked.pk).answer_by == asked.answer_by + 4 * DAY
    sit_out(ben, 10)
    time_machine.move_to(timezone.now() + 5 * DAY, tick=False)
    Fixture.objects.filter(pk=asked.pk).update(answer_by=timezone.now() + 3 * DAY)
    sit_out(ben, back="1")
    assert Fixture.objects.get(pk=asked.pk).answer_by == timezone.now() + DAY


def test_challenges_that_run_may_be_called_off(asked, ben):
    Ladder.objects.update(break_challenges="off")
    sit_out(ben, 10)
    assert {one.state for one in Fixture.objects.all()} == {State.CALLED_OFF}
    assert decide_due_challenges(timezone.now() + 30 * DAY) == 0
    assert not Match.objects.filter(kind="walkover").exists()
    assert Notice.objects.filter(text__contains="Their challenge is called off.").count() == 2


def test_an_organiser_s_entry_does_the_same_without_limits(asked, ben, staff):
    until = timezone.localdate() + 90 * DAY
    change_player(player=ben, by=None, sits_out_until=until)
    assert PlayerBreak.objects.get().until == until
    assert Fixture.objects.get(pk=asked.pk).answer_by == asked.answer_by + 90 * DAY


def test_days_of_a_break_cost_no_rung_and_too_many_cost_all(ben, time_machine, season):
    """L2 and L3: 14 days without a match cost one; a break of more than 30 goes to the bottom."""
    Ladder.objects.update(break_days=None)
    today = timezone.localdate()
    Board.objects.update(options={"idle_by": "days", "idle_days": 14, "sitting_days": 30})
    ledger.settle(season)
    ada = Player.objects.get(name="Ada")
    for one in (ada, ben, Player.objects.get(name="Cy")):
        sit_out(one, 60 if one == ada else 30)

    def see(days):
        time_machine.move_to(timezone.now().replace(hour=6) + (today + days * DAY - timezone.localdate()), tick=False)
        move_idle_players()
        assert ledger.verify(season.ladder) == []
        return read_rungs(season)

    assert see(30) == ["Ada", "Bo", "Cy"]
    assert see(31) == ["Bo", "Cy", "Ada"]  # the thirty-first day is over
    assert see(43) == ["Bo", "Cy", "Ada"]
    assert see(44) == ["Ada", "Bo", "Cy"]  # 14 days after their breaks both move down, behind Ada who sits out


def test_merged_players_have_the_breaks_of_both(ben):
    sit_out(ben, 10)
    cy = Player.objects.get(name="Cy")
    assert list(load_breaks(None, {ben.pk: cy.pk})) == [cy.pk]


def test_their_own_data_has_their_breaks(ben):
    sit_out(ben, 10)
    data = signed_in(ben.user).get(f"/players/{ben.pk}/data").json()
    assert len(str(data).split("'breaks'")) == 2
    assert str(timezone.localdate() + 10 * DAY) in str(data)


@pytest.mark.django_db(transaction=True)
def test_two_entries_at_once_make_one_break(ben):
    together([lambda: sit_out(ben, 5), lambda: sit_out(ben, 6)])
    kept = PlayerBreak.objects.get()
    assert kept.until == Player.objects.get(pk=ben.pk).sits_out_until
