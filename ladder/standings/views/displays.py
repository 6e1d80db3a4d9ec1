"""A board outside the site: on paper, in the page of another site, and as a feed."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from ladder.models import Ladder
from ladder.pages.addresses import build_board_url, find_board_or_404, find_local_address, read_number
from ladder.pages.kept_pages import keep_for_visitors
from ladder.pages.qr_codes import build_invitation
from ladder.pages.seasons import (
    list_reporting_rules,
    list_season_boards,
)
from ladder.standings.queries.displays import (
    FeedItem,
    count_blank_lines,
    count_sheet_columns,
    list_blank_headings,
    load_feed_items,
)
from ladder.standings.queries.long_board import load_shown_standings
from ladder.standings.queries.table import StandingsTable, load_standings
from players.models import Club
from players.privacy.visitors import for_everybody

FRAMED_ANYWHERE: dict[str, Any] = {**settings.SECURE_CSP, "frame-ancestors": ["*"]}
EMBEDDED, MOST = 10, 100  # rows in a frame


class ResultsFeed(Feed):
    """An Atom feed with one entry for each match. Its id is the match's address, so a correction updates the entry."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, ladder: str) -> Ladder:
        return Ladder.objects.get(slug=ladder)

    def title(self, ladder: Ladder) -> str:
        return strip_unprintable(f"Results of {ladder}")

    def subtitle(self, ladder: Ladder) -> str:
        return "The latest matches, and what each was worth."

    def author_name(self, ladder: Ladder) -> str:
        return strip_unprintable(str(Club.current()))

    def link(self, ladder: Ladder) -> str:
        return ladder.get_absolute_url()

    def feed_url(self, ladder: Ladder) -> str:
        return reverse("ladder:feed", args=[ladder.slug])

    def items(self, ladder: Ladder) -> list[FeedItem]:
        return load_feed_items(ladder)

    def item_title(self, item: FeedItem) -> str:
        return item.title

    def item_description(self, item: FeedItem) -> str:
        return escape(item.text)  # Atom takes a summary for HTML

    def item_link(self, item: FeedItem) -> str:
        return item.match.get_absolute_url()

    def item_pubdate(self, item: FeedItem) -> datetime:
        return item.at

    def item_updateddate(self, item: FeedItem) -> datetime:
        return item.updated


def strip_unprintable(text: str) -> str:
    """Return the text without the characters that XML forbids."""
    return "".join(letter for letter in text if letter.isprintable())


show_feed = for_everybody(require_safe(keep_for_visitors(ResultsFeed())))


@for_everybody
@require_safe
def show_print_sheet(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """Show the standings for the notice-board, with an empty list of results below them."""
    found = find_board_or_404(ladder, season, board)
    table = load_standings(found)
    players = len(table.ranked)
    context = build_display_context(table) | {
        "ranked": table.ranked,
        "blanks": list_blank_headings(found.rating_system),
        "columns": count_sheet_columns(players),
        "lines": range(count_blank_lines(players)),
        "reporting": list_reporting_rules(found.season.ladder, found.rating_system),
        **build_invitation(request, found.season, list_season_boards(found.season)),
        "local": find_local_address(request),
    }
    return TemplateResponse(request, "ladder/standings/sheet.html", context)


@xframe_options_exempt
@csp_override(FRAMED_ANYWHERE)
@cache_control(public=True, no_cache=True)
@for_everybody
@require_safe
@keep_for_visitors
def show_embedded(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """Show the first rows of the standings for a frame in another site: the only page that may be framed."""
    context = build_display_context(load_shown_standings(find_board_or_404(ladder, season, board)))
    context["rows"] = context["table"].ranked[: min(read_number(request, "rows") or EMBEDDED, MOST)]
    return TemplateResponse(request, "ladder/standings/embed.html", context)


def build_display_context(table: StandingsTable) -> dict[str, Any]:
    """Return what these pages and the venue screen print: the standings, and where they belong."""
    board, season = table.board, table.board.season
    place = {"ladder": season.ladder, "season": season, "board": board, "url": build_board_url(board)}
    return place | {"table": table, "initial": table.initial}
