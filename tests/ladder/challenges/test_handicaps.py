"""Two players agree on a handicap when one challenges the other."""

import pytest

from ladder.models import Fixture, Match
from players.models import Notice
from tests.factories import make_ladder, make_member, signed_in
from tests.markup import flat

pytestmark = pytest.mark.django_db


def test_a_challenge_carries_a_handicap_to_the_list_the_notice_the_stakes_and_the_report():
    make_ladder("elo", takes_handicaps=True)
    ana, ben = make_member("Ana"), make_member("Ben")
    page, terms = "/club/challenges", {"handicap": "100", "handicap_for": "second"}
    member, other = signed_in(ana.user), signed_in(ben.user)
    assert "Say who gets the points." in member.post(page, {"opponent": ben.pk, "handicap": "100"}).text
    # both start level: with 100 points less Ana has the chance 1 / (10 ** (100 / 400) + 1) = 0.360, so by A-3 with
    # K 32 a win brings her 20.5 and a loss costs 11.5; for Ben it is the other way round
    assert "for +20.5" in flat(member.get(page, terms).text)

    assert member.post(page, {"opponent": ben.pk} | terms).status_code == 303

    challenge = Fixture.objects.get()
    assert challenge.facts == {"handicap": -100}
    assert "challenged you to a rated match. Handicap: 100 points for Ben." in Notice.objects.get(player=ben).text
    assert "Rated, 100 points for Ben." in flat(other.get(page).text)
    assert "A win is worth +11.5, a loss −20.5." in flat(other.get(page).text)
    other.post(f"/challenges/{challenge.pk}/accept")
    for client, receiver in ((member, "second"), (other, "first")):
        form = client.get(f"/club/all-time/report?challenge={challenge.pk}").context["form"]
        assert [form[name].value() for name in ("handicap", "handicap_for")] == ["100", receiver]
    before = flat(other.get(f"/club/all-time/before/{ana.pk}/{ben.pk}?handicap=100&handicap_for=second").text)
    assert "100 points for Ben." in before
    sent = {"opponent": ana.pk, "winner": "me", "challenge": challenge.pk, "handicap": "100", "handicap_for": "first"}
    assert other.post("/club/all-time/report", sent).status_code == 303
    assert "100 points for Ben" in member.get(Match.objects.get().get_absolute_url()).text
