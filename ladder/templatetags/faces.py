"""Faces in templates: for now a monogram, with a colour from the name."""

from zlib import crc32

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from players.privacy.redaction import HIDDEN_PLAYER

register = template.Library()
FACE_TONES = 12  # how many colours `faces.css` has


@register.simple_tag
def show_face(name: str, size: str = "") -> SafeString:
    """Return the monogram of a name as HTML, hidden from screen readers, which read the name beside it.

    Hidden players all have the same one. `size` is a class of `faces.css`, such as "small".
    """
    tone = crc32(name.encode()) % FACE_TONES
    return format_html(
        '<span class="face tone-{}{}" aria-hidden="true">{}</span>',
        tone,
        f" {size}" if size else "",
        find_initials(name),
    )


def find_initials(name: str) -> str:
    """Return the first letters of the first and the last word of a name: "AK"; a bullet for a hidden player."""
    words = [word for word in name.replace("-", " ").split() if word[0].isalpha()]
    if not words or name == HIDDEN_PLAYER:
        return "•"
    return "".join(word[0].upper() for word in dict.fromkeys((words[0], words[-1])))
