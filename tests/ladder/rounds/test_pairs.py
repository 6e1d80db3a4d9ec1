"""Rounds of doubles in which pairs stay together: who is a pair and who is not and why, and pairs change places."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.access.permissions import NotAllowed
from ladder.backups.actions import restore_backup, write_backup
from ladder.backups.queries.inspection import open_backup
from ladder.models import Board, Ladder, RoundWish
from ladder.people.queries import load_personal_data
from ladder.rounds.actions import make_round, name_partner, put_together, store_round_wish, swap_in_round
from players.models import Notice, Player
from tests.factories import make_ladder, make_member, make_player, play_sides, season_of, signed_in
from tests.markup import flat

pytestmark = pytest.mark.django_db
DAY = timedelta(1)
PAIRS = ("Ana Ben", "Cy Di", "Eve Flo", "Gus Hal")


@pytest.fixture
def season():
    ladder = make_ladder("elo", slug="pairs", round_weeks=2, fewest_a_side=2, most_a_side=2, round_partners="stay")
    Board.objects.filter(season__ladder=ladder).update(options={"takes": "teams"})
    return season_of(ladder)


@pytest.fixture
def organiser():
    return User.objects.create_user("organiser", is_staff=True)


def couple(season, *pairs):
    """Let each two name one another, once; return all players by name."""
    people = {name: make_member(name) for pair in pairs for name in pair.split()}
    for pair in pairs:
        one, other = pair.split()
        name_partner(ladder=season.ladder, player=people[one], partner=people[other])
        name_partner(ladder=season.ladder, player=people[other], partner=people[one])
    return people


def name_round(made):
    """Return the sides that play one another, and who is left over."""
    matches = {
        frozenset(" ".join(sorted(player.name for player in side)) for side in one.sides) for one in made.fixtures.all()
    }
    return matches, sorted(player.name for player in made.left_over.all())


def read_page(player):
    return flat(signed_in(player.user).get("/pairs/rounds").text)


def test_pairs_play_pairs_they_met_longest_ago_and_say_why(season):
    couple(season, *PAIRS)
    for weeks, other in ((1, "Cy Di"), (2, "Eve Flo"), (20, "Gus Hal")):
        play_sides(season, PAIRS[0].split(), other.split(), on=timezone.localdate() - 7 * weeks * DAY)
    play_sides(season, ["Cy", "Di"], ["Eve", "Flo"], on=timezone.localdate() - 140 * DAY)
    made = make_round(season=season)
    assert name_round(made) == ({frozenset(("Ana Ben", "Gus Hal")), frozenset(("Cy Di", "Eve Flo"))}, [])
    assert {one.kind for one in made.fixtures.all()} == {"team"}
    assert all(one.note.endswith("not met for 20 weeks") for one in made.fixtures.all())


def test_a_pair_that_is_left_over_is_both_and_plays_in_the_next_round(season, time_machine):
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    couple(season, *PAIRS[:3])
    matches, left = name_round(make_round(season=season))
    assert (len(matches), " ".join(left) in PAIRS) == (1, True)
    for name in left:
        assert "you are left over" in Notice.objects.filter(player__name=name).latest("pk").text
    time_machine.move_to(now + 14 * DAY, tick=False)
    _, later = name_round(make_round(season=season))
    assert not {*left} & {*later}


def test_a_pair_plays_twice_where_both_want_to(season):
    people = couple(season, *PAIRS[:3])
    for name in ("Ana", "Ben", "Cy"):
        store_round_wish(ladder=season.ladder, player=people[name], wanted=2)
    matches, left = name_round(make_round(season=season))
    assert (matches, left) == ({frozenset(("Ana Ben", "Cy Di")), frozenset(("Ana Ben", "Eve Flo"))}, [])


def leave_alone(season, people):
    RoundWish.objects.filter(player=people["Ana"]).update(partner=None)


def name_another(season, people):
    name_partner(ladder=season.ladder, player=people["Ben"], partner=people["Cy"])


def say_no(season, people):
    store_round_wish(ladder=season.ladder, player=people["Ben"], wanted=0)


def go_away(season, people):
    people["Ben"].sits_out_until = timezone.localdate() + 30 * DAY
    people["Ben"].save()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (leave_alone, "You have named no partner, so you are not in the round."),
        (name_another, "Ben has not named you as partner, so you two are not in the round."),
        (say_no, "Ben is out, so you two are not in the round."),
        (go_away, "Ben is away on that day, so you two are not in the round."),
    ],
)
def test_who_has_no_partner_is_told_why_and_is_not_paired_by_surprise(season, change, said):
    people = couple(season, *PAIRS[:3])
    assert "<b>You are in, once, with Ben.</b>" in read_page(people["Ana"])
    change(season, people)
    assert f"<b>{said}</b>" in read_page(people["Ana"])
    matches, left = name_round(make_round(season=season))
    assert (matches, left) == ({frozenset(("Cy Di", "Eve Flo"))}, [])


def test_two_pairs_at_least_have_to_be_in(season):
    people = couple(season, *PAIRS[:2])
    say_no(season, people)
    with pytest.raises(ValidationError, match="Two pairs at least have to be in for a round"):
        make_round(season=season)


def test_a_merged_player_is_the_partner_of_whom_the_other_one_named(season):
    people = couple(season, *PAIRS[:2])
    twin = make_player("Twin")
    name_partner(ladder=season.ladder, player=people["Ana"], partner=twin)
    Player.objects.filter(pk=twin.pk).update(merged_into=people["Ben"])
    assert name_round(make_round(season=season))[0] == {frozenset(("Ana Ben", "Cy Di"))}
    Player.objects.filter(pk__in=(people["Ben"].pk, twin.pk)).update(merged_into=people["Ana"])
    ana = Player.objects.get(name="Ana")
    assert "You have named no partner" in read_page(ana)
    RoundWish.objects.filter(player=ana).delete()
    store_round_wish(ladder=season.ladder, player=ana, wanted=1)  # that of Ben names Ana
    assert RoundWish.objects.get(player=ana).partner is None


def test_naming_one_another_takes_a_tap_and_both_are_told(season):
    ana, ben = make_member("Ana"), make_member("Ben")
    assert signed_in(ana.user).post("/pairs/rounds/wish", {"partner": "ben"}).status_code == 303
    assert Notice.objects.get(player=ben).text == (
        "Ana has named you as partner for the rounds. Name them, too, and you are a pair."
    )
    page = read_page(ben)
    assert 'name="partner" value="Ana"' in page
    assert "Play with Ana" in page
    assert "<b>You are out.</b>" in page
    signed_in(ben.user).post("/pairs/rounds/wish", {"partner": "Ana"})
    assert Notice.objects.get(player=ana).text == "Ben has named you as partner, too. You are a pair in the rounds."
    assert "<b>You are in, once, with Ana.</b>" in read_page(ben)
    signed_in(ben.user).post("/pairs/rounds/wish", {"partner": "Ana"})
    assert Notice.objects.count() == 2
    store_round_wish(ladder=season.ladder, player=ben, wanted=2)
    assert RoundWish.objects.get(player=ben).partner == ana


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("Ana", "Name somebody else as your partner."),
        ("Zoe", "No player is called Zoe."),
        ("", "Enter a name."),
        ("\0", "Enter a name."),
    ],
)
def test_nobody_is_named_who_can_t_be(season, named, said):
    client = signed_in(make_member("Ana").user)
    assert said in client.post("/pairs/rounds/wish", {"partner": named}, follow=True).text
    assert not RoundWish.objects.exists()


def test_an_organiser_puts_two_together_and_members_don_t(season, organiser):
    ana, ben, client = make_member("Ana"), make_member("Ben"), signed_in(organiser)
    client.post("/pairs/rounds/change", {"together": "1", "first": "Ana", "second": "Ben"})
    assert {one.player.name: one.text for one in Notice.objects.select_related("player")} == {
        "Ana": "An organiser put you and Ben together. You are a pair in the rounds.",
        "Ben": "An organiser put you and Ana together. You are a pair in the rounds.",
    }
    assert "<li>Ana and Ben</li>" in read_page(ana)
    with pytest.raises(NotAllowed):
        put_together(ladder=season.ladder, first=ana, second=make_player("Cy"), by=ben.user)


def test_who_changes_places_takes_the_partner_along(season, organiser):
    people = couple(season, *PAIRS, "Ida Jo")
    made = make_round(season=season)
    matches, left = name_round(made)
    spare, (first, second) = " ".join(left), (sorted(match) for match in matches)
    page = flat(signed_in(organiser).get("/pairs/rounds").text)
    assert page.count(f">{' and '.join(first[0].split())}</option>") == 2
    swap_in_round(made=made, first=people[first[0].split()[0]], second=people[second[0].split()[1]], by=organiser)
    assert name_round(made)[0] == {frozenset((second[0], first[1])), frozenset((first[0], second[1]))}
    swap_in_round(made=made, first=people[left[0]], second=people[first[0].split()[1]], by=organiser)
    matches, left = name_round(made)
    assert (" ".join(left), frozenset((spare, second[1])) in matches) == (first[0], True)
    for one, other, said in (
        (first[1], second[0], "These two play each other"),
        (first[1], first[1], "Choose two who play in this round"),
    ):
        with pytest.raises(ValidationError, match=said):
            swap_in_round(made=made, first=people[one.split()[0]], second=people[other.split()[1]], by=organiser)


def test_where_partners_change_nobody_names_one(season):
    season.ladder.round_partners = "change"
    with pytest.raises(ValidationError, match="Partners change in the rounds of this ladder"):
        name_partner(ladder=season.ladder, player=make_player("Ana"), partner=make_player("Ben"))


def test_one_s_own_data_and_a_backup_have_the_partner(season, tmp_path):
    people = couple(season, "Ana Ben")
    assert load_personal_data(people["Ana"])["rounds"] == [
        {"wanted": 1, "of_ladder": "Club", "with_partner": "Ben"},
    ]
    backup = tmp_path / "backup.zip"
    with backup.open("wb") as file:
        write_backup(file)
    RoundWish.objects.update(partner=None)
    with backup.open("rb") as file:
        restore_backup(backup=open_backup(file))
    assert RoundWish.objects.get(player__name="Ana").partner.name == "Ben"
    assert Ladder.objects.get().round_partners == "stay"
