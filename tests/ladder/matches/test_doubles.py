"""Doubles are entered and disputed where singles are: in a row, with the venue code, to other partners."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.db.models import F

from ladder import ledger
from ladder.club.actions import create_ladder
from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.actions.corrections import correct_match
from ladder.matches.actions.venue_codes import end_venue_code, make_venue_code
from ladder.matches.forms.corrections import CorrectForm
from ladder.models import Match, Role
from players.models import Club, Notice, Player
from tests.changes import merge_players
from tests.factories import make_member, make_player, signed_in
from tests.markup import flat

pytestmark = pytest.mark.django_db
RECORD = "/club/all-time/record/teams"
SETS = {"scores": "allowed", "score_rule": "best of 3 sets to 6, 2 clear, at most 7"}
FOUR = {"player_0": "Ana", "player_1": "Ben", "player_2": "Cy", "player_3": "Di"}


@pytest.fixture
def ladder():
    for name in FOUR.values():
        make_player(name)
    return create_ladder(slug="club", name="Club", boards=[("points-exchange", {"takes": "both"})], **SETS)


@pytest.fixture
def user(ladder):
    user = User.objects.create_user("rec", password="let rec in")
    Role.objects.create(ladder=ladder, user=user, role="recorder")
    return user


@pytest.fixture
def recorder(user):
    return signed_in(user)


def told(match):
    """Return the names of the winners and those of the losers."""
    found = load_played_match(match).participants
    return tuple({one.player.name for one in found if one.score == score} for score in (1, 0))


def test_the_summary_of_a_form_names_its_sides_as_the_form_does(ladder):
    text = flat(signed_in(make_member("Eva").user).post("/club/all-time/report/teams", {"form_key": ""}).text)
    assert "Your partner</a>: Choose your partner." in text
    assert "Tapped" not in text


def test_a_recorder_types_winners_and_losers_and_the_form_is_there_again(recorder):
    make_player("Dietlinde")
    sent = FOUR | {"player_3": "Dietl", "score": "6-4 6-3", "date": "2026-01-05"}

    assert recorder.post(RECORD, sent)["Location"] == f"{RECORD}?date=2026-01-05"
    match = Match.objects.get()
    assert (told(match), match.games) == (({"Ana", "Ben"}, {"Cy", "Dietlinde"}), "6-4 6-3")
    page = flat(recorder.get(f"{RECORD}?date=2026-01-05").text)
    assert "<b>Ana and Ben</b>beat Cy and Dietlinde," in page
    assert [page.count(label) for label in (">Winner 2</label>", ">Loser 1</label>", 'value="2026-01-05"')] == [1, 1, 1]


def test_winners_are_tapped_too(recorder):
    keys = {name: make_player(name).pk for name in FOUR.values()}
    page = recorder.get(RECORD).text
    assert all(f'name="tapped_{number}" value="{key}"' in flat(page) for number in (1, 2) for key in keys.values())

    recorder.post(RECORD, {"tapped_1": [keys["Di"], keys["Ana"]], "tapped_2": keys["Cy"], "player_2": "Ben"})

    assert told(Match.objects.get()) == ({"Ana", "Di"}, {"Ben", "Cy"})


WRONG = [
    ({"player_1": ""}, "player_1", "Enter a name."),
    ({"player_2": "Ana"}, "tapped_2", "Ana can appear only once. Choose someone else."),
    ({"score": "6-8 6-3"}, "score", "6–8"),
    ({"score": "4-6 3-6"}, "score", "By this score Cy and Di won, but “Ana and Ben won” is chosen."),
    ({"score": "1-2"}, "score", "By this score Cy and Di won, but “Ana and Ben won” is chosen."),
    ({"date": "1st"}, "date", "date"),
    ({"tapped_1": ["9" * 12]}, "tapped_1", "Choose from the players, or type a name."),
]


def test_what_is_wrong_stands_beside_its_field_and_nothing_is_lost(recorder):
    for changed, field, sentence in WRONG:
        sent = FOUR | {"score": "6-4 6-3"} | changed

        refused = recorder.post(RECORD, sent)

        assert (refused.status_code, sentence in str(refused.context["form"].errors.get(field))) == (422, True), field
        assert f'href="#id_{field}' in refused.text
        typed = {name: value for name, value in sent.items() if not name.startswith("tapped")}
        assert {name: refused.context["form"][name].value() for name in typed} == typed
    assert not Match.objects.exists()


def test_whoever_was_signed_out_finds_taps_and_names_again(client, user):
    keys = [str(make_player(name).pk) for name in ("Ana", "Ben")]
    sent = {"tapped_1": keys, "player_2": "Cy", "player_3": "Di & Co", "score": "6-4 6-3"}

    login = client.post(RECORD, sent | {"form_key": "1", "sure": "names"})

    back = parse_qs(urlsplit(login["Location"]).query)["next"][0]
    client.force_login(user)
    page = client.get(back)
    assert all(f'value="{key}" autocomplete="off" checked' in flat(page.text) for key in keys)
    assert [page.context["form"][name].value() for name in ("player_3", "score")] == ["Di & Co", "6-4 6-3"]
    assert not Match.objects.exists()


def test_both_kinds_of_sittings_lead_to_each_other_and_members_are_turned_away(recorder, client, ladder):
    for url, other in ((RECORD, "/club/all-time/record"), ("/club/all-time/record", RECORD)):
        assert f'<a href="{other}">' in flat(recorder.get(url).text)
    assert f'href="{RECORD}"' in recorder.get("/club/all-time/report/teams?for=others").text
    client.force_login(User.objects.create_user("member"))
    assert client.get(RECORD).status_code == 403
    assert client.post(RECORD, FOUR).status_code == 403
    ladder.seasons.get().boards.update(options={"takes": "teams"})
    assert recorder.get("/club/all-time/record")["Location"] == RECORD
    ladder.seasons.get().boards.update(options={"takes": "singles"})
    assert recorder.get(RECORD).status_code == 404


def test_where_there_are_draws_the_sitting_asks_for_them(recorder, ladder):
    ladder.seasons.get().boards.update(system="elo", options={"takes": "teams"})

    recorder.post(RECORD, FOUR | {"winner": "draw"})

    assert {one.score for one in load_played_match(Match.objects.get()).participants} == {0.5}


VENUE = "/club/at-the-venue/report/teams"


@pytest.fixture
def there(client, ladder):
    """A browser at the venue."""
    client.post("/club/at-the-venue", {"code": make_venue_code(ladder=ladder, by=None)})
    return client


def test_doubles_are_reported_at_the_venue_with_what_is_at_stake(there, ladder):
    ladder.counts_when_confirmed, ladder.confirm_hours = True, 48
    ladder.save()
    cy = make_member("Cy")
    assert f'<a href="{VENUE}">Doubles</a>' in flat(there.get("/club/at-the-venue/report").text)
    live = there.post(VENUE, FOUR | {"preview": "1"}, headers={"HX-Request": "true"}).text
    assert "Ana and Ben beat Cy and Di, +" in live
    assert "<html" not in live
    assert not Match.objects.exists()

    answer = there.post(VENUE, FOUR | {"winner": "second", "score": "4-6 3-6"})

    assert (answer.status_code, answer.url) == (303, VENUE)
    match = Match.objects.get()
    assert (told(match), match.games) == (({"Cy", "Di"}, {"Ana", "Ben"}), "4-6 3-6")
    assert (match.at_venue, match.reported_by, match.is_pending) == (True, None, True)
    assert Notice.objects.get().player == cy
    assert "Yes, confirm" in signed_in(cy.user).get(match.get_absolute_url()).text


def test_the_venue_has_the_same_limits_for_sides(there, ladder, client):
    Club(pk=Club.ONLY, names=Club.Names.INITIAL).save()
    abel = make_player("Ana Abel").pk
    assert "Enter the full names." in there.post(VENUE, FOUR | {"player_0": "Anke Ohm", "winner": "first"}).text
    assert "Abel" not in there.get(VENUE).text + there.post(VENUE, {"tapped_1": abel, "preview": "1"}).text
    assert there.get("/club/at-the-venue/report/battle").url == "/club/at-the-venue/report"
    ladder.seasons.get().boards.update(options={"takes": "teams"})
    assert there.get("/club/at-the-venue/report").url == VENUE
    end_venue_code(ladder=ladder, by=None)
    signed_out = there.post(VENUE, FOUR | {"winner": "first"}, headers={"Origin": "http://testserver"})
    assert (signed_out.status_code, "Enter the code" in signed_out.text, "Ben" in signed_out.text) == (403, 1, 1)
    assert not Match.objects.exists()


@pytest.fixture
def match(ladder):
    """Ana reported that she and Ben beat Cy and Di, 6–4 6–3."""
    for name in FOUR.values():
        make_member(name)
    make_player("Eve")
    sent = {"player_1": "Ben", "player_2": "Cy", "player_3": "Di", "winner": "me", "score": "6-4 6-3"}
    signed_in(make_player("Ana").user).post("/club/all-time/report/teams", sent)
    return Match.objects.get()


PLAYED = FOUR | {"winner": "first", "score": "6-4 6-3", "ending": "", "reason": "", "revision": "1"}


def dispute(match, **changed):
    return signed_in(make_player("Cy").user).post(f"/matches/{match.pk}/dispute", PLAYED | changed)


def list_seated(form):
    """The names of those who are tapped in the form of a stored match."""
    return [Player.objects.get(pk=form[f"player_{seat}_tapped"].value()).name for seat in range(4)]


def test_an_opponent_proposes_other_partners_and_an_organiser_takes_them_over(match, recorder, user, ladder):
    Role.objects.filter(user=user).update(role="organiser")
    page = flat(signed_in(make_player("Cy").user).get(f"/matches/{match.pk}/dispute").text)
    assert [page.count(f"In place of {name}: another name</label>") for name in FOUR.values()] == [1, 1, 1, 1]
    assert dispute(match, player_1="eve", player_3="Ben").status_code == 303

    said = "Proposed result: <b>Ana and Eve beat Cy and Ben, 6–4 6–3</b>"
    assert [recorder.get(url).text.count(said) for url in ("/disputes/", match.get_absolute_url())] == [1, 2]
    assert told(match) == ({"Ana", "Ben"}, {"Cy", "Di"})
    url = f"/matches/{match.pk}/correct"
    fixed = signed_in(make_player("Ana").user).get(f"/matches/{match.pk}/fix").context["form"]
    keys = [make_player(name).pk for name in ("Eve", "Cy", "Ben")]
    assert [fixed["tapped_1"].value(), fixed["tapped_2"].value()] == [keys[:1], keys[1:]]
    form = recorder.get(url).context["form"]
    assert list_seated(form) == ["Ana", "Eve", "Cy", "Ben"]
    sent = {one.html_name: one.value() or "" for one in form} | {"reason": "As Cy says."}
    preview = recorder.post(url, sent | {"preview": "1"})
    assert "Ana and Eve beat Cy and Ben" in preview.text
    applied = recorder.post(url, sent | {"token": preview.context["token"]}, follow=True)
    assert told(Match.objects.get()) == ({"Ana", "Eve"}, {"Cy", "Ben"})
    assert "Proposed result" in applied.text  # in the history
    assert ledger.verify(ladder) == []


FIXED = [
    ({}, "Nothing has changed."),
    ({"tapped_1": ["Eve"]}, ({"Ana", "Eve"}, {"Cy", "Di"})),
    ({"player_1": "Eve"}, ({"Ana", "Eve"}, {"Cy", "Di"})),
    ({"tapped_2": ["Eve", "Di"]}, ({"Ana", "Ben"}, {"Eve", "Di"})),
    ({"tapped_2": ["Cy"], "player_2": "Eve"}, ({"Ana", "Ben"}, {"Cy", "Eve"})),
    ({"player_2": "Eve"}, "A side has 2 players."),  # in place of whom?
]


@pytest.mark.parametrize(("changed", "outcome"), FIXED, ids=[str(changed) for changed, _ in FIXED])
def test_the_reporter_taps_who_played_in_place_of_somebody_who_did_not(match, changed, outcome):
    """Those who played are the tapped ones of the form; a typed name goes before the only partner."""
    reporter, url = signed_in(make_player("Ana").user), f"/matches/{match.pk}/fix"
    form = reporter.get(url).context["form"]
    sent = {one.html_name: one.value() or "" for one in form} | {"revision": "1"}
    keys = {name: [make_player(one).pk for one in value] for name, value in changed.items() if name[0] == "t"}

    answer = reporter.post(url, sent | changed | keys)

    if isinstance(outcome, str):
        assert (answer.status_code, outcome in answer.text) == (422, True)
    else:
        assert (answer.status_code, told(Match.objects.get())) == (303, outcome)


CAN_NOT_BE = [
    ({"player_1": "Nobody"}, "player_1", "Nobody here is called Nobody."),
    ({"player_1": "Cy"}, "player_2", "Each player can appear only once."),
    ({"player_1": " "}, "player_1", "Enter who played."),
    ({"score": "4-6 3-6"}, "score", "By this score Cy and Di won, not Ana and Ben."),
    ({"winner": "second"}, "score", "By this score Ana and Ben won, not Cy and Di."),
]


def test_what_can_not_be_proposed_is_said_beside_its_field(match):
    for changed, field, sentence in CAN_NOT_BE:
        refused = dispute(match, player_3="Eve", **changed)

        form = refused.context["form"]
        assert (refused.status_code, sentence in str(form.errors.get(field))) == (422, True), changed
        assert {name: form[name].value() for name in ("player_3", *changed)} == {"player_3": "Eve"} | changed
    assert Match.objects.get().revision == 1


def test_another_winner_in_a_dispute_has_a_button_that_turns_the_score(match):
    refused = flat(dispute(match, winner="second").text)
    assert '<button class="btn sm" name="meant" value="score=4-6 3-6">Cy and Di won, 4-6 3-6</button>' in refused

    assert dispute(match, winner="second", meant="score=4-6 3-6").status_code == 303
    assert match.revisions.last().proposed["games"] == "4-6 3-6"


def test_a_half_typed_name_in_a_dispute_is_asked_about(match):
    make_player("Odile Marchand")

    refused = dispute(match, player_1="Odile")
    page = flat(refused.text)
    assert refused.status_code == 422
    assert "Did you mean Odile Marchand?" in page
    assert '<button class="btn sm pri" name="meant" value="player_1=Odile Marchand">Odile Marchand</button>' in page
    assert 'name="sure"' not in page  # only players of the club can be proposed
    assert Match.objects.get().revision == 1

    assert dispute(match, player_1="Odile", meant="player_1=Odile Marchand", asked="name:odile").status_code == 303
    proposed = match.revisions.last().proposed["sides"]
    assert proposed[1]["player"] == make_player("Odile Marchand").pk


def test_who_was_proposed_stays_when_somebody_corrects_the_match_meanwhile(match, user):
    first, *others = load_played_match(match).participants
    participants = [first._replace(player=make_player("Fay")), *others]
    correct_match(match=match, by=None, reason="It was Fay.", revision=1, participants=participants)

    again = dispute(match, player_1="Eve").context["form"]

    assert list_seated(again) == ["Fay", "Eve", "Cy", "Di"]
    assert dispute(match, **{one.html_name: one.value() or "" for one in again}).status_code == 303
    merge_players(player=make_player("Eve"), into=make_player("Fay"))
    form = CorrectForm(match=Match.objects.get())
    assert list_seated(form) == ["Fay", "Ben", "Cy", "Di"]


SCORES = [
    ("6-4 6-7(5) 6-3", "4-6 7-6(5) 3-6", ["1", "2", "3"], [("won", ["6", "6(5)", "6"]), ("lost", ["4", "7", "3"])]),
    ("6-4 2-1 ret.", "4-6 1-2", ["1", "2"], [("won", ["6", "2"]), ("retired", ["4", "1"])]),
    ("2-1 in sets", "1-2 in sets", ["Sets"], [("won", ["2"]), ("lost", ["1"])]),
    ("", "", [], [("won", []), ("lost", [])]),
]


@pytest.mark.parametrize(("score", "turned", "headings", "lines"), SCORES)
@pytest.mark.parametrize("winners", [1, 2])
def test_the_page_of_a_match_of_doubles_has_its_score_as_a_board(
    ladder, recorder, winners, score, turned, headings, lines
):
    recorder.post(RECORD, FOUR | {"score": score, "date": "2026-01-05"})
    match = Match.objects.get()
    if winners == 2:
        match.participants.update(side=3 - F("side"))
        Match.objects.update(games=turned)

    board = recorder.get(match.get_absolute_url()).context["scoreboard"]

    assert board.headings == headings
    assert [(line.finish, line.numbers) for line in board.lines] == lines
    assert [{player.name for player in line.players} for line in board.lines] == [{"Ana", "Ben"}, {"Cy", "Di"}]
