"""Invitations are accepted once; the club's code lets many in, and nobody becomes a known player by it alone."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from players.accounts.actions.invitations import (
    INVITATION_OVER,
    accept_invitation,
    approve_claim,
    claim_player,
    create_club_invitation,
    create_invitation,
    decline_claim,
    delete_invitation,
    find_invitation,
    join_club,
    link_account,
)
from players.accounts.codes import digest_code
from players.models import Claim, Invitation, Player
from tests.factories import make_player
from tests.threads import together

pytestmark = pytest.mark.django_db


@pytest.fixture
def user(db):
    return User.objects.create_user("robin")


def refusal(call, **given):
    with pytest.raises(ValidationError) as refused:
        call(**given)
    return refused.value.messages[0]


def invited(player):
    """Return a new invitation for a player."""
    return find_invitation(create_invitation(player=player, by=None))


def test_a_code_is_stored_as_a_digest_only():
    code = create_invitation(player=make_player("Bo"), by=None)
    row = str(Invitation.objects.values_list().get())
    assert not any(text in row for text in (code, code.replace("-", "")))


def test_a_code_is_found_however_it_is_typed():
    code = create_invitation(player=make_player("Bo"), by=None)
    found = find_invitation(code)
    assert found
    assert find_invitation(f" {code.lower().replace('-', ' ')} ") == found
    assert find_invitation(code[:-1]) is None


@pytest.mark.parametrize("code", ["", "-", "\x00", "\ud800", "x" * 100_000, "٢٣٤٥"])
def test_strange_codes_find_nothing(code):
    create_invitation(player=make_player("Bo"), by=None)
    assert find_invitation(code) is None


def test_digests_differ_from_a_plain_hash():
    assert digest_code("A") != digest_code("B")
    assert len(digest_code("A")) == 64


def test_an_invitation_works_once(user):
    bo = make_player("Bo")
    invitation = invited(bo)
    assert accept_invitation(invitation=invitation, user=user).user == user
    late = {"invitation": invitation, "user": User.objects.create_user("late")}
    assert refusal(accept_invitation, **late) == INVITATION_OVER
    assert Player.objects.get(pk=bo.pk).user == user


def test_an_invitation_ends_after_thirty_days(user):
    invitation = invited(make_player("Bo"))
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert refusal(accept_invitation, invitation=invitation, user=user) == INVITATION_OVER


def test_a_new_invitation_takes_the_place_of_the_one_before():
    bo = make_player("Bo")
    first = create_invitation(player=bo, by=None)
    second = create_invitation(player=bo, by=None)
    assert (find_invitation(first), find_invitation(second).player) == (None, bo)


def test_a_withdrawn_invitation_does_not_work(user):
    invitation = invited(make_player("Bo"))
    delete_invitation(invitation=invitation)
    assert refusal(accept_invitation, invitation=invitation, user=user) == INVITATION_OVER


def test_nobody_is_invited_who_has_an_account(user):
    bo = make_player("Bo")
    link_account(player=bo, user=user)
    assert refusal(create_invitation, player=make_player("Bo"), by=None) == "Bo already has an account."


def test_nobody_gets_a_second_account_by_another_name_of_theirs(user):
    ada, adda = make_player("Ada"), make_player("Adda")
    invitation = invited(ada)
    link_account(player=adda, user=user)
    Player.objects.filter(pk=adda.pk).update(merged_into=ada)
    late = {"user": User.objects.create_user("late")}
    for call, given in (
        (accept_invitation, late | {"invitation": invitation}),
        (join_club, {"invitation": invitation, "password": "harbour lights"}),
        (create_invitation, {"player": ada, "by": None}),
        (claim_player, late | {"player": ada}),
    ):
        assert refusal(call, **given) == "Ada already has an account."
    assert User.objects.count() == 2

    Player.objects.update(merged_into=None)  # they are two again
    assert accept_invitation(invitation=invitation, **late).user == late["user"]


def test_an_account_plays_as_one_player_only(user):
    link_account(player=make_player("Bo"), user=user)
    invitation = invited(make_player("Cy"))
    assert refusal(accept_invitation, invitation=invitation, user=user) == "Your account already plays as Bo."
    assert Invitation.objects.get(pk=invitation.pk).used_at is None


def test_joining_makes_an_account_that_plays():
    user = join_club(invitation=invited(make_player("Noor Jansen")), email="Noor@Club.example")
    assert (user.username, user.email, user.has_usable_password()) == ("noor_jansen", "noor@club.example", False)
    assert user.player.name == "Noor Jansen"
    assert not user.emailaddress_set.get().verified


def test_a_refused_invitation_makes_no_account():
    invitation = invited(make_player("Bo"))
    delete_invitation(invitation=invitation)
    refusal(join_club, invitation=invitation, password="harbour lights")
    assert not User.objects.exists()


def test_the_clubs_code_lets_many_in_under_new_names():
    invitation = find_invitation(create_club_invitation(by=None))
    names = [join_club(invitation=invitation, name=name).player.name for name in ("Ada", "Bea")]
    assert (names, Invitation.objects.get().joined) == (["Ada", "Bea"], 2)


@pytest.mark.parametrize("taken", [False, True], ids=["without an account", "with one"])
def test_the_clubs_code_makes_nobody_a_known_player(user, taken):
    bo = make_player("Bo")
    if taken:
        link_account(player=bo, user=user)
    joined = join_club(invitation=find_invitation(create_club_invitation(by=None)), name="bo")
    assert not Player.objects.filter(user=joined).exists()
    assert Claim.objects.get().player == bo


def test_the_clubs_next_code_ends_the_one_before():
    first = create_club_invitation(by=None)
    create_club_invitation(by=None)
    assert (find_invitation(first), Invitation.objects.count()) == (None, 1)


def test_an_organisers_yes_links_and_ends_the_invitation(user):
    bo = make_player("Bo")
    code = create_invitation(player=bo, by=None)
    approve_claim(claim=claim_player(player=bo, user=user))
    assert (Player.objects.get().user, Claim.objects.count(), find_invitation(code)) == (user, 0, None)


def test_an_organisers_no_links_nobody(user):
    decline_claim(claim=claim_player(player=make_player("Bo"), user=user))
    assert (Player.objects.get().user, Claim.objects.count()) == (None, 0)


def test_the_second_of_two_claims_is_refused(user):
    bo, other = make_player("Bo"), User.objects.create_user("other")
    first, second = claim_player(player=bo, user=user), claim_player(player=bo, user=other)
    approve_claim(claim=first)
    assert refusal(approve_claim, claim=second) == "Bo already has an account."


def test_asking_again_takes_the_place_of_what_was_asked(user):
    claim_player(player=make_player("Bo"), user=user)
    claim_player(player=make_player("Cy"), user=user)
    assert Claim.objects.get().player.name == "Cy"


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_takes_the_invitation():
    invitation = invited(make_player("Bo"))
    outcomes = together([lambda: join_club(invitation=invitation, password="harbour lights")] * 6)
    joined = [one for one in outcomes if isinstance(one, User)]
    assert (len(joined), User.objects.get(), Player.objects.get().user) == (1, joined[0], joined[0])
    assert all(one.messages == [INVITATION_OVER] for one in outcomes if one not in joined)


@pytest.mark.django_db(transaction=True)
def test_several_of_one_name_join_at_the_same_moment():
    invitation = find_invitation(create_club_invitation(by=None))
    join = {"invitation": invitation, "name": "Ana Li", "password": "harbour lights"}
    outcomes = together([lambda: join_club(**join)] * 5)
    assert [one for one in outcomes if not isinstance(one, User)] == []
    assert (Player.objects.filter(name="Ana Li").count(), Claim.objects.count()) == (1, 4)
