"""Organisers invite, and say whose account plays as whom; members only ask."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User

from players.accounts.actions.invitations import claim_player, create_invitation, find_invitation, link_account
from players.models import Claim, Invitation, Player
from tests.factories import make_player
from tests.markup import flat

pytestmark = pytest.mark.django_db

LIST = "/accounts/invitations"


@pytest.fixture
def robin(db):
    return User.objects.create_user("robin")


@pytest.fixture
def claim(robin):
    return claim_player(player=make_player("Bo"), user=robin)


def code_in(answer):
    """The code that an answer shows, and nothing else does."""
    return answer.text.partition("type <b>")[2].partition("<")[0]


def test_a_link_is_shown_once_with_its_qr_code(staff):
    bo = make_player("Bo")
    answer = staff.post(f"/players/{bo.pk}/invite")
    code = code_in(answer)
    assert find_invitation(code).player == bo
    assert f">http://testserver/accounts/join/{code}</textarea>" in answer.text
    assert '<svg class="qr"' in flat(answer.text)
    assert code not in staff.get(LIST).text
    assert "no-store" in answer["Cache-Control"]


def test_looking_invites_nobody(staff):
    bo = make_player("Bo")
    assert [staff.get(url).status_code for url in (f"/players/{bo.pk}/invite", LIST)] == [200, 200]
    assert not Invitation.objects.exists()


def test_a_claim_on_somebody_merged_since_is_answered_for_whom_they_count_as(staff, claim, robin):
    bob = make_player("Bob")
    Player.objects.filter(name="Bo").update(merged_into=bob)
    assert "who counts as Bob now" in flat(staff.get(LIST).text)
    staff.post(f"/accounts/claims/{claim.pk}", {"yes": "1"})
    assert Player.objects.get(user=robin) == bob


def test_nobody_is_offered_an_invitation_who_has_an_account_by_another_name(staff, robin):
    bo, bob = make_player("Bo"), make_player("Bob")
    link_account(player=bob, user=robin)
    assert f'href="/players/{bo.pk}/invite"' in staff.get(bo.get_absolute_url()).text
    Player.objects.filter(pk=bob.pk).update(merged_into=bo)
    assert f'href="/players/{bo.pk}/invite"' not in staff.get(bo.get_absolute_url()).text
    assert list(staff.get(LIST).context["uninvited"]) == []


def test_a_sheet_invites_those_who_were_chosen(staff):
    chosen, others = [make_player(name) for name in ("Ada", "Bo")], make_player("Cy")
    answer = staff.post(f"{LIST}/sheet", {"players": [one.pk for one in chosen]})
    assert flat(answer.text).count('<svg class="qr"') == 2
    assert [one.player.name for one in Invitation.objects.order_by("player__key")] == ["Ada", "Bo"]
    assert not others.invitations.exists()


@pytest.mark.parametrize("players", [[], ["0"], ["9" * 40], ["x"], ["\x00"], ["-1"], ["٣"]])
def test_a_sheet_of_nobody_says_so(staff, players):
    answer = staff.post(f"{LIST}/sheet", {"players": players})
    assert (answer.status_code, Invitation.objects.count()) == (422, 0)


def test_a_player_with_an_account_is_not_invited(staff, robin):
    bo = link_account(player=make_player("Bo"), user=robin)
    answer = staff.post(f"/players/{bo.pk}/invite")
    assert (answer.status_code, "Bo already has an account." in answer.text) == (422, True)
    assert staff.post(f"{LIST}/sheet", {"players": [bo.pk]}).status_code == 422


def test_the_clubs_code_is_made_and_ended(staff):
    code = code_in(staff.post(f"{LIST}/club"))
    made = find_invitation(code)
    assert made.player is None
    staff.post(f"{LIST}/{made.pk}/withdraw")
    assert find_invitation(code) is None


def test_a_yes_links_and_is_noted(staff, claim, robin):
    assert "robin" in staff.get(LIST).text
    assert staff.post(f"/accounts/claims/{claim.pk}", {"yes": "1"}).url == LIST
    assert Player.objects.get(name="Bo").user == robin
    assert LogEntry.objects.get().change_message == "Linked to the account robin."


def test_a_no_links_nobody(staff, claim):
    staff.post(f"/accounts/claims/{claim.pk}", {"no": "1"})
    assert (Player.objects.get(name="Bo").user, Claim.objects.count()) == (None, 0)


def test_a_yes_that_comes_too_late_says_why(staff, claim):
    link_account(player=make_player("Bo"), user=User.objects.create_user("first"))
    answer = staff.post(f"/accounts/claims/{claim.pk}", {"yes": "1"}, follow=True)
    assert "Bo already has an account." in answer.text


def test_a_member_asks_and_waits(client, robin):
    bo = make_player("Bo")
    client.force_login(robin)
    assert "This is me" in client.get(f"/players/{bo.pk}/").text
    client.get(f"/players/{bo.pk}/claim")
    assert not Claim.objects.exists()
    assert client.post(f"/players/{bo.pk}/claim").url == f"/players/{bo.pk}/"
    assert Claim.objects.get().player == bo
    assert Player.objects.get().user is None


@pytest.mark.parametrize("who", ["member", "visitor"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_only_organisers_invite_and_link(client, claim, robin, who, method):
    if who == "member":
        client.force_login(robin)
    bo = make_player("Bo")
    invitation = find_invitation(create_invitation(player=bo, by=None))
    urls = [LIST, f"{LIST}/sheet", f"{LIST}/club", f"{LIST}/{invitation.pk}/withdraw"]
    urls += [f"/accounts/claims/{claim.pk}", f"/players/{bo.pk}/invite"]
    data = {"players": [bo.pk], "yes": "1"}
    refused = {"member": 403, "visitor": 303}[who]
    assert {getattr(client, method)(url, data).status_code for url in urls} == {refused}
    assert (Invitation.objects.get(), Claim.objects.get()) == (invitation, claim)
    assert Player.objects.get().user is None


@pytest.mark.parametrize("pk", [0, 2**63, 10**30])
def test_numbers_that_nobody_has_are_not_found(staff, pk):
    gets = [f"/players/{pk}/invite", f"/players/{pk}/claim"]
    posts = [f"{LIST}/{pk}/withdraw", f"/accounts/claims/{pk}", *gets]
    assert {staff.get(url).status_code for url in gets} | {staff.post(url).status_code for url in posts} == {404}


@pytest.mark.parametrize("players", [2, 6])
def test_the_list_takes_the_same_queries(staff, players, organiser, django_assert_num_queries):
    for number in range(players):
        create_invitation(player=make_player(f"Player {number}"), by=organiser)
        claim_player(player=make_player(f"Claimed {number}"), user=User.objects.create_user(f"user{number}"))
    staff.get(LIST)
    with django_assert_num_queries(8):
        staff.get(LIST)
