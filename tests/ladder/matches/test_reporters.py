"""Who may enter what, by role and by what the ladder says."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from ladder.models import Match
from ladder.scene import NO_DUELS
from ladder.seasons.actions.life_cycle import close_season, open_next_season, reopen_season
from tests.factories import make_ladder, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
REPORT = "/club/all-time/report"
PAGES = [REPORT, f"{REPORT}/stake", f"{REPORT}/battle", f"{REPORT}/tournament"]
ALLOWED = {"member": [200, 200, 200, 403], "nobody": [403] * 4, "organiser": [200] * 4, "visitor": [303] * 4}


@pytest.mark.parametrize("role", ALLOWED)
def test_which_pages_a_role_sees(client, ana, role):
    make_ladder("warlocks-score", "tournament-points")
    sign_in(client, ana, role)

    assert [client.get(url).status_code for url in PAGES] == ALLOWED[role]


def sign_in(client, ana, role):
    if role != "visitor":
        user = {"member": lambda: ana.user}.get(
            role, lambda: User.objects.create_user(role, is_staff=role == "organiser")
        )
        client.force_login(user())


BY_OTHERS = {"player_0": "Ben", "exit_0": "standing", "player_1": "Cy", "exit_1": "dead", "round_1": "1"}
OWN_LOSS = BY_OTHERS | {"player_1": "Ana"}
OWN_WIN = BY_OTHERS | {"player_0": "Ana"}
OWN_DEATH = OWN_LOSS | {"exit_0": "dead", "round_0": "1"}
PLACES = {"player_0": "Ana", "place_0": "1"}


@pytest.mark.parametrize(
    ("role", "reporters", "page", "sent", "status"),
    [
        ("member", "players", "battle", OWN_LOSS, 303),
        ("member", "players", "battle", BY_OTHERS, 422),
        ("member", "winner", "battle", OWN_LOSS, 422),
        ("member", "winner", "battle", OWN_WIN, 303),
        ("member", "winner", "battle", OWN_DEATH, 303),
        ("member", "players", "tournament", PLACES, 403),
        ("nobody", "players", "battle", BY_OTHERS, 403),
        ("organiser", "winner", "battle", BY_OTHERS, 303),
        ("organiser", "players", "tournament", PLACES, 303),
        ("visitor", "players", "battle", BY_OTHERS, 303),
        ("visitor", "players", "tournament", PLACES, 303),
    ],
)
def test_what_a_role_can_store(client, ana, role, reporters, page, sent, status):
    make_ladder("warlocks-score", "tournament-points", reporters=reporters)
    sign_in(client, ana, role)

    assert client.post(f"{REPORT}/{page}", sent).status_code == status
    assert Match.objects.exists() == (status == 303 and role != "visitor")


def test_a_refusal_by_role_keeps_what_was_entered(member):
    make_ladder("warlocks-score")

    page = member.post(f"{REPORT}/battle", BY_OTHERS).content.decode()

    assert "You can report only matches that you played. Add your own name to the players." in page
    assert 'value="Cy"' in page


def test_a_tournament_ladder_sends_organisers_to_its_form(staff):
    make_ladder("tournament-points")

    assert staff.get(REPORT)["Location"] == f"{REPORT}/tournament"


OFFERED = ["/", "/club/all-time/", "/club/all-time/?q=Nobody"]


@pytest.mark.parametrize(("role", "offers"), {"member": False, "visitor": False, "organiser": True}.items())
@pytest.mark.parametrize("url", OFFERED)
def test_a_tournament_ladder_offers_its_form_to_those_who_enter_results(client, ana, role, offers, url):
    make_ladder("tournament-points")
    sign_in(client, ana, role)

    page = flat(client.get(url).text)

    assert (f'href="{REPORT}"' in page) is offers
    assert offers or "Report a match" not in page


def test_a_tournament_ladder_offers_members_no_report_of_their_own(member, ana):
    make_ladder("tournament-points")

    assert REPORT not in member.get(ana.get_absolute_url()).text
    assert NO_DUELS in member.get(REPORT).text


def test_a_board_for_other_matches_is_reported_by_members(member):
    make_ladder("tournament-points", "chips-total")

    assert f'href="{REPORT}"' in member.get("/").text


def test_the_newest_open_season_decides_what_members_are_offered(member):
    first = season_of(make_ladder("chips-total"))
    close_season(first)
    open_next_season(first, slug="two", name="Two", boards=[("tournament-points", {})])
    reopen_season(first)

    assert '/report"' not in member.get("/").text


@pytest.mark.parametrize("url", PAGES)
def test_a_closed_season_takes_nothing(staff, url):
    season = season_of(make_ladder("warlocks-score", "tournament-points"))
    season.closed_at = timezone.now()
    season.save()

    assert staff.get(url).status_code == 403
    assert staff.post(url).status_code in (403, 405)


def test_where_recorders_enter_results_members_read_so_and_have_no_button(member):
    make_ladder(reporters="recorders")

    page, standings = member.get(REPORT), member.get("/club/all-time/").content.decode()

    assert page.status_code == 403
    assert "Recorders enter the results here. Give yours to one of them." in page.content.decode()
    assert member.post(REPORT, {"newcomer": "Ben", "winner": "me", "length": "5"}).status_code == 403
    assert not Match.objects.exists()
    assert REPORT not in standings
    assert "Recorders enter the results. Give yours to one of them." in member.get("/club/about").text


def test_where_any_member_reports_they_report_two_others(member, ana):
    make_ladder(reporters="any")

    assert '<a class="small" href="?for=others">For two others</a>' in member.get(REPORT).content.decode()
    sent = {"for": "others", "first": "Ben", "second": "Cy", "winner": "second", "length": "5"}
    assert member.post(REPORT, sent).status_code == 303
    assert Match.objects.get().reported_by == ana.user
    assert [side.player.name for side in Match.objects.get().participants.filter(score=1)] == ["Cy"]


def test_elsewhere_a_member_who_asks_for_others_reports_their_own(member):
    make_ladder()

    page = flat(member.get(f"{REPORT}?for=others").text)

    assert "For two others" not in page
    assert 'id="id_opponent"' in page
    sent = {"for": "others", "first": "Ben", "second": "Cy", "winner": "second", "length": "5"}
    assert member.post(REPORT, sent).status_code == 422
    assert not Match.objects.exists()


def test_a_member_never_reports_for_two_others(member, ana):
    make_ladder()

    assert 'name="first"' not in member.get(f"{REPORT}?for=others").content.decode()
    sent = {"for": "others", "first": "Ben", "second": "Cy", "winner": "first", "length": "5"}
    assert member.post(REPORT, sent).status_code == 422
    assert not Match.objects.exists()
