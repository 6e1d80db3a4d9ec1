"""Pages that are kept for visitors: never an older one, nothing of a member's, and 304 for who has it already."""

import gzip
from datetime import UTC, date, timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.cache import caches
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client
from django.utils import timezone

from ladder.club.actions import change_club, change_ladder
from ladder.matches.actions.corrections import void_match
from ladder.matches.actions.disputes import dispute_match
from ladder.models import Ladder, Match, Season
from ladder.pages.kept_pages import digest_source, keep_for_visitors, pack_page
from ladder.people.actions.players import change_player, change_player_visibility
from ladder.seasons.actions.life_cycle import change_season, close_season, open_next_season
from players.accounts.actions.invitations import link_account
from players.models import Club, Player
from players.models.club import remember_club
from tests.changes import merge_players, undo_merge
from tests.factories import make_ladder, make_member, make_player, play, season_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("memory")]
BOARD = "/club/all-time/match-length-elo/"
FOR_VISITORS = {"Hidden player", "Cyd G.", "Dee F."}
GZIP = {"Accept-Encoding": "br, gzip"}


@pytest.fixture
def season():
    season = season_of(make_ladder())
    play(season, "Ana Petrova", "Ben Ito")
    return season


def find_player(name):
    return Player.objects.get(name=name)


def list_pages():
    """Every page that is kept, of a match, of its players and of their ladder."""
    match = Match.objects.order_by("pk").first()
    one, other = (find_player(name).pk for name in ("Ana Petrova", "Ben Ito"))
    yesterday = timezone.localdate() - timedelta(1)
    ladder = ["/", f"{BOARD}rows?v=0-0", f"{BOARD}embed", "/club/feed.xml", "/club/log", f"{BOARD}?as-of={yesterday}"]
    ladder += ["/club/about", f"{BOARD}about"]
    people = [f"/players/{one}/", f"/players/{one}/statement/", f"/players/{one}/against/{other}/"]
    return [*ladder, f"/matches/{match.pk}/", *people, f"{BOARD}known?as-of={yesterday}"]


def test_the_second_visitor_gets_the_same_page_for_a_few_questions(season, django_assert_max_num_queries):
    for url in list_pages():
        first = Client().get(url, headers=GZIP)
        with django_assert_max_num_queries(5):  # the versions, names shown, and the players whom the address names
            second = Client().get(url, headers=GZIP)
        same = Client().get(url, headers=GZIP | {"If-None-Match": second["ETag"]})
        plain = Client().get(url)

        assert (first.status_code, first.content, first["ETag"]) == (200, second.content, second["ETag"]), url
        assert (same.status_code, same.content, same["ETag"]) == (304, b"", second["ETag"])
        assert (gzip.decompress(second.content), second["Content-Encoding"]) == (plain.content, "gzip")
        assert not first["ETag"].startswith("W/")
        assert plain["ETag"] != first["ETag"]  # a strong tag is of the bytes that are sent
        assert ("Cookie" in first["Vary"]) == (not url.endswith(("embed", "feed.xml")))
        assert "Accept-Encoding" in first["Vary"]
        assert first.cookies.output() == second.cookies.output()
        assert first["X-Request-ID"] != second["X-Request-ID"]
        assert first["X-Request-ID"] not in plain.content.decode()


def test_all_whose_table_is_out_of_date_get_the_same_rows_however_old_theirs_is(season, django_assert_max_num_queries):
    live = {"HX-Request": "true"}
    first = Client().get(f"{BOARD}rows?v=0-0", headers=live)
    with django_assert_max_num_queries(4):
        second = Client().get(f"{BOARD}rows?v=1-0", headers=live)
    assert (first.status_code, first.content) == (200, second.content)


def change_in_this_order(season, olga):
    """Yield what changes, one after the other, with a page that shows it, and words that it then has."""
    match, ladder, follower = Match.objects.get(), season.ladder, Season.objects.filter(slug="next")
    ana, ben = find_player("Ana Petrova"), find_player("Ben Ito")
    page, other, account = f"/matches/{match.pk}/", f"/players/{ben.pk}/", User.objects.create_user("ben.i")
    link_account(player=ben, user=account)
    yield lambda: play(season, "Cyd Brown", "Ben Ito"), "/club/", "Cyd Brown"
    yield lambda: dispute_match(match=match, by=account, note="No", revision=1), page, "disputed"
    yield lambda: void_match(match=match, by=None, reason="A dream", revision=2), page, "A dream"
    yield lambda: change_player(player=find_player("Cyd Brown"), by=None, name="Cyd Green"), "/club/", "Cyd Green"
    yield lambda: change_player_visibility(player=ana, by=olga, hidden=True), page, "Hidden player"
    yield lambda: change_ladder(ladder=ladder, values={"name": "Skittles"}, by=None), "/club/", "Skittles"
    yield lambda: change_club(values={"name": "Otters"}), page, "Otters"
    yield lambda: change_club(values={"names": Club.Names.INITIAL}), "/club/", "Cyd G."
    yield lambda: make_ladder(slug="other", name="Darts ladder"), page, "Darts ladder"
    yield lambda: change_season(season=season, name="First days"), "/club/", "First days"
    yield lambda: close_season(Season.objects.get(pk=season.pk)), "/club/", "Season closed"
    yield lambda: open_next_season(season, slug="next", name="Next days"), "/club/", "Next days"
    yield lambda: play(follower.get(), "Dee Fox", "Ben Ito"), other, "Dee F."


def test_no_page_is_older_than_what_is_stored(season):
    olga = make_member("Olga").user
    olga.is_staff = True
    olga.save()
    reader, member = Client(), signed_in(olga)
    for change, url, words in change_in_this_order(season, olga):
        before = reader.get(url)
        assert words not in before.text, url
        member.get(url)
        change()
        after = reader.get(url, headers={"If-None-Match": before["ETag"]})
        assert (after.status_code, words in after.text) == (200, True), words
        assert reader.get(url, headers={"If-None-Match": after["ETag"]}).status_code == 304
        assert words in FOR_VISITORS or words in member.get(url).text, words


def unlink_account(player):
    player.user = None
    player.save()


def test_a_page_names_its_author_as_the_author_is_called_now(season):
    writer, lone, match = make_member("Olga Marsh"), make_player("Lia Park"), Match.objects.get()
    User.objects.filter(pk=writer.user.pk).update(is_staff=True)
    void_match(match=match, by=User.objects.get(pk=writer.user.pk), reason="A dream", revision=1)
    page, other = f"/matches/{match.pk}/", f"/players/{lone.pk}/"
    for change, url, words in (  # by and to people who play on no ladder
        (lambda: change_player(player=find_player("Olga Marsh"), by=None, name="Olga Field"), page, "Olga Field"),
        (lambda: merge_players(player=find_player("Olga Field"), into=lone), page, "Lia Park"),
        (lambda: merge_players(player=make_player("Mo Park"), into=lone), other, "Mo Park"),
        (lambda: undo_merge(player=find_player("Olga Field")), page, "Olga Field"),
        (lambda: unlink_account(find_player("Olga Field")), page, "olga marsh"),
        (lambda: link_account(player=find_player("Olga Field"), user=writer.user), page, "Olga Field"),
        (lambda: writer.user.delete(), page, "olga marsh"),
    ):
        assert words not in Client().get(url).text, words
        change()
        assert words in Client().get(url).text, words


def test_a_page_is_of_its_day(season, staff):
    """It is not over by itself: half a minute lies between."""
    with time_machine.travel("2026-03-01T23:59:40Z", tick=False):
        Match.objects.update(played_at=timezone.now())
        evening = [one.get("/club/") for one in (Client(), staff)]
    with time_machine.travel("2026-03-02T00:00:10Z", tick=False):
        headers = {"If-None-Match": evening[0]["ETag"]}
        morning = [one.get("/club/", headers=headers) for one in (Client(), staff)]
    for before, after in zip(evening, morning, strict=True):
        assert "Live, last result 23:59" in before.text
        assert "Live, last result 1 March" in after.text


def test_a_page_is_in_the_zone_that_its_process_knows(season):
    """23:30 in London in winter is 8:30 of the next day in Tokyo."""
    Match.objects.update(played_at=timezone.localtime().replace(2026, 1, 5, 23, 30, tzinfo=UTC))
    page = f"/matches/{Match.objects.get().pk}/"
    with time_machine.travel("2026-01-10T12:00:00Z", tick=False):  # the same day in both
        for zone, words in (("Europe/London", "Monday 5 January 2026"), ("Asia/Tokyo", "Tuesday 6 January 2026")):
            remember_club(Club(pk=Club.ONLY, time_zone=zone))
            assert words in Client().get(page).text


def test_the_header_lists_every_ladder_by_its_name_of_now(season):
    other = make_ladder(slug="other", name="Darts ladder")
    assert "Darts ladder" in Client().get("/club/").text
    change_ladder(ladder=other, values={"name": "Bowls"}, by=None)
    assert "Bowls" in Client().get("/club/").text


def test_a_note_names_nobody_who_is_hidden_since_then(season):
    """Lia plays on no ladder, so no version says that she is hidden."""
    lia, olga, match = make_player("Lia Park"), make_member("Olga").user, Match.objects.get()
    User.objects.filter(pk=olga.pk).update(is_staff=True)
    void_match(match=match, by=User.objects.get(pk=olga.pk), reason="Lia Park saw it", revision=1)
    page, version = f"/matches/{match.pk}/", Ladder.objects.get().version
    assert "Lia Park saw it" in Client().get(page).text
    change_player_visibility(player=lia, by=User.objects.get(pk=olga.pk), hidden=True)
    assert Ladder.objects.get().version == version
    assert "Lia" not in Client().get(page).text


def test_the_page_of_somebody_who_plays_nowhere_says_what_is_stored(season):
    lia = make_player("Lia Park")
    page = f"/players/{lia.pk}/"
    assert "Retired" not in Client().get(page).text
    change_player(player=lia, by=None, retired_on=date(2026, 3, 3))
    assert "Retired on 3 March 2026." in Client().get(page).text


def test_a_page_polls_as_often_as_its_process_says(season, settings):
    for seconds in (8, 9):
        settings.POLL_SECONDS = seconds
        assert f'hx-trigger="every {seconds}s' in Client().get("/club/").text


def test_a_part_is_not_given_for_the_page(season):
    answers = [Client().get(BOARD, headers=one) for one in ({}, {"HX-Request": "true"})]
    answers.append(Client().get(BOARD, headers={"HX-Request": "true", "HX-Boosted": "true"}))
    assert ["<html" in one.text for one in answers] == [True, False, True]


def test_a_page_made_by_other_code_is_not_given(season, settings, tmp_path):
    """Two machines share what they keep, and one has the next version already."""
    before = Client().get("/club/")
    key = next(iter(caches["pages"]._cache)).split(":")[-1]
    caches["pages"].set(key, pack_page(HttpResponse("of the version before")))
    assert Client().get("/club/").text == "of the version before"
    settings.BASE_DIR = tmp_path
    digest_source.cache_clear()
    try:
        assert Client().get("/club/").text == before.text
    finally:
        digest_source.cache_clear()


def test_each_board_and_each_day_has_its_own_figures_beside_it(staff):
    """Ana wins once, which is worth another change on each board; on the day before nobody had played."""
    season = season_of(make_ladder("match-length-elo", "elo"))
    play(season, "Ana", "Ben")
    boards = list(season.boards.order_by("position"))
    days = ("", f"?as-of={timezone.localdate() - timedelta(1)}")
    pages = [f"/club/all-time/{board.key}/{day}" for board in boards for day in days]
    kept = [read_beside(staff.get(page).text) for page in pages]
    fresh = []
    for page in pages:
        caches["pages"].clear()
        fresh.append(read_beside(staff.get(page).text))
    assert kept == fresh
    assert len(set(fresh)) == len(set(pages)) - 1  # nobody had played on either board


def read_beside(page):
    """What stands beside the table: the latest results and the figures of the season."""
    return page.partition('id="latest"')[2].partition("</main>")[0]


def test_the_latest_results_are_not_older_than_the_version(season, staff):
    assert "<b>Dee</b>" not in read_beside(staff.get("/club/").text)
    play(season, "Dee", "Ben")
    assert "<b>Dee</b>" in read_beside(staff.get("/club/").text)


def give_account(name):
    """Let somebody be able to confirm results."""
    Player.objects.filter(name=name).update(user=User.objects.create_user("ben.ito"))


def test_a_result_can_be_objected_to_until_the_minute(season):
    give_account("Ben Ito")
    Ladder.objects.update(confirm_hours=1)
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False):
        Match.objects.update(played_at=timezone.now(), confirm_by=timezone.now() + timedelta(hours=1))
        asked = Client().get("/club/")
    with time_machine.travel("2026-03-01T13:00:00Z", tick=False):
        over = Client().get("/club/")
    assert ["Unconfirmed" in one.text for one in (asked, over)] == [True, False]


def test_a_result_can_be_objected_to_until_the_minute_where_nobody_is_asked_any_more(season):
    give_account("Ben Ito")
    olga = signed_in(make_member("Olga").user)
    with time_machine.travel("2026-03-01T12:58:30Z", tick=False):
        Match.objects.update(played_at=timezone.now(), confirm_by=timezone.now() + timedelta(seconds=45))
        asked = [one.get("/club/").text for one in (Client(), olga)]  # `confirm_hours` is not set
    with time_machine.travel("2026-03-01T12:59:31Z", tick=False):
        over = [one.get("/club/").text for one in (Client(), olga)]
    assert ["Unconfirmed" in text for text in asked + over] == [True, True, False, False]


def test_a_process_that_knows_an_older_club_keeps_that_to_itself(season):
    Client().get("/club/")
    remember_club(Club(pk=Club.ONLY, name="The Badgers"))  # as another process does for two seconds after a change
    assert "The Badgers" in Client().get("/club/").text
    remember_club(Club(pk=Club.ONLY, name="The Otters"))
    assert "The Badgers" not in Client().get("/club/").text


def test_nobody_gets_what_is_a_members_own(season):
    ana = find_player("Ana Petrova")
    ana.user = User.objects.create_user("ana.p", "ana@club.example")
    ana.save()
    ana.hidden = True
    ana.save()
    visitor, member = Client(), signed_in(ana.user)
    for url in list_pages():
        member.get(url)  # first, so that hers would be the one that is kept
        seen = visitor.get(url)
        assert "Petrova" not in seen.text, url
        assert "ana.p" not in seen.text
        assert "Sign out" not in seen.text
        assert "csrfmiddlewaretoken" not in seen.text
        if "embed" not in url and "feed" not in url and "/players/" not in url:
            assert "Petrova" in member.get(url).text, url
    member.post("/accounts/logout/")
    assert "Petrova" not in member.get("/club/").text


def test_an_organiser_has_her_links_and_nobody_else_has_them(season):
    olga = make_member("Olga").user
    member, organiser = signed_in(make_member("Mia").user), signed_in(olga)
    User.objects.filter(pk=olga.pk).update(is_staff=True)
    pages = [one.get("/club/about").text for one in (member, organiser, member, Client())]
    assert ["For organisers" in page for page in pages] == [False, True, False, False]
    caches["pages"].clear()
    pages = [one.get("/club/about").text for one in (organiser, member, Client())]
    assert ["For organisers" in page for page in pages] == [True, False, False]


def test_choices_in_cookies_are_shown_and_other_cookies_are_not_seen(season, rf):
    dark = Client()
    dark.cookies["theme"] = "dark"
    assert ["data-theme" in one.get("/club/").text for one in (dark, Client())] == [True, False]
    odd = Client()
    odd.cookies["tracker"] = "1"
    assert odd.get("/club/")["ETag"] == Client().get("/club/")["ETag"]
    odd.cookies["csrftoken"] = "no token"  # of another program on the same host
    for url in list_pages():
        assert odd.get(url).status_code == 200, url


def test_nothing_is_kept_before_there_is_a_ladder(client):
    assert "ETag" not in client.get("/")


@keep_for_visitors
def show_form(request):
    return HttpResponse(get_token(request))


def test_a_page_with_a_token_is_never_kept(season, rf, client):
    answers = []
    for _ in range(2):
        request = rf.get("/")
        request.session = client.session
        request.resolver_match = None
        request.META["CSRF_COOKIE"] = "a" * 32
        answers.append(show_form(request))
    assert answers[0].content != answers[1].content
    assert "ETag" not in answers[0]


@pytest.mark.parametrize(
    ("query", "is_kept"),
    [
        ("?sort=player&page=2&who=all", True),
        ("?what=" + "x" * 115, True),
        ("?what=" + "x" * 116, False),
        ("?q=ana", False),
        ("?utm_source=a", False),
        ("?page=1&page=2&other=", False),
    ],
)
def test_only_pages_that_others_may_ask_for_are_kept(season, query, is_kept):
    Client().get("/club/")
    before = len(caches["pages"]._cache)

    assert Client().get(f"/club/{query}").status_code == 200
    assert len(caches["pages"]._cache) - before == is_kept


def test_no_page_is_kept_for_a_choice_that_no_page_offers(season):
    client = Client()
    client.cookies["theme"] = "x" * 200
    before = len(caches["pages"]._cache)
    assert client.get("/club/log").status_code == 200
    assert len(caches["pages"]._cache) == before


def test_words_that_are_looked_for_are_cut_where_they_are_read(season):
    page = Client().get("/club/", {"q": "n" * 60_000})
    assert page.context["q"] == "n" * 80
