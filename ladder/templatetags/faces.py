"""Faces in templates: pictures of players and of the club, or monograms with a colour from the name."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ladder.pages.faces import find_face_tone, find_initials
from players.models import Club, Player
from players.photographs.queries import may_see_photograph

register = template.Library()


@register.simple_tag
def show_face(name: str, size: str = "") -> SafeString:
    """Return the monogram of a name as HTML, hidden from screen readers, which read the name beside it.

    Hidden players all have the same one. `size` is a class of `faces.css`, such as "small".
    """
    return format_html(
        '<span class="face tone-{}{}" aria-hidden="true">{}</span>',
        find_face_tone(name),
        f" {size}" if size else "",
        find_initials(name),
    )


@register.simple_tag
def show_portrait(player: Player) -> SafeString:
    """Return a player's photograph as HTML, or their monogram where there is none or the reader may not see it.

    It says nothing to screen readers, which read the name beside it.
    """
    if not player.photograph_key or not may_see_photograph(player):
        return show_face(player.name, "large")
    return show_large_picture(reverse("players:photograph_file", args=[player.pk, player.photograph_key]))


@register.simple_tag
def show_emblem() -> SafeString:
    """Return the emblem of the club as HTML, or its monogram; it says nothing to screen readers, as above."""
    club = Club.current()
    if not club.emblem_key:
        return show_face(str(club), "large")
    return show_large_picture(reverse("ladder:emblem_file", args=[club.emblem_key]))


def show_large_picture(address: str) -> SafeString:
    return format_html('<img class="face large" src="{}" alt="" width="256" height="256">', address)


@register.simple_tag
def face_before(name: str, classes: str = "") -> SafeString:
    """Return the attributes of an element that begins with a name and shows the monogram before it.

    The monogram is drawn by the style sheet, so it takes few bytes in a long table and is no part of the text.
    """
    return format_html(
        'class="{}faced tone-{}" data-face="{}"',
        f"{classes} " if classes else "",
        find_face_tone(name),
        find_initials(name),
    )
