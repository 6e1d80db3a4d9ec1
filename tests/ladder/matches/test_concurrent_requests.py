"""Many people at once through the pages: nothing is lost or doubled, and whoever comes second is told."""

import os
import threading
import uuid
from functools import partial
from importlib import import_module

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from ladder import ledger
from ladder.club.forms.ladders import NewLadderForm
from ladder.club.forms.settings import LadderSettingsForm
from ladder.matches.actions.corrections import restore_match
from ladder.models import Ladder, Match, Season, Standing
from ladder.seasons.forms import DatesForm
from tests.factories import make_ladder, make_player, play, season_of
from tests.ladder.changes.previews import previewed
from tests.markup import flat
from tests.simulator.browser import find_page_form
from tests.threads import Visitor, together

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = int(os.environ.get("ROUNDS", "3"))  # 100 for the long form
REPORTS_EACH = int(os.environ.get("REPORTS_EACH", "3"))  # 10 for the long form
REPORT = "/club/all-time/report"


@pytest.fixture
def ladder():
    return make_ladder()


def members(count):
    """Return that many players, each with an account."""
    people = [make_player(f"Player {number}") for number in range(count)]
    for number, player in enumerate(people):
        player.user = User.objects.create_user(f"member {number}")
        player.save()
    return people


def won_against(opponent, **more):
    return {"form_key": str(uuid.uuid4()), "opponent": str(opponent.pk), "length": "5", "winner": "me"} | more


def test_of_many_reports_at_once_no_more_than_the_limit_get_through(ladder, settings):
    """On two ladders at the same moment: the limit is of the account."""
    settings.WRITING_LIMITS = {"reports": 5}
    make_ladder(slug="other", name="Other")
    me, *others = members(7)
    visitors = [Visitor(me.user) for _ in range(12)]
    urls = [REPORT, "/other/all-time/report"]

    def report(number):
        return visitors[number].post(urls[number % 2], won_against(others[number // 2])).status_code

    outcomes = together([partial(report, number) for number in range(12)])

    assert (sorted(outcomes), Match.objects.count()) == ([303] * 5 + [422] * 7, 5)


def test_all_submissions_of_twenty_clients_at_once_count(ladder):
    people = members(20)
    visitors = [Visitor(player.user) for player in people]

    def evening(number):
        opponents = [people[(number + step) % 20] for step in range(1, REPORTS_EACH + 1)]
        return [visitors[number].post(REPORT, won_against(opponent)).status_code for opponent in opponents]

    outcomes = together([lambda number=number: evening(number) for number in range(20)])

    assert outcomes == [[303] * REPORTS_EACH] * 20
    assert Match.objects.count() == 20 * REPORTS_EACH
    assert sum(row.points for row in Standing.objects.all()) == pytest.approx(36_000, abs=1e-6)  # B-3, B-4: 20 * 1800
    assert ledger.verify(ladder) == []


def test_one_form_sent_many_times_makes_one_match(ladder):
    """Twice as often as the server answers at once."""
    ana, ben = members(2)
    sent, ana = won_against(ben), Visitor(ana.user)

    outcomes = together([lambda: ana.post(REPORT, sent).status_code] * 16)

    assert outcomes == [303] * 16
    assert Match.objects.get().revision == 1
    assert ledger.verify(ladder) == []


def test_one_form_sent_with_two_results_makes_one_match_and_a_clear_answer(ladder):
    ana, ben, cy = members(3)
    ana, first = Visitor(ana.user), won_against(ben)
    second = first | {"opponent": str(cy.pk)}

    outcomes = together([lambda: ana.post(REPORT, first), lambda: ana.post(REPORT, second)])

    assert sorted(outcome.status_code for outcome in outcomes) == [303, 422]
    refused = max(outcomes, key=lambda outcome: outcome.status_code)
    assert "This form was already sent with another result." in refused.content.decode()
    assert Match.objects.count() == 1
    assert ledger.verify(ladder) == []


def void(match, by):
    return f"/matches/{match.pk}/void", {"reason": f"{by} says so."}


def correct(match, by):
    """Another length, so that there is something to correct in every round."""
    day = timezone.localtime(match.played_at)
    participants = dict(zip(("player_0", "player_1"), ("Ana", "Ben"), strict=True))
    length = str(match.revision % 13 + 1)
    words = {"length_other": length, "kind": "rated", "date": f"{day:%Y-%m-%d}", "time": f"{day:%H:%M:%S}"}
    return f"/matches/{match.pk}/correct", void(match, by)[1] | participants | words | {"winner": "first"}


@pytest.mark.parametrize(
    "verbs",
    [(void, void), (correct, void), (correct, correct)],
    ids=["void-void", "correct-void", "correct-correct"],
)
def test_of_two_organisers_one_wins_and_the_other_is_told(ladder, verbs):
    season = season_of(ladder)
    match = play(season, "Ana", "Ben")
    play(season, "Ben", "Cy")
    organisers = [User.objects.create_user(name, is_staff=True) for name in ("olga", "omar")]
    visitors = [Visitor(user) for user in organisers]

    for _ in range(ROUNDS):
        was = Match.objects.get(pk=match.pk)
        sent = [verb(was, user.username) for verb, user in zip(verbs, organisers, strict=True)]
        seen = [(url, previewed(visitor, url, values)) for visitor, (url, values) in zip(visitors, sent, strict=True)]
        answers = both(visitors, seen)
        assert sorted(answer.status_code for answer in answers) == [303, 409]
        check_second_is_told(answers, organisers, verbs)
        now = Match.objects.get(pk=match.pk)
        assert now.revision == was.revision + 1
        if now.is_void:
            restore_match(match=now, by=None, reason="The next round.", revision=now.revision)
    assert ledger.verify(ladder) == []


def both(visitors, sent):
    """Let the two send at the same moment what they have prepared; return the answers."""
    jobs = [partial(visitor.post, *each) for visitor, each in zip(visitors, sent, strict=True)]
    return together(jobs)


def check_second_is_told(answers, organisers, verbs):
    won = next(number for number, answer in enumerate(answers) if answer.status_code == 303)
    name, done = organisers[won].username, {void: "voided", correct: "corrected"}[verbs[won]]
    told = answers[1 - won].content.decode()
    assert f"{name} {done} this match in the meantime. “{name} says so.” Check it again first." in told


@pytest.mark.parametrize(
    ("form", "read", "urls", "sentence"),
    [
        (DatesForm, "values", ["/club/all-time/edit", "/club/spring/edit"], "Another season of this ladder already"),
        (LadderSettingsForm, "touched", ["/club/settings", "/pub/settings"], "Another ladder already"),
        (NewLadderForm, "values", ["/ladders/new?game=other&sides=singles"] * 2, "Another ladder already"),
    ],
    ids=["season", "settings", "new ladder"],
)
def test_of_two_who_choose_one_address_the_second_is_told_beside_the_field(
    ladder, monkeypatch, form, read, urls, sentence
):
    """Both forms find the address free before either is stored."""
    Season.objects.create(ladder=ladder, slug="spring", name="Spring")
    make_ladder(slug="pub", name="Pub")
    visitors = [Visitor(User.objects.create_user(name, is_staff=True)) for name in ("olga", "omar")]
    shown = [find_page_form(visitor.get(url).text, "slug").values for visitor, url in zip(visitors, urls, strict=True)]
    named = [{"name": one["name"] or f"New {number}"} for number, one in enumerate(shown)]
    sent = [one | name | {"slug": "wanted"} for one, name in zip(shown, named, strict=True)]
    values, checked = getattr(form, read), threading.Barrier(2, timeout=60)
    monkeypatch.setattr(form, read, lambda valid: [checked.wait(), values(valid)][1])

    answers = both(visitors, list(zip(urls, sent, strict=True)))

    assert sorted(answer.status_code for answer in answers) == [303, 422]
    told = flat(max(answers, key=lambda answer: answer.status_code).text)
    assert f'<div id="id_slug_error"><p class="err">{sentence} has this address.</p></div>' in told


def test_whoever_waits_too_long_is_told_and_nothing_is_saved(ladder, monkeypatch):
    """PostgreSQL waits for the ladder's row, and the form says so; SQLite for the file, and a page does."""
    sqlite = connection.vendor == "sqlite"
    if sqlite:
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.1)
    monkeypatch.setattr(import_module("ladder.ledger.ladder_lock"), "LOCK_TIMEOUT", "100ms")
    ana, ben = members(2)
    ana = Visitor(ana.user)

    with transaction.atomic():
        Ladder.objects.select_for_update().get(pk=ladder.pk)
        [answer] = together([lambda: ana.post(REPORT, won_against(ben))])

    words = (
        (503, "Nothing was saved, so go back and try again.") if sqlite else (422, "Nothing was saved, so try again.")
    )
    assert answer.status_code == words[0]
    assert words[1] in answer.content.decode()
    assert not Match.objects.exists()
