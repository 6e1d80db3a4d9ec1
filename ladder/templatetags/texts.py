"""Texts in templates: days, numbers of rules and scores of games that browsers don't break, and the site's version."""

import re
from collections.abc import Iterable
from datetime import date, datetime
from html import escape

from django import template
from django.conf import settings
from django.utils import timezone
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from ladder.pages.figures import format_day, format_match_moment, format_weekday

register = template.Library()
GAME_SCORE = re.compile(r"[0-9]+–[0-9]+(?:\([0-9]+\))?")
RULE_NUMBER = re.compile(r"\b[A-Z]-[0-9]+")


@register.simple_tag
def show_version() -> str:
    """Return the version and the commit of the site, such as 1.0.0 (0a1b2c3d)."""
    return str(settings.VERSION)


@register.filter
def day_of(value: date) -> str:
    """Return the club's day of a moment, or a day: 24 December, or 24 December 2025 in any other year."""
    return format_day(timezone.localdate(value) if isinstance(value, datetime) else value)


@register.filter("match_moment")
def print_match_moment(at: datetime, day: str) -> str:
    """Return when a match was played, with the day in this format: Tuesday 3 March 2026, 20:15, or the day alone."""
    return format_match_moment(at, day)


@register.filter
def weekday_of(value: date) -> str:
    """Return a day with its weekday: Thursday 24 December."""
    return format_weekday(value)


@register.filter("deviation")
def wrap_deviation(text: str) -> SafeString:
    """Return a rating as HTML in which a deviation, such as ± 152, is small and stays on one line."""
    points, sign, rest = text.partition(" ± ")
    spread = f' <small class="dev">± {conditional_escape(rest)}</small>' if sign else ""
    return mark_safe(f"{conditional_escape(points)}{spread}")  # noqa: S308 - it is escaped


@register.filter("options")
def render_options(texts: Iterable[str]) -> SafeString:
    """Return the texts as the options of a list; a template's loop takes ten times as long for hundreds of names."""
    return mark_safe("".join([f'<option value="{escape(text)}"></option>' for text in texts]))  # noqa: S308 - it is escaped


@register.filter("games")
def wrap_games(text: str) -> SafeString:
    """Return the text as HTML in which the score of each game, such as 11–7 or 7–6(5), stays on one line."""
    return mark_safe(GAME_SCORE.sub(r'<span class="game">\g<0></span>', conditional_escape(text)))  # noqa: S308 - it is escaped


@register.filter("rule_numbers")
def wrap_rule_numbers(text: str) -> SafeString:
    """Return the text as HTML in which every number of a rule, such as W-10, stays on one line."""
    return mark_safe(RULE_NUMBER.sub(r'<span class="rule">\g<0></span>', conditional_escape(text)))  # noqa: S308 - it is escaped
