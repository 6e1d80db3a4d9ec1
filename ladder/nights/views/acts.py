"""The buttons of a night's board: who is here, who plays, who won. Each answers with the board."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_POST

from config.htmx import wants_partial
from ladder.access.guards import get_account, redirect_browser
from ladder.access.permissions import NotAllowed
from ladder.formats import format_count
from ladder.matches.actions.reports import undo_report, undo_venue_report
from ladder.models import POINT_WAYS, Court, Fixture, Match, Night
from ladder.models.night import MOST_POINTS
from ladder.nights import actions
from ladder.nights.history import Side, Sides
from ladder.nights.peg_board import OFFERED_PLAYERS
from ladder.nights.queries.proposals import explain_night_game, propose_night_games, split_chosen
from ladder.nights.queries.stored_night import find_running_night, load_stored_night
from ladder.nights.rights import NOT_THE_DESK, check_runs_night, runs_night
from ladder.nights.views.pages import (
    build_tonight_url,
    find_ladder_with_nights,
    is_on_screen,
    read_keys,
    render_night,
    send_to_sign_in,
    show_no_night,
)
from ladder.pages.addresses import parse_whole_number
from ladder.pages.offline import read_waited
from ladder.ratings import RatingError
from ladder.scene import Scene, build_scene
from players.models import Player
from players.people.actions import find_or_create_players, find_players
from players.people.names import LONGEST_PLAYER_NAME, build_name_key, clean_name
from players.privacy.redaction import redact_text, use_redaction

NOBODY_OF_THIS_NAME = "Nobody is called {name}. Add them as a guest, or enter the whole name."
ENTER_POINTS = "Enter the points of both sides."
POINTS_IN_ALL = "A game has {count} points in all."
POINTS_IN_RANGE = "Points are whole numbers from 0 to {most}."
CHOOSE_OTHERS = "Choose {players}."
MOST_CHOSEN = 1 + OFFERED_PLAYERS
UNKNOWN_PLAYER = "Nobody here is meant by that. Load the page again."

NightAct = Callable[[HttpRequest, Night, Scene], object]
"""Does what a button asks. Raises: ValidationError or RatingError with a sentence; NotAllowed; Http404."""


@require_POST
def handle_night_act(request: HttpRequest, ladder: str, act: str) -> HttpResponse:
    """Do what a button of the board says, and show the board; a refusal stands above it."""
    found, waited = find_ladder_with_nights(ladder), read_waited(request.POST)
    night = find_running_night(found)
    if act not in NIGHT_ACTS:
        raise Http404("No such button.")
    if night and waited and night.starts_at > timezone.now() - waited:  # it was meant for another night
        return render_night(request, night, refusal=actions.NIGHT_IS_OVER, status=422)
    if night is None and waited:
        return show_no_night(request, found, refusal=actions.NIGHT_IS_OVER)
    if night is None:
        messages.error(request, actions.NIGHT_IS_OVER)
        return redirect_browser(request, build_tonight_url(found))
    request.for_everybody = is_on_screen(request, found)  # type: ignore[attr-defined]
    refusal = guest = ""
    try:
        NIGHT_ACTS[act](request, night, build_scene(request, night.season))
    except NotAllowed:
        return send_to_sign_in(request)
    except RatingError as error:
        refusal = redact_text(str(error))
    except ValidationError as error:
        refusal, guest = redact_text(error.messages[0]), error.name if isinstance(error, UnknownGuest) else ""
    night = find_running_night(found)
    if night is None or not (wants_partial(request) or refusal):
        return redirect_browser(request, build_tonight_url(found))
    return render_night(request, night, refusal=refusal, guest=guest, status=422 if refusal else 200)


class UnknownGuest(ValidationError):
    """Nobody has the name that was typed; it may be that of a guest."""

    def __init__(self, name: str) -> None:
        super().__init__(NOBODY_OF_THIS_NAME.format(name=name))
        self.name = name


def tick_in(request: HttpRequest, night: Night, scene: Scene) -> None:
    waited = read_waited(request.POST)
    actions.come_to_night(night=night, scene=scene, player=read_player(request, scene), waited=waited)


def pass_turn(request: HttpRequest, night: Night, scene: Scene) -> None:
    waited = read_waited(request.POST)
    actions.rest_at_night(night=night, scene=scene, player=read_player(request, scene), waited=waited, passes=True)


def pair_players_tonight(request: HttpRequest, night: Night, scene: Scene) -> None:
    partner = find_player_by_key(read_posted_number(request, "partner")) if "partner" in request.POST else None
    actions.pair_for_night(night=night, scene=scene, player=read_player(request, scene), partner=partner)


def let_rest(request: HttpRequest, night: Night, scene: Scene) -> None:
    waited = read_waited(request.POST)
    actions.rest_at_night(night=night, scene=scene, player=read_player(request, scene), waited=waited)


def send_home(request: HttpRequest, night: Night, scene: Scene) -> None:
    waited = read_waited(request.POST)
    actions.leave_night(night=night, scene=scene, player=read_player(request, scene), waited=waited)


def begin_chosen_game(request: HttpRequest, night: Night, scene: Scene) -> None:
    """Begin the game that was proposed, or chosen by hand or at the peg board; its reason is worked out anew."""
    courts = Court.objects.select_related("night__season__ladder")
    court = get_object_or_404(courts, night=night, pk=read_posted_number(request, "court"))
    chosen = read_chosen(request, court)
    with use_redaction(None):  # what is stored has whole names, whoever begins the game
        stored = load_stored_night(night)
        so_far = stored.build_history(timezone.now())
        sides = split_chosen(stored, so_far, court.pk, chosen) if chosen else read_sides(request)
        why = explain_night_game(stored, so_far, court.pk, sides)
    actions.begin_night_game(court=court, scene=scene, sides=load_sides(sides), why=why)


def begin_next_round(request: HttpRequest, night: Night, scene: Scene) -> None:
    """Begin the round that is proposed on all courts."""
    with use_redaction(None):  # what is stored has whole names
        stored = load_stored_night(night)
        proposals = propose_night_games(stored, stored.build_history(timezone.now()), None)
    games = {court: ([side.players for side in one.sides], one.why) for court, one in proposals.items()}
    actions.begin_round(night=night, scene=scene, games=games)


def enter_result(request: HttpRequest, night: Night, scene: Scene) -> None:
    """Enter who won a game, or the points of both sides."""
    points = read_game_points(request, night) if night.way in POINT_WAYS else ()
    winner = read_winner(request, points)
    actions.enter_game_result(
        fixture=find_night_game(request, night),
        scene=scene,
        winner=winner,
        points=points,
        form_key=read_posted_uuid(request, "form_key"),
        waited=read_waited(request.POST),
        after=read_posted_uuid(request, "after"),
    )


def read_winner(request: HttpRequest, points: tuple[int, ...]) -> int:
    """Return the number of the side that won, 0 for a draw. Raises: ValidationError, "Choose who won." """
    if points:
        return 0 if points[0] == points[1] else 1 if points[0] > points[1] else 2
    winner = request.POST.get("won", "")
    if winner not in ("0", "1", "2"):
        raise ValidationError("Choose who won.")
    return int(winner)


def read_game_points(request: HttpRequest, night: Night) -> tuple[int, int]:
    """Return the points of both sides; where a game has so many in all, a field that is empty gets the rest.

    Raises: ValidationError, such as "A game has 24 points in all."
    """
    first, second = (read_typed_points(request.POST.get(name, "").strip()) for name in ("points_1", "points_2"))
    if total := night.points_in_all:
        first = total - second if first is None and second is not None else first
        second = total - first if second is None and first is not None else second
    if first is None or second is None:
        raise ValidationError(ENTER_POINTS)
    if total and (min(first, second) < 0 or first + second != total):
        raise ValidationError(POINTS_IN_ALL.format(count=total))
    return first, second


def read_typed_points(text: str) -> int | None:
    """Return the points of one side; None for an empty field.

    Raises: ValidationError, "Points are whole numbers from 0 to 100."
    """
    points = parse_whole_number(text)
    if text and (points is None or points > MOST_POINTS):
        raise ValidationError(POINTS_IN_RANGE.format(most=MOST_POINTS))
    return points


def take_off_court(request: HttpRequest, night: Night, scene: Scene) -> None:
    actions.call_off_game(fixture=find_night_game(request, night), scene=scene)


def take_result_back(request: HttpRequest, night: Night, scene: Scene) -> None:
    matches = Match.objects.filter(fixtures__court__night=night).select_related("season__ladder")
    match = get_object_or_404(matches, pk=read_posted_number(request, "match"))
    revision, account = read_posted_number(request, "revision"), get_account(request)
    if scene.is_at_venue and runs_night(scene):
        undo_venue_report(match=match, scene=scene, revision=revision)
    elif account is None:
        raise NotAllowed(NOT_THE_DESK)
    else:
        undo_report(match=match, by=account, revision=revision)
    actions.raise_night_version(night)


def end_night(request: HttpRequest, night: Night, scene: Scene) -> None:
    actions.close_night(night=night, scene=scene)


NIGHT_ACTS: dict[str, NightAct] = {
    "come": tick_in,
    "rest": let_rest,
    "pass": pass_turn,
    "pair": pair_players_tonight,
    "leave": send_home,
    "play": begin_chosen_game,
    "round": begin_next_round,
    "won": enter_result,
    "off": take_off_court,
    "undo": take_result_back,
    "end": end_night,
}


def read_player(request: HttpRequest, scene: Scene) -> Player:
    """Return the player of a form: by key or by name, or oneself where it has neither.

    Whoever runs the night may add a guest.

    Raises: ValidationError, such as "Enter a name."; UnknownGuest, "Nobody is called Zed. Add them as a guest, ..."
    """
    if "player" in request.POST:
        return find_player_by_key(read_posted_number(request, "player"))
    if "name" not in request.POST and scene.player is not None:
        return scene.player
    check_runs_night(scene)
    name = " ".join(request.POST.get("name", "").replace("\0", "").split())[:LONGEST_PLAYER_NAME]
    key_of_name = build_name_key(name)
    if player := find_players([key_of_name]).get(key_of_name):
        return player.itself
    try:
        name = clean_name(name)
    except ValueError as error:
        raise ValidationError(str(error)) from error
    if "guest" not in request.POST:
        raise UnknownGuest(name)
    return next(iter(find_or_create_players([name]).values()))


def find_player_by_key(key: int) -> Player:
    """Return the player of a key. Raises: ValidationError, "Nobody here is meant by that. ..." """
    if player := Player.objects.select_related("merged_into").filter(pk=key).first():
        return player.itself
    raise ValidationError(UNKNOWN_PLAYER)


def read_chosen(request: HttpRequest, court: Court) -> Side:
    """Return who chose at the peg board and whom, if anybody did. Raises: ValidationError, "Choose 3 players." """
    chooser = request.POST.get("chooser")
    if chooser is None:
        return ()
    chosen = read_keys(".".join((chooser, *request.POST.getlist("chosen"))), most=MOST_CHOSEN)
    if len({*chosen}) != court.places:
        raise ValidationError(CHOOSE_OTHERS.format(players=format_count(court.places - 1, "player")))
    return chosen


def read_sides(request: HttpRequest) -> Sides:
    """Return the keys of both sides of a game, as proposed or as chosen by hand."""
    if picked := read_keys(".".join(request.POST.getlist("pick"))):
        return picked[: len(picked) // 2], picked[len(picked) // 2 :]
    return read_keys(request.POST.get("side_1", "")), read_keys(request.POST.get("side_2", ""))


def load_sides(sides: Sides) -> list[list[Player]]:
    """Return the players of both sides. Raises: ValidationError, "Nobody here is meant by that. ..." """
    known = Player.objects.select_related("merged_into").in_bulk([*sides[0], *sides[1]])
    if not all(sides) or len(known) < len({*sides[0], *sides[1]}):
        raise ValidationError(UNKNOWN_PLAYER)
    return [[known[key].itself for key in side] for side in sides]


def read_posted_number(request: HttpRequest, name: str) -> int:
    """Return the number that a form has sent in a field; 0 where it is none."""
    return parse_whole_number(request.POST.get(name, "")) or 0


def find_night_game(request: HttpRequest, night: Night) -> Fixture:
    """Return the game of a night that a form names, or 404."""
    games = Fixture.objects.filter(court__night=night).select_related("court__night__season__ladder")
    return get_object_or_404(games, pk=read_posted_number(request, "game"))


def read_posted_uuid(request: HttpRequest, name: str) -> UUID | None:
    """Return the key of a form, with which it makes one match though it is sent twice, or of the one before it."""
    try:
        return UUID(request.POST.get(name, ""))
    except ValueError:
        return None
