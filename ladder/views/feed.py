"""The latest results of a ladder as an Atom feed."""

from datetime import datetime

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.views.decorators.http import condition, require_safe

from ladder.models import Ladder
from ladder.selectors.feed import FeedItem, load_feed_items
from ladder.selectors.seasons import load_page_version
from players.middleware import for_everybody
from players.models import Club


class ResultsFeed(Feed):
    """One entry for each match; its address is its id, so a corrected one is the same entry, updated."""

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
    """Return the text without the characters that XML can't hold."""
    return "".join(letter for letter in text if letter.isprintable())


def build_version_tag(request: HttpRequest, ladder: str, **_: str) -> str | None:
    """Return what changes whenever the feed or a frame may, so that a reader who has it gets a short answer."""
    found = load_page_version(ladder)
    return f'"{found}"' if found else None


show_feed = for_everybody(require_safe(condition(etag_func=build_version_tag)(ResultsFeed())))
