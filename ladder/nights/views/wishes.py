"""The page on which members say with whom they play on club nights, and in which games; only they see it."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ladder.access.guards import redirect_browser, require_member
from ladder.access.permissions import NO_PLAYER, find_account_player
from ladder.matches.queries.opponents import list_player_names
from ladder.nights.actions.wishes import store_partner_wish, store_plays_as
from ladder.nights.queries.partner_wishes import list_own_wishes
from ladder.nights.views.pages import find_ladder_with_nights
from ladder.pages.addresses import find_open_season
from players.models import Player

WISH_SAVED = "Your wish about {partner} is saved."
WISH_TAKEN_BACK = "Your wish about {partner} is taken back."


@never_cache
@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def show_partner_wishes(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show whom a member wishes as partner and whom never, and store what they say."""
    found, me = find_ladder_with_nights(ladder), find_account_player(request.user)
    if me is None:
        raise PermissionDenied(NO_PLAYER)
    refusal = ""
    if request.method == "POST":
        try:
            messages.success(request, store_said_wish(request, me))
            return redirect_browser(request, request.path)
        except ValidationError as error:
            refusal = error.messages[0]
    context = {
        "ladder": found,
        "season": find_open_season(found),
        "section": "night",
        "player": me,
        "wishes": list_own_wishes(me),
        "answers": [("", "I don’t say"), *Player.PlaysAs.choices],
        "names": list_player_names(),
        "refusal": refusal,
        "typed": request.POST.get("name", ""),
    }
    return TemplateResponse(request, "ladder/nights/wishes.html", context, status=422 if refusal else 200)


def store_said_wish(request: HttpRequest, me: Player) -> str:
    """Store what a form of the page says, and return what was done. Raises: ValidationError."""
    if "plays_as" in request.POST:
        store_plays_as(player=me, plays_as=request.POST["plays_as"])
        return "Saved."
    wanted = request.POST.get("wanted", "")
    partner = store_partner_wish(player=me, name=request.POST.get("name", ""), wanted=wanted)
    return (WISH_SAVED if wanted else WISH_TAKEN_BACK).format(partner=partner)
