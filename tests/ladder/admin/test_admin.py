"""The admin: what organisers manage settles, what is refused is an error of the form, the ledger is only looked at."""

from datetime import date

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.urls import reverse

from ladder import ledger
from ladder.models import Board, Event, Ladder, Match, Opening, Season, Standing
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from players.models import Player
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db
READ_ONLY = ("match", "participant", "matchrevision", "ratingchange", "standing", "adjustment")
NO_BOARDS = {"boards-TOTAL_FORMS": 0, "boards-INITIAL_FORMS": 0}
COUNTS = dict.fromkeys(("played", "won", "drawn", "lost", "died", "experience"), 0)


@pytest.fixture
def admin(client):
    client.force_login(User.objects.create_superuser("organiser"))
    return client


def address(model, page="changelist", *arguments):
    return reverse(f"admin:ladder_{model}_{page}", args=arguments)


def board_form(number=0, **values):
    given = {"id": "", "season": "", "system": "match-length-elo", "options": "{}", "position": 0} | values
    return {f"boards-{number}-{name}": value for name, value in given.items()}


def season_form(season=None, **values):
    given = {"slug": "spring", "name": "Spring", "opening_rule": "fresh", "factor": 0.5, **NO_BOARDS}
    if season:
        given |= {"slug": season.slug, "name": season.name}
    return given | values


def ladder_form(admin, url, **values):
    """The form of a ladder as the page gives it, with these values typed."""
    form = admin.get(url).context["adminform"].form
    shown = {field.name: field.value() for field in form}
    return {name: value for name, value in shown.items() if value is not None and value is not False} | values


def board_of(ladder):
    return season_of(ladder).boards.get()


def errors(response):
    """Every error on the page, of the form and of its inlines."""
    context = response.context["errors"]
    return [sentence for found in context for sentence in ([found] if isinstance(found, str) else found)]


def points(name):
    return round(Standing.objects.get(player__name=name).points, 2)


def test_an_empty_site_gets_a_ladder_a_season_and_boards(admin):
    url = address("ladder", "add")
    admin.post(url, ladder_form(admin, url, name="Club", slug="club", reporters="players"))
    ladder = Ladder.objects.get()
    boards = board_form() | board_form(1, system="points-exchange", position=1, options='{"start": "900"}')
    answer = admin.post(address("season", "add"), season_form(ladder=ladder.pk) | {"boards-TOTAL_FORMS": 2} | boards)
    assert answer.status_code == 302
    assert [(one.system, one.options) for one in Board.objects.all()] == [
        ("match-length-elo", {}),
        ("points-exchange", {"start": 900}),
    ]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ('{"start": 10', "Enter a valid JSON."),
        (
            '{"speed": 10}',
            "match-length-elo has no option called speed. It has: start, stake, spread, provisional_until, margin, "
            "takes, member_change.",
        ),
        ('{"stake": 0}', "The option stake must be a number from 0.01 to 1000."),
        ("[1]", 'Write the options as {"name": value}.'),
        ("7", 'Write the options as {"name": value}.'),
    ],
)
def test_bad_options_are_an_error_of_the_form_and_store_nothing(admin, options, sentence):
    ladder = make_ladder()
    boards = {"boards-TOTAL_FORMS": 1} | board_form(options=options)
    answer = admin.post(address("season", "add"), season_form(ladder=ladder.pk) | boards)
    assert (answer.status_code, errors(answer)) == (200, [sentence])
    assert Season.objects.count() == 1


def test_no_options_are_none(admin):
    boards = {"boards-TOTAL_FORMS": 1} | board_form(system="points-exchange", options="")
    admin.post(address("season", "add"), season_form(ladder=make_ladder().pk) | boards)
    assert season_of(Ladder.objects.get()).boards.get().options == {}


def test_the_same_system_twice_is_an_error_of_the_form(admin):
    boards = {"boards-TOTAL_FORMS": 2} | board_form() | board_form(1, options='{"start": 1}')
    answer = admin.post(address("season", "add"), season_form(ladder=make_ladder().pk) | boards)
    assert (answer.status_code, Season.objects.count(), Board.objects.count()) == (200, 1, 1)
    assert errors(answer)[0] == "Please correct the duplicate data for system."


def test_a_season_keeps_its_dates_around_its_matches(admin):
    season = season_of(make_ladder())
    play(season, "Bo", "Cy", on=date(2026, 3, 1))
    answer = admin.post(address("season", "change", season.pk), season_form(season, ends_on="2026-02-01"))
    assert (answer.status_code, errors(answer)) == (
        200,
        ["1 match was played outside these dates. Correct or void it first."],
    )
    assert Season.objects.get().ends_on is None


def test_a_season_of_another_ladder_is_refused_at_its_field(admin):
    other = season_of(make_ladder(slug="other", name="Other"))
    answer = admin.post(address("season", "add"), season_form(ladder=make_ladder().pk, opens_from=other.pk))
    form = answer.context["adminform"].form
    assert form.errors == {"opens_from": ["A season can only follow an earlier season of its own ladder."]}


def test_changing_a_board_settles(admin):
    board = board_of(make_ladder())
    play(board.season, "Bo", "Cy")
    admin.post(
        address("board", "change", board.pk), {"system": board.system, "options": '{"start": 1000}', "position": 0}
    )
    assert points("Bo") == 1004.47  # 1000 + 1/2 x 4 x sqrt(5)


def test_what_changes_ratings_in_the_admin_is_in_the_change_log(admin):
    season = open_next_season(close_season(board_of(make_ladder()).season), slug="next", name="Next")
    board = season.boards.get()
    given = {"system": board.system, "options": '{"start": 1000}', "position": 0}
    admin.post(address("board", "change", board.pk), given)
    given = {"season": season.pk, "system": "points-exchange", "options": "{}", "position": 1}
    admin.post(address("board", "add"), given)
    given = {"opens_from": season.opens_from_id, "opening_rule": "fresh", "starts_on": season.starts_on}
    admin.post(address("season", "change", season.pk), season_form(season, **given))

    found = Event.objects.filter(season=season).order_by("-pk")[:3]
    assert [(one.verb, one.by_name, one.old, one.new) for one in found] == [
        ("opening", "organiser", "Ratings carry over", "Everyone starts afresh"),
        ("add-board", "organiser", "", "Points exchange"),
        ("options", "organiser", "Match-length Elo", "Match-length Elo (Starting rating: 1,000)"),
    ]


def test_a_season_that_is_added_in_the_admin_is_in_the_change_log(admin):
    season = close_season(season_of(make_ladder()))
    given = {"ladder": season.ladder.pk, "opens_from": season.pk, "opening_rule": "carry"}
    admin.post(address("season", "add"), season_form(**given) | {"boards-TOTAL_FORMS": 1} | board_form())
    added = Event.objects.latest("pk")
    assert (added.verb, added.by_name, added.new) == ("open", "organiser", "Ratings carry over")
    assert added.season.opens_from == season


def test_other_days_of_a_season_in_the_admin_are_in_the_change_log(admin):
    season = season_of(make_ladder())
    days = {"starts_on": "2026-01-01", "ends_on": "2026-06-30"}
    admin.post(address("season", "change", season.pk), season_form(season, **days))
    changed = Event.objects.get()
    assert (changed.verb, changed.by_name, changed.season) == ("edit", "organiser", season)
    assert changed.old == "All time at /all-time/, the beginning to no set day"
    assert changed.new == "All time at /all-time/, 1 January 2026 to 30 June 2026"
    admin.post(address("season", "change", season.pk), season_form(season, **days))
    assert Event.objects.count() == 1


def test_the_days_of_a_closed_season_stay_in_the_admin_too(admin):
    season = close_season(season_of(make_ladder()))
    answer = admin.post(address("season", "change", season.pk), season_form(season, name="Spring"))
    assert errors(answer) == ["All time is closed. Reopen it first."]


def test_what_a_season_opens_from_stays_once_it_is_made(admin):
    first = season_of(make_ladder())
    play(first, "Bo", "Cy")
    season = open_next_season(close_season(first), slug="next", name="Next")
    given = {"opens_from": "", "opening_rule": season.opening_rule, "starts_on": season.starts_on}
    answer = admin.post(address("season", "change", season.pk), season_form(season, **given))
    assert (answer.status_code, Season.objects.get(pk=season.pk).opens_from) == (302, first)


def test_saving_a_ladder_lets_open_pages_show_it_anew(admin):
    ladder = make_ladder()
    play(season_of(ladder), "Bo", "Cy")
    version = Ladder.objects.get().version
    url = address("ladder", "change", ladder.pk)
    admin.post(url, ladder_form(admin, url, name="New", reporters="winner"))
    changed = Ladder.objects.get()
    assert (changed.name, changed.reporters, changed.version) == ("New", "winner", version + 1)


def test_an_opening_settles_and_is_what_the_system_makes_of_it(admin):
    board = board_of(make_ladder("provisional-elo"))
    play(board.season, "Bo", "Cy")
    given = COUNTS | {"board": board.pk, "player": Player.objects.get(name="Bo").pk, "points": 1500, "played": 3}
    answer = admin.post(address("opening", "add"), given)
    opening = Opening.objects.get()
    assert (answer.status_code, opening.experience, opening.memory) == (302, 3, [1500.0, 1500.0, 1500.0])
    assert (opening.source, ledger.verify(Ladder.objects.get())) == ("given", [])
    event = Event.objects.get()
    assert (event.verb, event.by_name, event.season, event.matches) == ("opening", "organiser", board.season, 1)
    assert (event.old, event.new) == ("", "1 starting rating on Provisional, then Elo")
    assert event.adjustments.get().player.name == "Bo"  # who, with 3 games, counts as 1200 for Cy either way


def test_an_opening_that_is_saved_as_it_is_is_no_event(admin):
    opening = Opening.objects.create(board=board_of(make_ladder()), player=make_player("Bo"), points=1500)
    admin.post(address("opening", "change", opening.pk), COUNTS | {"points": 1500})
    assert not Event.objects.exists()
    admin.post(address("opening", "change", opening.pk), COUNTS | {"points": 1600})
    assert (points("Bo"), Event.objects.get().verb) == (1600, "opening")


def test_openings_deleted_together_settle(admin):
    board = board_of(make_ladder())
    play(board.season, "Bo", "Cy")
    for name in ("Bo", "Cy"):
        Opening.objects.create(board=board, player=make_player(name), points=1500)
    assert points("Bo") == 1504.47
    admin.post(address("opening"), chosen(Opening) | {"action": "delete_selected", "post": "yes"})
    assert (Opening.objects.count(), points("Bo"), ledger.verify(Ladder.objects.get())) == (0, 1804.47, [])
    event = Event.objects.get()
    assert (event.by_name, event.new) == ("organiser", "2 starting ratings on Match-length Elo removed")


def test_an_opening_that_is_taken_away_gives_way_to_what_is_brought_in(admin):
    first = board_of(make_ladder("points-exchange"))
    play(first.season, "Bo", "Cy")  # 1000 each: the winner takes 10 (P-3)
    board = open_next_season(close_season(first.season), slug="next", name="Next").boards.get()
    Opening.objects.filter(board=board, player__name="Bo").update(source="given", points=1500)
    opening = Opening.objects.get(board=board, player__name="Bo")
    admin.post(address("opening", "delete", opening.pk), {"post": "yes"})
    assert Opening.objects.get(board=board, player__name="Bo").points == 1010
    assert Event.objects.latest("pk").new == "1 starting rating on Points exchange removed"
    assert ledger.verify(first.season.ladder) == []


def test_an_opening_of_a_closed_season_stays(admin):
    board = board_of(make_ladder())
    opening = Opening.objects.create(board=board, player=make_player("Bo"), points=1500)
    close_season(board.season)
    page = admin.post(address("opening", "delete", opening.pk), {"post": "yes"}, follow=True)
    assert [str(one) for one in page.context["messages"]] == ["All time is closed. Reopen it first."]
    assert Opening.objects.get().points == 1500
    page = admin.post(address("opening"), chosen(Opening) | {"action": "delete_selected", "post": "yes"}, follow=True)
    assert [str(one) for one in page.context["messages"]] == ["All time is closed. Reopen it first."]
    assert (Opening.objects.count(), LogEntry.objects.count()) == (1, 0)


def chosen(model):
    return {"_selected_action": list(model.objects.values_list("pk", flat=True))}


@pytest.mark.parametrize("model", [Ladder, Season, Board])
def test_what_matches_rest_on_is_not_deleted(admin, model):
    play(season_of(make_ladder()), "Bo", "Cy")
    name, one = model._meta.model_name, model.objects.get()
    page = admin.post(address(name, "delete", one.pk), {"post": "yes"})
    assert (page.status_code, model.objects.count()) == (200, 1)
    assert bool(page.context["protected"])
    page = admin.post(address(name), chosen(model) | {"action": "delete_selected", "post": "yes"})
    assert (page.status_code, model.objects.count()) == (200, 1)


def test_closing_twice_is_refused_in_words(admin):
    season = season_of(make_ladder())
    chosen = {"_selected_action": [season.pk], "action": "close"}
    first = admin.post(address("season"), chosen, follow=True)
    second = admin.post(address("season"), chosen, follow=True)
    assert [[str(one) for one in page.context["messages"]] for page in (first, second)] == [
        ["Closed: Club, All time."],
        ["All time is already closed."],
    ]


@pytest.mark.parametrize("model", READ_ONLY)
def test_the_ledger_is_only_looked_at(admin, model):
    play(season_of(make_ladder()), "Bo", "Cy")
    play(season_of(Ladder.objects.get()), "Cy", "Bo", on=date(2026, 1, 1))
    assert admin.get(address(model)).status_code == 200
    assert admin.get(address(model), {"q": "Bo"}).status_code == 200
    assert admin.get(address(model, "add")).status_code == 403
    one = apps.get_model("ladder", model).objects.first().pk
    assert admin.get(address(model, "change", one)).status_code == 200
    assert admin.post(address(model, "change", one), {}).status_code == 403
    assert admin.post(address(model, "delete", one), {"post": "yes"}).status_code == 403


def test_a_match_shows_its_players_and_versions(admin):
    match = play(season_of(make_ladder()), "Bo", "Cy")
    page = admin.get(address("match", "change", match.pk))
    assert (page.status_code, Match.objects.count()) == (200, 1)
    assert page.text.count("Bo in match") == 1


@pytest.mark.parametrize("model", ["ladder", "season", "board", "opening"])
def test_the_pages_of_what_is_managed_open(admin, model):
    season = season_of(make_ladder())
    Opening.objects.create(board=season.boards.get(), player=make_player("Bo"), points=1500)
    one = {"ladder": Ladder, "season": Season, "board": Board, "opening": Opening}[model].objects.get()
    pages = (address(model), address(model, "add"), address(model, "change", one.pk), address(model, "delete", one.pk))
    assert [admin.get(page).status_code for page in pages] == [200, 200, 200, 200]
