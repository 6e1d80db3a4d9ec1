"""The addresses of cards, which are for everybody, and what a phone needs to keep the site among its programs."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from ladder.matches.views.match import load_match_or_404
from ladder.pages.addresses import find_board_or_404, find_season_or_404
from ladder.pages.kept_pages import keep_for_visitors
from ladder.pictures.cards import Card
from ladder.pictures.colours import find_hex_colour
from ladder.pictures.queries import load_board_card, load_match_card, load_player_card, load_season_card
from ladder.profiles.views import with_players
from players.models import Club, Emblem, Player
from players.privacy.visitors import for_everybody

ICON_SIZES = (180, 192, 512)  # of the touch icon, and of the two that a manifest should have


@for_everybody
@require_safe
@keep_for_visitors
def show_match_card(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the picture of a match."""
    return send_card(load_match_card(load_match_or_404(pk)))


@for_everybody
@require_safe
@with_players
@keep_for_visitors
def show_player_card(request: HttpRequest, found: Player) -> HttpResponse:
    """Send the picture of a player; there is none of a hidden one."""
    return send_card(load_player_card(found))


@for_everybody
@require_safe
@keep_for_visitors
def show_board_card(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """Send the picture of the standings of a board."""
    return send_card(load_board_card(find_board_or_404(ladder, season, board)))


@for_everybody
@require_safe
@keep_for_visitors
def show_season_card(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Send the picture of a season."""
    return send_card(load_season_card(find_season_or_404(ladder, season)))


def send_card(card: Card | None) -> HttpResponse:
    """Return a drawn card as an answer. Raises: Http404, for none."""
    from ladder.pictures.drawing import draw_card  # only a process that draws needs Pillow and the fonts

    if not card:
        raise Http404("There is nothing to show in a picture yet.")
    return HttpResponse(draw_card(card, load_emblem()), content_type="image/png")


def load_emblem() -> bytes:
    """Return the picture of the club's emblem; none is empty."""
    found = Emblem.objects.values_list("content", flat=True).first()
    return bytes(found or b"")


@for_everybody
@require_safe
@keep_for_visitors
def show_icon(request: HttpRequest, size: int) -> HttpResponse:
    """Send the emblem of the club as a square picture, or its monogram."""
    from ladder.pictures.drawing import draw_icon

    content = draw_icon(str(Club.current()), load_emblem(), size)
    return HttpResponse(content, content_type="image/png")


@require_safe
def show_manifest(request: HttpRequest) -> HttpResponse:
    """Send what a phone shows where the site is put among its programs."""
    name, paper, court = str(Club.current()), find_hex_colour("paper"), find_hex_colour("court")
    icons = [
        {"src": reverse(f"ladder:icon_{size}"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in ICON_SIZES[1:]
        for purpose in ("any", "maskable")
    ]
    manifest = {
        "name": name,
        "short_name": name,
        "start_url": reverse("ladder:home"),
        "display": "minimal-ui",
        "background_color": paper,
        "theme_color": court,
        "icons": icons,
    }
    return JsonResponse(manifest, content_type="application/manifest+json")
