"""An organiser says that the other side won, of singles and of doubles: one tap; score and handicap follow."""

from datetime import date

import pytest

from ladder import ledger
from ladder.club.actions import create_ladder
from ladder.formats import ParticipantResult, parse_games
from ladder.matches.actions.disputes import build_proposal, dispute_match
from ladder.models import Match
from players.models import Player
from tests.factories import at, enter_match, make_player, season_of
from tests.ladder.changes.previews import applied, previewed
from tests.markup import flat

pytestmark = [pytest.mark.django_db, pytest.mark.pages]
NAMES = ("Ana Almeida", "Ben Brandt", "Cy Castro", "Di Dahl")
SETS = {"scores": "allowed", "score_rule": "best of 3 sets to 6, 2 clear, at most 7"}
ELO = [("elo", {"takes": "both"})]  # which knows draws


@pytest.fixture
def season():
    return season_of(create_ladder(slug="club", name="Club", boards=ELO, takes_handicaps=True, **SETS))


def record(season, sides, scores=(1, 1, 0, 0), games="", **more):
    """Store a match of these players; of two where `sides` are two."""
    people = [ParticipantResult(make_player(name), score) for name, score in zip(NAMES, scores, strict=False)]
    found = [one._replace(side=side) for one, side in zip(people, sides, strict=False)] if len(sides) > 2 else people
    kind = more.pop("kind", "team" if len(sides) > 2 else "rated")
    given = {"games": parse_games(games), "played_at": at(date(2026, 1, 5)), "by": None, "kind": kind}
    return enter_match(season=season, participants=found, **given, **more)


DOUBLES, DOUBLES_TURNED, SINGLES = (1, 1, 2, 2), (2, 2, 1, 1), (1, 2)
SHAPES = [DOUBLES, DOUBLES_TURNED, SINGLES]


def scores_of(sides):
    return (1, 0) if sides == SINGLES else (1, 1, 0, 0)


def open_correction(client, match):
    """Return the address of a correction, and what its form sends when nothing is changed."""
    url = f"/matches/{match.pk}/correct"
    form = client.get(url).context["form"]
    return url, {one.html_name: one.value() for one in form if one.value() is not None}


def winners(match):
    rows = match.participants.order_by("seat").select_related("player")
    return [one.player.name.split()[0] for one in rows if one.score == 1]


def test_the_wrong_winner_of_doubles_is_one_tap_and_a_reason(staff, season):
    match = record(season, DOUBLES, games="6-4 6-3", facts={"handicap": 100})
    url, sent = open_correction(staff, match)
    page = flat(staff.get(url).text)
    assert "<legend>Who won?</legend>" in page
    assert [page.count(f"<b>{name}</b></span>") for name in ("Ana Almeida and Ben Brandt", "Draw")] == [1, 1]
    assert "<details><summary>Someone else played</summary>" in page

    changed = sent | {"winner": "second", "reason": "It was the other way round."}
    preview = flat(staff.post(url, changed | {"preview": "1"}).text)
    assert "<b>Cy Castro and Di Dahl beat Ana Almeida and Ben Brandt</b>" in preview
    assert '<span>Score</span><span><s class="muted">6–4 6–3</s><b>4–6 3–6</b></span>' in preview
    assert "andicap</span>" not in preview
    assert applied(staff, url, changed).status_code == 303

    match.refresh_from_db()
    assert (winners(match), match.games, match.facts) == (["Cy", "Di"], "4-6 3-6", {"handicap": 100})
    assert ledger.verify(season.ladder) == []


SCORES = [
    ({"games": "6-4 6-3"}, "4-6 3-6"),
    ({"games": "6-4 6-7(5) 6-3"}, "4-6 7-6(5) 3-6"),
    ({"games": "6-4 2-1", "ending": "retired"}, "4-6 1-2"),
    ({"games": "2-1 in sets"}, "1-2 in sets"),
    ({"kind": "walkover"}, ""),
    ({}, ""),
]


@pytest.mark.parametrize(("told", "turned"), SCORES, ids=lambda one: str(one))
@pytest.mark.parametrize("sides", SHAPES, ids=str)
def test_the_stored_score_turns_with_the_winner(staff, season, sides, told, turned):
    first = 1 if sides == DOUBLES_TURNED else 0
    scores = [1 - one if first else one for one in scores_of(sides)]  # side 1 won, which its score names first
    match = record(season, sides, scores, **told)
    url, sent = open_correction(staff, match)
    was, ending, kind = winners(match), match.ending, match.kind

    answer = applied(staff, url, sent | {"winner": "first" if first else "second", "reason": "Turned."})

    match.refresh_from_db()
    assert answer.status_code == 303
    assert {*winners(match), *was} == {name.split()[0] for name, _ in zip(NAMES, sides, strict=False)}
    assert winners(match) != was
    assert (match.games, match.ending, match.kind) == (turned, ending, kind)


@pytest.mark.parametrize("sides", SHAPES, ids=str)
def test_a_draw_has_no_winner_to_turn_and_its_score_says_so(staff, season, sides):
    season.ladder.score_rule = "best of 2 games to 11, 2 clear, draws"
    season.ladder.save()
    match = record(season, sides, (0.5,) * len(sides), "11-7 7-11")
    url, sent = open_correction(staff, match)

    refused = staff.post(url, sent | {"winner": "first", "preview": "1"})
    taken = applied(staff, url, sent | {"winner": "first", "score": "", "reason": "No draw."})

    assert "By this score nobody won, not Ana Almeida" in refused.text
    assert taken.status_code == 303
    assert winners(match)[0] == "Ana"


@pytest.mark.parametrize("sides", [DOUBLES, SINGLES], ids=str)
def test_a_score_that_was_typed_anew_is_taken_as_it_is(staff, season, sides):
    match = record(season, sides, scores_of(sides), "6-4 6-3")
    url, sent = open_correction(staff, match)

    refused = staff.post(url, sent | {"winner": "second", "score": "6-4 6-2", "preview": "1"})
    taken = applied(staff, url, sent | {"winner": "second", "score": "4-6 2-6", "reason": "So."})

    match.refresh_from_db()
    assert "By this score Ana Almeida" in str(refused.context["form"].errors["score"])
    assert (taken.status_code, match.games) == (303, "4-6 2-6")


def test_a_score_that_says_another_winner_has_a_button_for_either(staff, season):
    match = record(season, DOUBLES, games="6-4 6-3")
    url, sent = open_correction(staff, match)
    sent |= {"score": "4-6 2-6", "reason": "So."}

    page = flat(staff.post(url, sent | {"preview": "1"}).text)
    assert 'name="meant" value="winner=second">Cy Castro and Di Dahl won</button>' in page
    assert 'name="meant" value="score=6-4 6-2">Ana Almeida and Ben Brandt won, 6-4 6-2</button>' in page

    assert staff.post(url, sent | {"meant": "winner=second"}).context["form"].participants()[0].score == 0
    form = staff.post(url, sent | {"meant": "score=6-4 6-2"}).context["form"]
    assert (form.participants()[0].score, form["score"].value()) == (1, "6-4 6-2")


def test_a_score_alone_says_who_won_doubles(staff, season):
    match = record(season, DOUBLES_TURNED, (0, 0, 1, 1), "6-4 6-3")
    url, sent = open_correction(staff, match)
    assert "Cy Castro and Di Dahl’s points first" in staff.get(url).text

    applied(staff, url, sent | {"winner": "", "score": "3-6 4-6", "reason": "So."})

    match.refresh_from_db()
    assert (winners(match), match.games) == (["Ana", "Ben"], "3-6 4-6")


@pytest.mark.parametrize("sides", [DOUBLES, SINGLES], ids=str)
def test_whoever_retired_may_have_led_so_the_score_can_stay(staff, season, sides):
    match = record(season, sides, scores_of(sides), "6-4 2-1", ending="retired")
    url, sent = open_correction(staff, match)
    sent |= {"winner": "second", "reason": "Ana gave up."}
    button = '<button class="btn sm" name="meant" value="score=6-4 2-1 ret.">Leave the score as it was</button>'
    assert button in flat(staff.post(url, sent | {"preview": "1"}).text)

    left = staff.post(url, sent | {"meant": "score=6-4 2-1 ret."})
    assert ("Leave the score" in left.text, left.context["planned"]) == (False, True)
    again = {one.html_name: one.value() or "" for one in left.context["form"]} | {"token": left.context["token"]}

    assert staff.post(url, again).status_code == 303
    match.refresh_from_db()
    assert (match.games, match.ending) == ("6-4 2-1", "retired")
    assert "Ana" not in winners(match)


@pytest.mark.parametrize("points", [150, -150])
@pytest.mark.parametrize("sides", SHAPES, ids=str)
def test_a_handicap_stays_with_those_who_got_it(staff, season, sides, points):
    match = record(season, sides, scores_of(sides), facts={"handicap": points})
    url, sent = open_correction(staff, match)

    applied(staff, url, sent | {"winner": "second", "reason": "Turned."})

    match.refresh_from_db()
    assert match.facts == {"handicap": points}
    assert [one.side for one in match.participants.order_by("seat")] == (list(sides) if len(sides) > 2 else [0, 0])


SWAPPED = [
    (DOUBLES, {"of_side_0": "2", "of_side_1": "2", "of_side_2": "1", "of_side_3": "1"}),
    (DOUBLES_TURNED, dict(zip((f"player_{seat}" for seat in range(4)), (*NAMES[2:], *NAMES[:2]), strict=True))),
    (SINGLES, {"player_0": NAMES[1], "player_1": NAMES[0]}),
]


@pytest.mark.parametrize(("sides", "swapped"), SWAPPED, ids=["sides", "names of four", "names of two"])
def test_a_handicap_goes_with_people_who_change_sides(staff, season, sides, swapped):
    """Whoever swaps all players instead of the winner gets the same: 100 points are still for Ana's side."""
    points = -100 if sides == DOUBLES_TURNED else 100  # of side 1, or of the first player
    match = record(season, sides, scores_of(sides), "4-6 3-6" if points < 0 else "6-4 6-3", facts={"handicap": points})
    url, sent = open_correction(staff, match)

    preview = staff.post(url, sent | swapped | {"preview": "1"})
    assert "andicap</span>" not in preview.text
    applied(staff, url, sent | swapped | {"reason": "The wrong way round."})

    match.refresh_from_db()
    assert (match.facts, "Ana" in winners(match)) == ({"handicap": -points}, False)


def test_somebody_else_played_and_another_partner(staff, season):
    match = record(season, DOUBLES, games="6-4 6-3", facts={"handicap": 100})
    make_player("Eva Engel")
    url, sent = open_correction(staff, match)
    sent |= {"player_3": "Eva Engel", "of_side_1": "2", "of_side_3": "1", "reason": "Ben played with Cy."}

    preview = staff.post(url, sent | {"preview": "1"})
    assert "Ana Almeida and Eva Engel beat Ben Brandt and Cy Castro" in preview.text
    assert "<details open>" in flat(preview.text)
    assert staff.post(url, previewed(staff, url, sent)).status_code == 303

    match.refresh_from_db()
    assert (winners(match), match.games, match.facts) == (["Ana", "Eva"], "6-4 6-3", {"handicap": 100})
    assert ledger.verify(season.ladder) == []


WRONG = [
    ({"player_1": "Cy Castro"}, "player_2", "Each player can appear only once."),
    ({"player_2": "", "player_2_tapped": ""}, "player_2", "Enter a name."),
    ({"of_side_2": "1", "of_side_3": "1"}, "of_side_3", "Say who played on the other side."),
    ({"of_side_2": "3"}, "of_side_2", "Choose one of these."),
]


def test_what_is_wrong_with_the_players_opens_them(staff, season):
    url, sent = open_correction(staff, record(season, DOUBLES))

    for changed, field, sentence in WRONG:
        refused = staff.post(url, sent | changed | {"preview": "1"})
        assert (refused.status_code, sentence in str(refused.context["form"].errors.get(field))) == (422, True), changed
        assert "<details open>" in flat(refused.text)


def test_a_form_that_was_opened_before_it_asked_who_won_is_asked_now(staff, season):
    """It said of each player who won and who lost; what else was typed stays."""
    match = record(season, DOUBLES_TURNED, games="")
    url, sent = open_correction(staff, match)
    old = {name: value for name, value in sent.items() if name != "winner" and not name.startswith("of_side")}
    old |= {f"side_{seat}": "2" if seat < 2 else "1" for seat in range(4)} | {"reason": "Cy won.", "player_3": "Eva"}

    refused = staff.post(url, old)

    form = refused.context["form"]
    assert (refused.status_code, "Say who won." in str(form.errors["winner"])) == (422, True)
    assert [form[name].value() for name in ("player_3", "reason")] == ["Eva", "Cy won."]
    assert Match.objects.get().revision == 1


def test_a_disputed_match_that_is_right_keeps_its_score(staff, season, organiser):
    """A dispute said that the other one won; the form is filled in with that, and who won is put back."""
    match = record(season, SINGLES, (1, 0), "3-6 2-1", ending="retired")
    Player.objects.filter(name="Ben Brandt").update(user=organiser)
    other = build_proposal(match, 0.0, {}, parse_games(match.games), match.ending)
    dispute_match(match=match, by=organiser, note="", revision=1, proposed=other)
    url, sent = open_correction(staff, match)
    assert (sent["winner"], sent["score"]) == ("second", "3-6 2-1")

    assert applied(staff, url, sent | {"winner": "first", "reason": "As it was."}).status_code == 303
    match.refresh_from_db()
    assert (winners(match), match.games, match.ending) == (["Ana"], "3-6 2-1", "retired")
