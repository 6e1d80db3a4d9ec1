"""Sentences of the story as HTML, in which players lead to their profiles."""

from collections.abc import Iterable, Mapping

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ladder.pages.unfinished import is_unfinished
from ladder.story.queries.ladder_story import NamedWord
from ladder.story.queries.reactions import ShownReaction

register = template.Library()
register.simple_tag(is_unfinished, name="is_story_pending")


@register.filter
def link_players(words: Iterable[NamedWord]) -> SafeString:
    """Return the words of a sentence as HTML."""
    return format_html_join("", "{}", ((render_word(word),) for word in words))


@register.filter("of_match")
def pick_reactions(found: Mapping[int, list[ShownReaction]], match: int) -> list[ShownReaction]:
    """Return the words below one match."""
    return found[match]


def render_word(word: NamedWord) -> str:
    """Return a text as it is, and the name of a player as a link."""
    if word.player is None:
        return word.text
    return format_html('<a href="{}">{}</a>', reverse("players:player", args=[word.player]), word.text)
