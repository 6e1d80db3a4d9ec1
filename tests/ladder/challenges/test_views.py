"""The challenges of a ladder: who is listed and why not, the answers, and whose they are not."""

from copy import copy
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from ladder.access.permissions import NO_PLAYER
from ladder.challenges.actions import accept_challenge, challenge_side, open_battle
from ladder.challenges.reports import record_walkover
from ladder.models import Fixture, Ladder, Match, Role, State
from players.models import Notice, Player
from tests.factories import make_ladder, make_member, make_player, play, season_of, signed_in
from tests.markup import flat, posted_by

pytestmark = pytest.mark.django_db
URL = "/club/challenges"
VERBS = ("accept", "decline", "withdraw")


@pytest.fixture
def season():
    return season_of(make_ladder())


@pytest.fixture
def asked(season, ana, ben):
    """A challenge of Ben to Ana."""
    return challenge_side(season=season, by=ben.user, opponents=[ana])


def words(answer):
    return flat(answer.text)


def test_visitors_sign_in_first(client, season):
    answer = client.get(URL)
    assert (answer.status_code, answer.url) == (303, "/accounts/login/?next=/club/challenges")


@pytest.mark.parametrize(("verb", "state"), [("accept", State.ACCEPTED), ("decline", State.DECLINED)])
def test_a_challenge_is_answered_on_home(member, asked, verb, state):
    Fixture.objects.update(facts={"length": 9}, note="At eight")
    home = words(member.get("/"))
    assert "<b>Ben</b>challenged you" in home
    assert "Rated, 9-point match, “At eight”. Club, until" in home
    url = f"/challenges/{asked.pk}/{verb}"

    answer = member.post(url, posted_by(home, url), follow=True)

    assert answer.redirect_chain == [("/", 303)]
    assert "challenged you" not in words(answer)
    assert Fixture.objects.get().state == state


def test_home_of_the_challenger_and_of_others_is_silent(season, asked, ben):
    others = [signed_in(player.user) for player in (ben, make_member("Cy"))]
    assert [home for home in others if "challenged you" in home.get("/").text] == []


def test_home_asks_nobody_to_answer_themselves(member, asked, ana, ben):
    Player.objects.filter(pk=ben.pk).update(user=None, merged_into=ana)
    assert "challenged you" not in flat(member.get("/").text)


def test_everybody_around_is_listed_with_what_a_win_is_worth(member, ana, ben, season):
    play(season, "Cy", "Dora")
    text = words(member.get(URL))
    # Two new players at 1,800 and a match of 5 points: 4 x sqrt(5) x 0.5 = 4.47 (B-3).
    assert '<span class="vh">Ben:</span>Challenge for +4.5</button>' in text
    assert 'class="self"' in text


def test_players_without_a_rank_stand_below_the_others(member, ana, ben, season):
    """Ben, who leads, has not played for 74 days, so he has no rank; Cy has the second place."""
    make_member("Cy")
    today = timezone.localdate()
    play(season, "Ben", "Dora", on=today - timedelta(74))
    play(season, "Cy", "Dora", on=today)
    lines = member.get(URL).context["lines"]
    assert [(one.rank, one.name) for one in lines if not one.is_me] == [("1", "Cy"), ("–", "Ben")]


def test_players_without_an_account_are_one_line_with_the_way_to_invite_them(member, ana, ben, season):
    play(season, "Cy", "Dora")
    organiser = signed_in(User.objects.create_user("olga", is_staff=True))
    Player.objects.create(name="Olga", user=User.objects.get(username="olga"))
    text = words(member.get(URL))
    assert "2 players can’t be challenged here yet, because they have no account. An organiser can invite them." in text
    assert "Dora" not in text
    assert '<a href="/players/">Invite them</a>' in words(organiser.get(URL))


def test_agreed_and_asked_matches_come_before_everybody_else(member, season, asked, ana, ben):
    accept_challenge(challenge=asked, by=ana.user)
    challenge_side(season=season, by=ana.user, opponents=[make_member("Cy")])
    challenge_side(season=season, by=make_member("Dora").user, opponents=[ana])
    text = words(member.get(URL))
    found = ["For you to answer", "Dora</b>challenged you", "Your matches and", "Ben</b>v Ana", "Ana</b>v Cy"]
    places = [text.index(one) for one in [*found, "New challenge", "Other challenges"]]
    assert places == sorted(places)


def test_accept_stands_beside_the_rating_of_the_challenger_and_what_is_at_stake(member, season, asked, ana):
    # Two players at 1,800 and a match of 5 points: 4 x sqrt(5) x 0.5 = 4.47 either way (B-3).
    assert "Rating 1,800. A win is worth +4.5, a loss −4.5." in words(member.get(URL))


ARRANGED = {"arrange": "1", "arrange-first": "Cy", "arrange-second": "dora", "arrange-length": "7"}


def test_an_organiser_arranges_a_match_for_two_without_accounts(client, season):
    play(season, "Cy", "Dora")
    client.force_login(User.objects.create_user("olga", is_staff=True))
    answer = client.post(URL, ARRANGED | {"arrange-note": "On Friday"})
    assert (answer.status_code, answer.url) == (303, URL)
    made = Fixture.objects.get()
    assert (made.state, made.facts, made.by.name) == (State.ACCEPTED, {"length": 7}, "Cy")
    text = words(client.get(URL))
    assert "Cy and Dora have a match to play." in text
    assert f'href="/club/all-time/report?challenge={made.pk}">Report the result' in text


def test_a_name_that_nobody_has_is_refused_beside_its_field_when_a_match_is_arranged(client, season):
    make_player("Cy")
    client.force_login(User.objects.create_user("olga", is_staff=True))
    answer = client.post(URL, ARRANGED)
    assert answer.status_code == 422
    text = words(answer)
    assert 'id="id_arrange-second_error"><p class="err">Nobody is called “dora”.' in text
    assert 'name="arrange-first" value="Cy"' in text


def test_members_arrange_nothing_for_others(member, season, ben):
    play(season, "Cy", "Dora")
    assert "Arrange a match" not in flat(member.get(URL).text)
    assert member.post(URL, ARRANGED).status_code == 403
    assert not Fixture.objects.exists()


def test_a_challenge_is_made_by_its_button(member, ana, ben, season):
    answer = member.post(URL, {"opponent": ben.pk, "kind": "rated"})
    assert (answer.status_code, answer.url) == (303, URL)
    made = Fixture.objects.get()
    assert (made.by, made.facts, made.state) == (ana, {"length": 5}, State.OPEN)
    text = words(member.get(URL))
    assert "You challenged Ben." in text
    assert "Challenged, open until" in text


def test_the_length_is_the_one_played_last(member, ana, ben, season):
    play(season, "Ana", "Cy", 7)
    member.post(URL, {"opponent": ben.pk})
    assert Fixture.objects.get().facts == {"length": 7}


def test_the_length_is_chosen_and_a_win_is_worth_what_it_brings_then(member, ana, ben, season):
    # Two new players at 1,800 and a match of 9 points: 4 x sqrt(9) x 0.5 = 6 (B-3).
    assert "Challenge for +6</button>" in words(member.get(URL, {"length": "9"}))
    member.post(URL, {"opponent": ben.pk, "length": "9", "length_other": ""})
    assert Fixture.objects.get().facts == {"length": 9}
    Fixture.objects.all().delete()
    member.post(URL, {"opponent": ben.pk, "length": "9", "length_other": "12", "rating": "1"})
    assert Fixture.objects.get().facts == {"length": 12}


def test_a_note_is_read_by_the_two_and_by_nobody_else(member, ana, ben, season):
    member.post(URL, {"opponent": ben.pk, "note": " On <b>Thursday</b>\n after eight?"})
    note = "<q>On &lt;b&gt;Thursday&lt;/b&gt; after eight?</q>"
    assert note in flat(member.get(URL).text)
    assert note in flat(signed_in(ben.user).get(URL).text)
    assert Notice.objects.get().text.endswith("Note: “On <b>Thursday</b> after eight?”")
    others = flat(signed_in(make_member("Cy").user).get(URL).text)
    assert ("Ana</b>v Ben" in others, "Thursday" in others) == (True, False)


def test_what_was_typed_is_kept_when_it_is_refused(member, season):
    answer = member.post(URL, {"length": "9", "note": "On Thursday?"})
    assert answer.status_code == 422
    assert 'value="On Thursday?"' in answer.text
    assert [radio.data["selected"] for radio in answer.context["form"]["length"] if radio.data["value"] == "9"] == [
        True
    ]


def test_htmx_gets_the_live_part_and_a_toast(member, ben, season):
    answer = member.post(URL, {"opponent": ben.pk}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<div class="stack" id="challenges">')
    assert "You challenged Ben." in answer.headers["HX-Trigger"]


def test_the_one_who_is_asked_accepts(member, asked):
    assert "For you to answer" in words(member.get(URL))
    assert member.post(f"/challenges/{asked.pk}/accept").status_code == 303
    text = words(member.get(URL))
    assert "For you to answer" not in text
    assert f'href="/club/all-time/report?challenge={asked.pk}"' in text


def test_the_one_who_is_asked_declines(member, asked):
    member.post(f"/challenges/{asked.pk}/decline")
    assert Fixture.objects.get().state == State.DECLINED


def test_the_one_who_asked_withdraws(asked, ben):
    signed_in(ben.user).post(f"/challenges/{asked.pk}/withdraw")
    assert Fixture.objects.get().state == State.WITHDRAWN


@pytest.mark.parametrize("verb", VERBS)
def test_a_challenge_of_others_is_forbidden_and_changes_nothing(asked, verb):
    stranger = signed_in(make_member("Cy").user)
    assert stranger.post(f"/challenges/{asked.pk}/{verb}").status_code == 403
    assert Fixture.objects.get().state == State.OPEN


@pytest.mark.parametrize("verb", VERBS)
def test_answers_are_posted_by_members_to_a_challenge_that_is_there(client, member, asked, verb):
    assert member.get(f"/challenges/{asked.pk}/{verb}").status_code == 405
    assert member.post(f"/challenges/0/{verb}").status_code == 404
    assert member.post(f"/challenges/{'9' * 40}/{verb}").status_code == 404
    answer = Client().post(f"/challenges/{asked.pk}/{verb}")
    assert (answer.status_code, Fixture.objects.get().state) == (303, State.OPEN)


def test_an_answer_that_comes_too_late_says_so(member, asked, ben):
    signed_in(ben.user).post(f"/challenges/{asked.pk}/withdraw")
    answer = member.post(f"/challenges/{asked.pk}/accept")
    assert answer.status_code == 422
    assert '<p class="note bad" role="alert" tabindex="-1">This challenge was withdrawn.</p>' in answer.text


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"length_other": "0"}, "A match is 1 to 999 points long."),
        ({"length": "6"}, "Choose one of the buttons, or type another number."),
        ({"note": "a" * 201}, "at most 200 characters"),
        ({"note": "\u202e"}, "A note can&#x27;t hold invisible or control characters."),
        ({}, "Choose who to challenge."),
        ({"opponent": "x"}, "Choose one of the players shown here."),
        ({"opponent": "9" * 30}, "Choose one of the players shown here."),
        ({"opponent": "\x00"}, "Null characters are not allowed."),
        ({"opponent": "٣"}, "Choose one of the players shown here."),
        ({"places": "1"}, "A battle has 3 to 20 places."),
        ({"places": "4", "battle": "1"}, "Matches of this kind have two players."),
        ({"places": "4"}, "Choose who to challenge."),
        ({"places": "4", "battle": "1", "kind": "chess"}, "This season has no challenges of this kind."),
        ({"places": "4", "battle": "1", "kind": "\ud800"}, "Choose a kind shown here."),
        ({"places": "4", "battle": "1", "kind": "a" * 21}, "Choose a kind shown here."),
    ],
)
def test_what_can_not_be_is_refused_in_words(member, season, sent, said):
    data = urlencode(sent, errors="surrogatepass")
    answer = member.post(URL, data, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 422
    assert said in answer.text
    assert not Fixture.objects.exists()


def test_reasons_stand_in_the_place_of_the_button(member, ana, ben, season):
    Ladder.objects.update(rematch_days=7, challenge_reach=5, challenge_measure="rating")
    play(season, "Ana", "Ben", on=timezone.localdate() - timedelta(2))
    cy = make_member("Cy")
    play(season, "Cy", "Nobody", 25)
    cy.sits_out_until = timezone.localdate() + timedelta(400)
    cy.save()
    text = words(member.get(URL))
    assert "points apart, limit 5" in text
    assert "Sits out until" in text
    assert "You may challenge anyone within 5 points of you." in text
    Ladder.objects.update(challenge_reach=None)
    assert "You met 2 days ago, limit 7 days" in words(member.get(URL))


def test_an_account_without_a_player_is_told_how_to_get_one(staff, season):
    assert NO_PLAYER.replace("'", "&#x27;") in staff.get(URL).text


def test_a_ladder_of_tournaments_says_that_it_has_none(member):
    make_ladder("tournament-points", slug="meets")
    assert "Challenges aren’t possible in this season." in member.get("/meets/challenges").text
    assert member.get("/nowhere/challenges").status_code == 404


def test_the_header_leads_members_there(client, member, season):
    assert f'<a href="{URL}">' in flat(member.get("/club/all-time/").text)
    assert URL not in flat(Client().get("/club/all-time/").text)


def test_the_players_of_a_challenge_are_told(member, asked, ana, ben):
    assert f'<li id="challenge-{asked.pk}">' in member.get(URL).text
    member.post(f"/challenges/{asked.pk}/accept")
    assert "unread" not in member.get(URL).text
    told = {(one.player.name, one.text.partition(".")[0]) for one in Notice.objects.filter(kind="challenge")}
    assert told == {("Ana", "Ben challenged you to a match to 5"), ("Ben", "Ana accepted the challenge")}
    assert set(Notice.objects.values_list("url", flat=True)) == {f"{URL}#challenge-{asked.pk}"}


def test_an_accepted_one_is_called_off_by_the_buttons_of_both(member, asked, ana, ben):
    accept_challenge(challenge=asked, by=ana.user)
    url, other = f"/challenges/{asked.pk}/call-off", signed_in(ben.user)
    assert "Ask to call it off" in member.get(URL).text
    assert member.post(url).url == URL
    text = member.get(URL).text
    assert ("You ask to call it off." in text, "Ask to call it off<" in text) == (True, False)
    text = other.get(URL).text
    assert ("Ana asks to call it off." in text, "Agree to call it off" in text) == (True, True)
    assert "Called off." in other.post(url, headers={"HX-Request": "true"}).headers["HX-Trigger"]
    assert '<span class="tag void">Called off</span>' in words(member.get(URL))


def test_an_organiser_has_a_button_that_calls_it_off(staff, asked):
    url = f"/challenges/{asked.pk}/close"
    assert f'action="{url}"' in staff.get(URL).text
    staff.post(url)
    assert Fixture.objects.get().state == State.CALLED_OFF


def test_a_season_that_closed_has_none(member, season):
    type(season).objects.update(closed_at=timezone.now())
    assert member.get(URL).status_code == 404


def test_battles_are_opened_by_kind(member, ana):
    season = season_of(make_ladder("warlocks-score", slug="games"))
    page = words(member.get("/games/challenges?kind=friendly"))
    assert "Open a battle" in page
    assert '<a href="/games/challenges?kind=very-friendly">Very friendly</a>' in page
    answer = member.post("/games/challenges", {"places": "4", "battle": "1", "kind": "friendly"})
    assert answer.url == "/games/challenges?kind=friendly"
    made = Fixture.objects.get(season=season)
    assert (made.places, made.kind) == (4, "friendly")
    other = signed_in(make_member("Ben").user)
    assert "Needs 3" in words(other.get("/games/challenges"))
    other.post(f"/challenges/{made.pk}/accept")
    assert "Needs 2" in words(other.get("/games/challenges"))


def test_the_report_is_filled_in_from_the_challenge_and_ends_it(member, asked, ana, ben):
    accept_challenge(challenge=asked, by=ana.user)
    url = f"/club/all-time/report?challenge={asked.pk}"
    text = words(member.get(url))
    assert f'value="{ben.pk}" autocomplete="off" checked' in text
    assert f'<input type="hidden" name="challenge" value="{asked.pk}">' in text
    assert "Began at" not in text
    sent = {"opponent": str(ben.pk), "length": "5", "winner": "me", "challenge": str(asked.pk)}
    assert member.post("/club/all-time/report", sent).status_code == 303
    found = Fixture.objects.select_related("match").get()
    assert found.state == State.PLAYED
    assert found.match.started_at == found.accepted_at


def test_another_opponent_is_refused_beside_the_form(member, asked, ana):
    accept_challenge(challenge=asked, by=ana.user)
    sent = {"newcomer": "Cy", "length": "5", "winner": "me", "challenge": str(asked.pk)}
    answer = member.post("/club/all-time/report", sent)
    assert answer.status_code == 422
    assert "This challenge is between Ben and Ana." in answer.text
    assert not Match.objects.exists()


def test_a_battle_has_a_row_for_everybody_who_joined(member, ana, ben):
    season = season_of(make_ladder("warlocks-score", slug="games"))
    made = open_battle(season=season, by=ana.user, places=3)
    for player in (ben, make_member("Cy")):
        accept_challenge(challenge=made, by=player.user)
    url = f"/games/all-time/report/battle?challenge={made.pk}"
    assert url in member.get("/games/challenges").text
    text = member.get(url).text
    assert [name for name in ("Ana", "Ben", "Cy") if f'value="{name}"' in text] == ["Ana", "Ben", "Cy"]


@pytest.mark.parametrize("asked_for", ["0", "x", "9" * 30, "\x00"])
def test_the_report_of_no_challenge_is_not_found(member, season, asked_for):
    assert member.get("/club/all-time/report", {"challenge": asked_for}).status_code == 404


def test_the_report_of_a_challenge_of_others_is_forbidden(asked, ana):
    accept_challenge(challenge=asked, by=ana.user)
    stranger = signed_in(make_member("Cy").user)
    assert stranger.get(f"/club/all-time/report?challenge={asked.pk}").status_code == 403
    assert stranger.get(f"/club/all-time/report/stake?challenge={asked.pk}").status_code == 403


@pytest.mark.parametrize("others", [2, 12])
def test_the_page_takes_the_same_queries_however_many_there_are(member, ana, season, django_assert_num_queries, others):
    players = [make_player(f"Player {number}") for number in range(others)]
    for player in players:
        play(season, player.name, "Ana")
    for player in (make_member("Ben"), make_member("Cy")):
        challenge_side(season=season, by=player.user, opponents=[ana])
    with django_assert_num_queries(33):
        assert member.get(URL, headers={"HX-Request": "true"}).status_code == 200


def test_a_walkover_is_claimed_by_its_button_and_stands_on_the_match_page(member, asked, ana, ben):
    accept_challenge(challenge=asked, by=ana.user)
    claim = f'<button class="btn sm" name="winner" value="{ana.pk}">Walkover for Ana</button>'
    assert claim not in flat(member.get(URL).text)
    let_time_pass(days=14)
    assert claim in flat(member.get(URL).text)
    url = f"/challenges/{asked.pk}/walkover"
    assert member.post(url, {"winner": "x"}).status_code == 404
    assert member.post(url, {"winner": ben.pk}).status_code == 403
    member.post(url, {"winner": ana.pk})
    page = words(member.get(Match.objects.get().get_absolute_url()))
    assert "The match was not played. It is a win and a loss, but no rating changes." in page
    assert "Ben did not play." in page
    assert "Ana</b>beat Ben by walkover" in words(member.get("/club/all-time/"))
    assert "by walkover" in words(member.get(f"/players/{ben.pk}/"))
    assert "lost to Ana by walkover" in words(member.get(f"/players/{ben.pk}/statement/"))


def let_time_pass(days):
    """Let the one challenge have been accepted so many days ago."""
    of = Fixture.objects.get()
    names = ("answer_by", "accepted_at", "play_by", "decide_at")
    Fixture.objects.update(**{name: getattr(of, name) - timedelta(days) for name in names})


def test_one_not_played_in_time_stays_as_long_again_and_then_runs_out(member, asked, ana, ben, season):
    """There are 14 days to play it."""
    accept_challenge(challenge=asked, by=ana.user)
    let_time_pass(days=14)
    now = timezone.now()
    newer = Fixture(season=season, by=ben, kind="rated", made_at=now, answer_by=now, status=State.DECLINED)
    Fixture.objects.bulk_create([copy(newer) for _ in range(30)])

    assert "Walkover for Ana</button>" in flat(member.get(URL).text)

    Fixture.objects.exclude(pk=asked.pk).delete()
    let_time_pass(days=14)
    page = words(member.get(URL))
    assert ("Expired on today" in page, "Walkover for" in page, "Report the result" in page) == (True, False, False)
    late = member.post(f"/challenges/{asked.pk}/walkover", {"winner": ana.pk})
    assert (late.status_code, "This challenge has expired." in flat(late.text)) == (422, True)
    assert not Match.objects.exists()


def test_the_standings_say_behind_a_name_how_a_challenge_stands(client, member, asked, ana, ben, season):
    play(season, "Ana", "Ben")
    mark = '<a class="tag warn" href="/club/challenges">{}</a>'
    assert mark.format("Challenged you") in member.get("/club/all-time/").text
    assert mark.format("Challenged you") in member.get("/").text
    other = signed_in(ben.user)
    assert mark.format("Challenged") in other.get("/club/all-time/").text
    accept_challenge(challenge=asked, by=ana.user)
    assert mark.format("To play") in member.get("/club/all-time/").text
    assert "/club/challenges" not in Client().get("/club/all-time/").text


def test_where_recorders_report_no_button_leads_the_players_to_a_form_that_bars_them(member, asked, ana):
    accept_challenge(challenge=asked, by=ana.user)
    let_time_pass(days=14)
    Ladder.objects.update(reporters=Ladder.Reporters.RECORDERS)
    page = member.get(URL).text
    assert ("?challenge=" in page, "Walkover for" in page) == (False, False)
    Role.objects.create(ladder=asked.season.ladder, user=ana.user, role="recorder")
    page = flat(member.get(URL).text)
    assert ("?challenge=" in page, "Walkover for Ana" in page, "Walkover for Ben" in page) == (True, True, False)
    ana.user.is_staff = True
    ana.user.save()
    assert "?challenge=" in member.get(URL).text


def test_every_page_can_say_what_a_walkover_was(member, ana, ben, organiser):
    season = season_of(make_ladder("warlocks-score", "warlocks-elo", slug="games"))
    made = challenge_side(season=season, by=ana.user, opponents=[ben])
    accept_challenge(challenge=made, by=ben.user)
    match = record_walkover(challenge=made, winner=ana, by=organiser)
    profile = f"/players/{ana.pk}/"
    for path in (profile, f"{profile}statement/", f"{profile}against/{ben.pk}/", "/games/log", "/games/feed.xml"):
        assert member.get(path).status_code == 200
    assert "beat Ben by walkover" in words(member.get("/games/feed.xml"))
    staff = Client()
    staff.force_login(organiser)
    form = words(staff.get(f"/matches/{match.pk}/correct"))
    assert '<option value="walkover" selected>Walkover</option>' in form


def test_the_page_of_a_season_that_has_not_begun_says_so(member, ana, season):
    season.starts_on = timezone.localdate() + timedelta(9)
    season.save()
    assert season.starts_on.strftime("begins on %-d %B %Y.") in words(member.get(URL))


def test_the_page_of_a_season_that_runs_says_nothing_of_its_days(member, ana, season):
    assert "begins on" not in words(member.get(URL))


def test_an_open_challenge_is_said_to_be_not_answered_yet(member, asked):
    assert "Not answered yet" in words(member.get(URL))
