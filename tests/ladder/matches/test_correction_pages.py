"""Organisers correct, void, restore and revert a match: what is shown first, what Apply commits, who may."""

from datetime import date, datetime, timedelta
from itertools import product

import pytest
from django.urls import reverse
from django.utils import timezone

from ladder import ledger
from ladder.club.actions import create_ladder
from ladder.formats import Exit, ParticipantResult
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.models import Match, RatingChange, Season, Standing
from ladder.seasons.actions.life_cycle import close_season, open_next_season, reopen_season
from players.models import Club, Player
from tests.afresh import afresh
from tests.factories import enter_match, make_ladder, make_player, play, season_of
from tests.ladder.changes.previews import applied, previewed
from tests.markup import flat, list_taps

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HTMX = {"HTTP_HX_REQUEST": "true"}
REASON = {"reason": "It was so."}
VERBS = ["correct", "void", "restore", "revert/1"]


@pytest.fixture
def season():
    return season_of(make_ladder())


@pytest.fixture
def match(season):
    return play(season, "Ana", "Ben", on=date(2026, 1, 1))


def correction(match, **values):
    local = timezone.localtime(match.played_at)
    names = {f"player_{one.seat}": one.player.name for one in match.participants.all()}
    when = {"date": f"{local:%Y-%m-%d}", "time": f"{local:%H:%M:%S}"}
    return {"length": "5", "winner": "first", "kind": "rated", **REASON, **names, **when, **values}


def correct(match):
    return f"/matches/{match.pk}/correct"


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("method", ["get", "post"])
def test_only_organisers_change_matches(member, match, verb, method):
    response = getattr(member, method)(f"/matches/{match.pk}/{verb}")

    assert response.status_code == 403
    assert "Only organisers can correct, void or restore matches." in response.content.decode()
    assert Match.objects.get().revision == 1


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("method", ["get", "post"])
def test_visitors_sign_in_first(client, match, verb, method):
    url = f"/matches/{match.pk}/{verb}"

    assert getattr(client, method)(url)["Location"] == f"/accounts/login/?next={url}"


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_no_other_method_is_answered(staff, match, verb, method):
    assert getattr(staff, method)(f"/matches/{match.pk}/{verb}").status_code == 405


@pytest.mark.parametrize("verb", VERBS)
def test_looking_changes_nothing(staff, match, verb):
    version = match.season.ladder.version

    assert staff.get(f"/matches/{match.pk}/{verb}").status_code == 200
    assert Match.objects.get().revision == 1
    assert season_of(match.season.ladder).ladder.version == version + 1  # the report's own


def test_a_correction_changes_the_match_and_its_history(staff, match):
    response = applied(staff, correct(match), correction(match, length="7", winner="second"))

    assert response.status_code == 303
    page = flat(staff.get(match.get_absolute_url()).text)
    assert '<h1 class="vh">Ben beat Ana, 7-point match</h1>' in page
    assert "length:<s>5</s>to<b>7</b>" in page
    assert "“It was so.”" in page


def test_what_was_not_touched_stays_to_the_microsecond(staff, season):
    match = play(season, "Ana", "Ben")

    applied(staff, correct(match), correction(match, length="7"))

    assert Match.objects.get().played_at == match.played_at


@pytest.mark.parametrize("verb", ["correct", "void"])
def test_a_preview_east_of_greenwich_tells_no_other_date(staff, match, verb):
    Club.objects.create(pk=1, time_zone="Asia/Tokyo")
    with timezone.override("Asia/Tokyo"):
        values = correction(match) | {"preview": "1"}

    preview = staff.post(f"/matches/{match.pk}/{verb}", values).context

    assert (preview["planned"], preview["differences"]) == (True, [])


def test_a_preview_says_what_moves_and_stores_nothing(staff, season, match):
    """B-3: 4.47 points each way; Ben's win over Cara is rated anew."""
    play(season, "Ben", "Cara")

    response = staff.post(correct(match), correction(match, winner="second", preview="1", reason=""), **HTMX)

    page = flat(response.text)
    assert response.status_code == 200
    assert page.lstrip().startswith('<section class="sec stack" id="preview"')
    assert "<dt>Matches recalculated</dt><dd>2</dd>" in page
    assert '<span>Winner</span><span><s class="muted">Ana</s><b>Ben</b></span>' in page
    assert Match.objects.get(pk=match.pk).revision == 1


def test_a_preview_says_who_would_lead(staff, match):
    page = staff.post(correct(match), correction(match, winner="second", preview="1")).content.decode()

    assert "Ben leads All time instead of Ana." in page


def test_the_page_says_what_the_match_says_with_its_length(staff, match):
    assert "Current result: <b>Ana beat Ben, 5-point match</b>." in staff.get(correct(match)).content.decode()


def test_apply_without_a_preview_shows_it_first(staff, match):
    response = staff.post(correct(match), correction(match, length="7"))

    assert response.status_code == 200
    assert "Check the preview, then apply it." in response.content.decode()
    assert Match.objects.get().revision == 1
    assert staff.post(correct(match), correction(match, length="7", token=response.context["token"])).status_code == 303


def test_apply_of_something_else_than_was_shown_shows_it_first(staff, match):
    seen = previewed(staff, correct(match), correction(match, length="7"))

    response = staff.post(correct(match), seen | {"length": "9"})

    assert response.status_code == 200
    assert Match.objects.get().facts == {"length": 5}


def test_a_new_result_meanwhile_asks_for_another_look(staff, season, match):
    seen = previewed(staff, correct(match), correction(match, length="7"))
    play(season, "Ana", "Cara")

    response = staff.post(correct(match), seen)

    assert response.status_code == 409
    assert "A new result came in. Check the preview again." in response.content.decode()
    assert Match.objects.get(pk=match.pk).facts == {"length": 5}
    assert staff.post(correct(match), seen | {"token": response.context["token"]}).status_code == 303
    assert ledger.verify(season.ladder) == []


def test_a_correction_needs_a_reason_and_keeps_the_preview(staff, match):
    response = applied(staff, correct(match), correction(match, length="7", reason=" "))

    page = response.content.decode()
    assert response.status_code == 422
    assert "Say why." in page
    assert 'name="token"' in page


def test_the_second_organiser_hears_of_the_first_and_keeps_their_form(staff, match, organiser):
    seen = previewed(staff, correct(match), correction(match, reason="Length was 7."))
    void_match(match=match, by=organiser, reason="Entered twice.", revision=1)

    response = staff.post(correct(match), seen)

    assert response.status_code == 409
    assert "organiser voided this match in the meantime. “Entered twice.”" in response.content.decode()
    assert "Length was 7." in response.content.decode()


def test_a_reason_is_as_long_as_its_column(staff, match):
    response = applied(staff, correct(match), correction(match, reason="x" * 301))

    assert response.status_code == 422
    assert "Ensure this value has at most 300 characters (it has 301)." in response.text


def test_a_match_is_voided_and_restored_with_reasons(staff, match):
    applied(staff, f"/matches/{match.pk}/void", REASON)
    assert Match.objects.get().is_void

    applied(staff, f"/matches/{match.pk}/restore", REASON)
    assert not Match.objects.get().is_void


@pytest.mark.parametrize("verb", ["void", "restore", "revert/1"])
def test_what_needs_only_a_reason_is_shown_at_once(staff, match, verb):
    if verb == "restore":
        void_match(match=match, by=None, reason="A test.", revision=1)

    page = staff.get(f"/matches/{match.pk}/{verb}").content.decode()

    assert 'name="token"' in page


@pytest.mark.parametrize("verb", ["correct", "void"])
def test_the_page_says_what_apply_waits_for(staff, match, verb):
    says = '<span class="lacks">Check the preview and give a reason first.</span>'
    assert says in flat(staff.get(f"/matches/{match.pk}/{verb}").text)


def test_a_void_match_is_not_voided_again(staff, match):
    void_match(match=match, by=None, reason="A test.", revision=1)

    page = staff.get(f"/matches/{match.pk}/void").content.decode()

    assert "This match is already void." in page
    assert 'name="token"' not in page


def test_a_match_goes_back_to_an_earlier_version(staff, season, match):
    correct_match(match=match, by=None, reason="A slip.", revision=1, facts={"length": 9})
    history = flat(staff.get(match.get_absolute_url()).text)
    assert f'href="/matches/{match.pk}/revert/1"' in history
    assert f'href="/matches/{match.pk}/revert/2"' not in history  # it says that now

    page = flat(staff.get(f"/matches/{match.pk}/revert/1").text)
    assert '<span>Length</span><span><s class="muted">9</s><b>5</b></span>' in page
    response = applied(staff, f"/matches/{match.pk}/revert/1", REASON)

    assert response.status_code == 303
    assert Match.objects.get().facts == {"length": 5}
    assert ledger.verify(season.ladder) == []


def test_a_void_match_that_goes_back_counts_again(staff, match):
    void_match(match=match, by=None, reason="A slip.", revision=1)

    applied(staff, f"/matches/{match.pk}/revert/1", REASON)

    assert not Match.objects.get().is_void
    assert Match.objects.get().revisions.last().verb == "restore"


@pytest.mark.parametrize("number", ["0", "2", "9" * 30])
def test_an_unknown_version_is_not_found(staff, match, number):
    assert staff.get(f"/matches/{match.pk}/revert/{number}").status_code == 404


@pytest.mark.parametrize("typed", ["", "Di"], ids=["tapped", "typed, which goes first"])
def test_those_who_play_often_can_be_tapped_in_place_of_somebody_who_did_not(staff, season, match, typed):
    play(season, "Cy", "Di")
    page = staff.get(correct(match))
    assert list_taps(page, "player_0") == {"Ana": "checked", "Cy": "", "Di": ""}
    assert list_taps(page, "player_1") == {"Cy": "", "Di": "", "Ben": "checked"}
    assert "<details open>" not in flat(page.text)

    sent = {one.html_name: one.value() or "" for one in page.context["form"]} | REASON
    sent |= {"player_1": typed, "player_1_tapped": make_player("Cy").pk}
    assert f"<b>Ana beat {typed or 'Cy'}</b>" in staff.post(correct(match), sent | {"preview": "1"}).text
    assert applied(staff, correct(match), sent).status_code == 303

    assert list(match.participants.values_list("player__name", flat=True)) == ["Ana", typed or "Cy"]
    assert ledger.verify(season.ladder) == []


def test_a_player_who_is_not_here_can_not_be_tapped(staff, match):
    sent = correction(match, player_1="", player_1_tapped="999", preview="1")

    refused = staff.post(correct(match), sent)

    assert refused.context["form"].errors["player_1_tapped"] == ["Choose one of the players, or type a name."]
    assert "<details open>" in flat(refused.text)


def test_a_preview_names_a_new_player_and_makes_none(staff, match):
    page = staff.post(correct(match), correction(match, player_1="Rafa", preview="1")).content.decode()

    assert '<th scope="row">Rafa</th>' in page
    assert not Player.objects.filter(name="Rafa").exists()


def test_a_preview_says_what_changes_in_the_season_that_opens_from_this_one(staff, season, match):
    closed = close_season(season)
    open_next_season(closed, slug="next", name="Next", rule=Season.Rule.CARRY)
    reopen_season(closed)

    page = flat(staff.get(f"/matches/{match.pk}/void").text)

    assert "Next: Match-length Elo" in page
    assert "2 starting ratings change." in page


@pytest.mark.parametrize("verb", VERBS)
def test_a_closed_season_asks_to_be_reopened(staff, season, match, verb):
    close_season(season)
    url = f"/matches/{match.pk}/{verb}"

    page = staff.get(url).content.decode()
    assert "All time is closed" in page
    assert 'action="/club/all-time/reopen"' in page
    assert staff.post(url, REASON).status_code == 409
    assert Match.objects.get().revision == 1


def test_matches_that_would_not_have_been_allowed_are_named(staff, organiser):
    """W-9: whoever is more than 25 apart may not play for the ladder; here the limit is 1."""
    ladder = create_ladder(slug="war", name="War", boards=[("warlocks-score", {"reach": 1})])
    season = season_of(ladder)
    first = fight(season, "Ana", "Ben", 1)
    fight(season, "Cy", "Ana", 2)

    page = flat(staff.get(f"/matches/{first.pk}/void").text)

    assert "Not allowed at the time" not in page
    assert RatingChange.objects.count() == 4


def fight(season, winner, loser, day):
    participants = [
        ParticipantResult(make_player(winner), exit=Exit("standing")),
        ParticipantResult(make_player(loser), exit=Exit("dead", 1)),
    ]
    at = datetime(2026, 1, day, 12, tzinfo=timezone.get_default_timezone())
    return enter_match(season=season, participants=participants, by=None, kind="ladder", played_at=at)


NASTY = ["\x00", "9" * 40, "-1", "nan", "\u202eevil", "x" * 3000, "", "1-1-zzzz", "٣-1-0000000000000000"]


@pytest.mark.strict
@pytest.mark.parametrize(
    "field", ["player_0", "date", "time", "kind", "winner", "length", "length_other", "token", "reason"]
)
def test_no_input_breaks_a_correction(staff, match, field):
    seen = previewed(staff, correct(match), correction(match))

    for value, extra in afresh([*product(NASTY, [{}]), *product(NASTY[:3], [{"preview": "1"}])]):
        response = staff.post(correct(match), seen | {field: value} | extra)
        assert response.status_code in (200, 303, 409, 422)


@pytest.mark.parametrize("verb", ["void", "revert/1"])
def test_no_token_breaks_a_change(staff, match, verb):
    for value in NASTY:
        response = staff.post(f"/matches/{match.pk}/{verb}", REASON | {"token": value})
        assert response.status_code in (200, 422)
    assert Match.objects.get().revision == 1


def test_a_token_of_huge_numbers_is_only_old(staff, match):
    seen = previewed(staff, f"/matches/{match.pk}/void", REASON)
    _, _, digests = seen["token"].split(" ", 2)
    token = f"{match.season.ladder_id}-{'9' * 18} {'9' * 18}-1 {'9' * 9} {digests}"

    response = staff.post(f"/matches/{match.pk}/void", REASON | {"token": token})

    assert response.status_code == 409
    assert not Match.objects.get().is_void


@pytest.mark.parametrize("others", [2, 12])
def test_a_preview_takes_a_constant_number_of_queries(staff, season, match, others, django_assert_max_num_queries):
    for number in range(others):
        play(season, "Ana", f"Foe {number}", on=date(2026, 1, 2) + timedelta(days=number))

    with django_assert_max_num_queries(50):  # fifteen for honours, eleven of which a site keeps
        staff.post(correct(match), correction(match, length="7", preview="1"), **HTMX)


def test_apply_locks_the_ladder_and_reads_the_match_under_it_once(staff, match, django_assert_num_queries):
    """It reads the match once more before, to show what is wrong with the form."""
    sent = previewed(staff, correct(match), correction(match, winner="second"))

    with django_assert_num_queries(46) as made:
        assert staff.post(correct(match), sent).status_code == 303

    whole = 'FROM "ladder_match" INNER JOIN "ladder_season"'
    assert sum(whole in one["sql"] for one in made.captured_queries) == 2


def test_standings_follow_exactly_what_was_shown(staff, season, match):
    play(season, "Ben", "Cara", on=date(2026, 1, 2))
    seen = previewed(staff, correct(match), correction(match, winner="second"))
    shown = staff.post(correct(match), seen | {"preview": "1"}).context["boards"][0].moves

    staff.post(correct(match), seen)

    system = season.boards.get().rating_system
    stored = {row.player.name: system.shown(row.rating) for row in Standing.objects.select_related("player")}
    assert {one.name: one.after for one in shown} == stored
    assert reverse("ladder:match_correct", args=[match.pk]) == correct(match)
