"""Organisers change the settings of their own ladder, and the owner those of the club."""

from datetime import UTC, date, datetime

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from ladder import ledger
from ladder.formats import ParticipantResult
from ladder.models import Board, Ladder, Season, Standing
from ladder.models.ladder import NO_HOURS
from ladder.models.match_lengths import NOT_LENGTHS
from players.form_fields import CHANGED_MEANWHILE
from players.models import Club
from tests.factories import enter_match, make_ladder, make_player, season_of
from tests.simulator.browser import find_page_form

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder():
    return make_ladder("points-exchange")


def settings_of(client, **other):
    """Return what the form of the settings would send, with these values instead."""
    form = client.get("/club/settings").context["form"]
    shown = {field.html_name: field.value() for field in form}
    return {name: value for name, value in (shown | other).items() if value is not None and value is not False}


def test_settings_are_saved_with_who_did_it(organises, ladder):
    values = settings_of(organises, name="Pub ladder", slug="pub", reporters="winner", confirming="asked")
    answer = organises.post("/club/settings", values)
    ladder.refresh_from_db()
    assert (answer.status_code, answer.url) == (303, "/pub/settings")
    assert (ladder.name, ladder.slug, ladder.reporters, ladder.confirm_hours) == ("Pub ladder", "pub", "winner", 48)


def set_up(system, *, options=None, **settings):
    """Let the ladder have one board of this system, and these settings."""
    Board.objects.update(system=system, options=options or {})
    Ladder.objects.update(**settings)


def set_up_with_everything(**settings):
    """Let every setting do something on the ladder."""
    set_up("match-length-elo", options={"takes": "both"}, **settings)


def parts_of(client):
    return {one.part.key: one for one in client.get("/club/settings").context["form"].parts()}


def test_every_setting_of_a_ladder_is_on_the_page(organises):
    set_up_with_everything()
    names = {field.name for one in parts_of(organises).values() for field in (*one.fields, *one.finer)}
    columns = {field.name for field in Ladder._meta.fields if field.editable and not field.primary_key}
    assert names == columns - {"counts_when_confirmed"} | {"confirming"}


def test_a_ladder_of_doubles_can_have_rounds_of_pairs_and_no_boxes(organises):
    set_up("elo", options={"takes": "teams"})
    names = [field.name for field in parts_of(organises)["boxes"].fields]
    assert names == ["round_weeks", "round_partners", "nights"]


def test_settings_stand_in_seven_parts_that_are_closed_and_say_their_state(organises):
    set_up_with_everything(confirm_hours=48, pair_day_limit=3, pair_week_limit=5, challenge_reach=3)
    parts = parts_of(organises)
    assert {key: one.state for key, one in parts.items()} == {
        "name": "Club, at /club/",
        "reports": "either player; results count at once, with 48 hours to object",
        "matches": "no scores; singles and doubles; usual lengths; no handicaps",
        "ranks": "lost after 60 days without a match",
        "limits": "at most 3 matches a day and 5 a week for a pair",
        "challenges": "up to 3 places up; 7 days to answer, 14 to play",
        "boxes": "none",
    }
    assert not any(one.is_open for one in parts.values())


@pytest.mark.parametrize(
    ("takes", "most", "said"),
    [
        ("both", 2, "singles and doubles"),
        ("teams", 2, "doubles"),
        ("both", 3, "singles, and 2 to 3 players on a side"),
        ("teams", 3, "2 to 3 players on a side"),
    ],
)
def test_summary_says_whether_singles_are_played(organises, takes, most, said):
    set_up("elo", options={"takes": takes}, most_a_side=most)
    assert parts_of(organises)["matches"].state == f"no scores; {said}; no handicaps"


def test_a_part_with_an_error_is_open(organises, ladder):
    form = organises.post("/club/settings", settings_of(organises, pair_day_limit="x")).context["form"]
    assert [one.part.key for one in form.parts() if one.is_open] == ["limits"]


@pytest.mark.parametrize(
    ("system", "names"),
    [
        ("elo", {"scores", "score_rule", "takes_handicaps"}),
        ("match-length-elo", {"scores", "score_rule", "takes_handicaps", "match_lengths"}),
        ("tournament-points", set()),
    ],
)
def test_only_what_does_something_on_the_ladder_is_asked(organises, system, names):
    set_up(system)
    parts = parts_of(organises)
    assert {field.name for field in parts["matches"].fields} == names if names else "matches" not in parts
    assert ("challenges" in parts) == (system != "tournament-points")


def test_a_setting_that_was_set_stays_in_sight_and_stored(organises):
    set_up("elo", most_a_side=3)
    assert "most_a_side" in {field.name for field in parts_of(organises)["matches"].fields}
    organises.post("/club/settings", settings_of(organises, name="Pub"))
    assert (Ladder.objects.get().name, Ladder.objects.get().most_a_side) == ("Pub", 3)


@pytest.mark.parametrize(
    ("hours", "waits", "choice"), [(None, False, "at-once"), (36, False, "asked"), (1, True, "confirmed")]
)
def test_when_results_count_is_one_choice_that_keeps_what_is_stored(organises, hours, waits, choice):
    set_up("elo", confirm_hours=hours, counts_when_confirmed=waits)
    assert organises.get("/club/settings").context["form"]["confirming"].value() == choice
    organises.post("/club/settings", settings_of(organises, name="Pub"))
    ladder = Ladder.objects.get()
    assert (ladder.name, ladder.confirm_hours, ladder.counts_when_confirmed) == ("Pub", hours, waits)


@pytest.mark.parametrize(
    ("choice", "hours", "stored"),
    [
        ("at-once", "48", (None, False)),
        ("asked", "48", (48, False)),
        ("confirmed", "12", (12, True)),
    ],
)
def test_each_choice_of_when_results_count_is_stored(organises, choice, hours, stored):
    set_up("elo", confirm_hours=24, counts_when_confirmed=choice == "asked")
    organises.post("/club/settings", settings_of(organises, confirming=choice, confirm_hours=hours))
    ladder = Ladder.objects.get()
    assert (ladder.confirm_hours, ladder.counts_when_confirmed) == stored


def test_who_is_asked_first_has_48_hours(organises, ladder):
    organises.post("/club/settings", settings_of(organises, confirming="confirmed"))
    assert (Ladder.objects.get().confirm_hours, Ladder.objects.get().counts_when_confirmed) == (48, True)


def test_hours_are_asked_for_where_somebody_has_to_answer(organises, ladder):
    answer = organises.post("/club/settings", settings_of(organises, confirming="confirmed", confirm_hours=""))
    assert (answer.status_code, answer.context["form"].errors) == (422, {"confirm_hours": [NO_HOURS]})


def test_another_s_choice_of_when_results_count_is_said_before_it_is_replaced(organises):
    set_up("elo", confirm_hours=24)
    shown = find_page_form(organises.get("/club/settings").text, "slug").values
    Ladder.objects.update(confirm_hours=None)
    answer = organises.post("/club/settings", {**shown, "confirming": "confirmed"})
    assert (answer.status_code, answer.context["form"].errors) == (
        422,
        {"confirming": [CHANGED_MEANWHILE.format("At once")]},
    )


def test_open_pages_hear_of_new_settings(organises, ladder):
    organises.post("/club/settings", settings_of(organises, name="Pub ladder"))
    assert Ladder.objects.get().version > ladder.version


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "Enter a name."),
        ("slug", "setup", "“setup” is used by the site itself. Choose another address."),
        ("slug", "other", "Another ladder already has this address."),
        ("slug", "pub ladder", "Use letters from a to z, digits and hyphens."),
        ("slug", "", "Enter an address."),
        ("reporters", "nobody", "Choose one of these."),
        ("reporters", "", "Choose one of these."),
        ("fix_minutes", "9" * 40, "Enter 10080 or less."),
        ("fix_minutes", "-1", "Enter 0 or more."),
        ("answer_days", "", "Enter a number."),
        ("pair_day_limit", "0", "Enter 1 or more."),
        ("inactive_after", "9" * 40, "or less."),
        ("how_to_report", "a" * 5000, "Enter at most"),
        ("confirm_hours", "169", "Enter 168 or less."),
        ("confirm_hours", "1.5", "Enter a whole number."),
        ("confirm_hours", "\x00", "Enter a whole number."),
    ],
)
def test_settings_that_can_t_be_are_refused(organises, field, value, sentence):
    make_ladder(slug="other")
    answer = organises.post("/club/settings", settings_of(organises) | {field: value})
    assert (answer.status_code, sentence in answer.text) == (422, True)
    assert Ladder.objects.filter(slug="club", name="Club", fix_minutes=None, confirm_hours=None).exists()


def test_usual_lengths_are_kept_as_the_site_writes_them(organises, ladder):
    set_up("match-length-elo")
    organises.post("/club/settings", settings_of(organises, match_lengths=" 7, 5;3 5"))
    ladder.refresh_from_db()
    assert ladder.match_lengths == "3 5 7"
    for wrong in ("0 5", "3 or 5", "1000", "2.5", "1 2 3 4 5 6 7 8"):
        form = organises.post("/club/settings", settings_of(organises, match_lengths=wrong)).context["form"]
        assert form.errors == {"match_lengths": [NOT_LENGTHS]}
    organises.post("/club/settings", settings_of(organises, match_lengths=""))
    ladder.refresh_from_db()
    assert ladder.match_lengths == ""


def test_another_ladder_s_organiser_changes_nothing(organises):
    make_ladder(slug="other")
    for url in ("settings", "seasons", "poster", "all-time/edit", "all-time/close", "all-time/tables", "all-time/next"):
        assert organises.get(f"/other/{url}").status_code == 403
    assert organises.post("/other/settings", settings_of(organises, name="Mine")).status_code == 403
    assert organises.post("/other/all-time/close", {"on": "2026-01-01"}).status_code == 403
    assert not Ladder.objects.filter(name="Mine").exists()
    assert not Season.objects.exclude(closed_at=None).exists()


def test_the_club_is_the_owner_s(organises):
    assert organises.get("/settings").status_code == organises.post("/settings", {"name": "X"}).status_code == 403


def test_the_owner_names_the_club(staff, ladder):
    answer = staff.post("/settings", {"name": "The Otters", "time_zone": "UTC", "names": "initial"})
    club = Club.stored()
    assert answer.status_code == 303
    assert (club.name, club.zone.key, club.names) == ("The Otters", "UTC", "initial")
    assert "The Otters" in staff.get("/").text


class Zone:
    """The owner's page of the club's settings, with another time zone chosen."""

    def __init__(self, browser):
        self.browser = browser

    def send(self, zone="Asia/Bangkok", **sent):
        return self.browser.post("/settings", {"name": "Otters", "time_zone": zone, "names": "full", **sent})

    def seen(self, answer):
        return {"seen": answer.context["zone"], "token": answer.context["token"]}


@pytest.fixture
def zone(staff):
    return Zone(staff)


@pytest.fixture
def chips():
    """Ada wins 100 chips from Bo at 22.30 in London, and 100 at midnight: one day in Bangkok, two in London (C-5)."""
    season = season_of(make_ladder("chips-daily"))
    for at in (datetime(2026, 1, 5, 22, 30, tzinfo=UTC), datetime(2026, 1, 6, 0, 0, tzinfo=UTC)):
        participants = [ParticipantResult(make_player("Ada"), 1.0), ParticipantResult(make_player("Bo"), 0.0)]
        enter_match(season=season, participants=participants, by=None, kind="rated", played_at=at, facts={"chips": 100})
    Season.objects.filter(pk=season.pk).update(ends_on=date(2026, 1, 6))
    return season


def test_another_time_zone_is_shown_before_it_is_saved(zone, chips):
    """On the 6th Ada has 95 + 100 chips in London, and 100 + 100 in Bangkok; the first match was on the 5th there."""
    before = list(Standing.objects.order_by("pk").values_list("player", "points"))
    answer = zone.send()
    assert (answer.status_code, "Nothing is saved yet." in answer.text) == (200, True)
    assert "1 match moves to another day." in answer.text
    (reached,) = answer.context["seasons"]
    (board,) = reached.boards
    assert (reached.season, board.matches) == (chips, 2)
    assert ("Ada", "195", "200") in [(one.name, one.before, one.after) for one in board.moves]
    assert Club.stored().time_zone == ""
    assert list(Standing.objects.order_by("pk").values_list("player", "points")) == before

    assert zone.send(**zone.seen(answer)).status_code == 303
    assert Club.stored().time_zone == "Asia/Bangkok"
    assert Standing.objects.get(player__name="Ada").points == 200
    with timezone.override("Asia/Bangkok"):
        assert ledger.verify(chips.ladder) == []


def test_what_was_seen_of_one_time_zone_does_not_save_another(zone, chips):
    seen = zone.seen(zone.send())
    for other in (zone.send("Asia/Tokyo", **seen), zone.send(), zone.send(seen="Asia/Bangkok", token="\u0661-x")):
        assert other.status_code in (200, 409)
        assert "Nothing is saved yet." in other.text or "Check the preview again." in other.text
    assert not Club.objects.exists()


def test_a_result_since_the_preview_shows_it_afresh(zone, chips):
    other = season_of(make_ladder("chips-daily", slug="other"))
    seen = zone.seen(zone.send())
    participants = [ParticipantResult(make_player("Ada"), 1.0), ParticipantResult(make_player("Bo"), 0.0)]
    late = datetime(2026, 1, 5, 22, 30, tzinfo=UTC)
    enter_match(season=other, participants=participants, by=None, kind="rated", played_at=late, facts={"chips": 100})
    answer = zone.send(**seen)
    assert (answer.status_code, "A new result came in. Check the preview again." in answer.text) == (409, True)
    assert not Club.objects.exists()
    assert zone.send(**zone.seen(answer)).status_code == 303


def test_a_time_zone_that_can_t_be_is_refused_at_the_preview(zone, chips):
    Season.objects.filter(pk=chips.pk).update(ends_on=date(2026, 1, 5))
    answer = zone.send()
    assert (answer.status_code, "2 matches were played outside these dates" in answer.text) == (422, True)
    assert 'value="Otters"' in answer.text


def test_how_to_report_is_said_in_the_club_s_own_words_wherever_it_stands(client):
    client.force_login(User.objects.create_user("olga", is_staff=True))
    ladder = make_ladder("nardgammon-elo", slug="own", name="Own")
    pages = ["/own/all-time/report?for=others", "/own/about", "/own/all-time/nardgammon-elo/print"]
    usual, own = "A money game counts as a match of length 1.", "Best of five, on Mondays & Thursdays."
    assert f"Leave empty for the usual text: “{usual}”" in client.get("/own/settings").text
    assert [usual in client.get(url).text for url in pages] == [True] * 3

    form = client.get("/own/settings").context["form"]
    shown = {field.html_name: field.value() for field in form}
    values = {name: value for name, value in shown.items() if value is not None and value is not False}
    assert client.post("/own/settings", values | {"how_to_report": own}).status_code == 303

    ladder.refresh_from_db()
    assert ladder.how_to_report == own
    assert [(own.replace("&", "&amp;") in text, usual in text) for text in (client.get(url).text for url in pages)] == [
        (True, False)
    ] * 3


def test_a_rule_of_scores_with_an_unknown_part_is_told_the_parts_there_are(organises, ladder):
    rule = "best of 5 games to 11, win by two"
    form = organises.post("/club/settings", settings_of(organises, scores="required", score_rule=rule)).context["form"]
    (sentence,) = form.errors["score_rule"]
    assert sentence.startswith("“win by two” is not a part of such a rule. Parts are “2 clear”")
    for part in ("“2 clear”", "“at most 30”", "“last to 10”", "“draws”"):
        assert part in sentence
        assert part in form.fields["score_rule"].help_text
    every = "best of 5 games to 11, 2 clear, at most 30, last to 10, draws"
    organises.post("/club/settings", settings_of(organises, scores="required", score_rule=every))
    assert Ladder.objects.get().score_rule == every
