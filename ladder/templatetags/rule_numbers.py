"""Numbers of rules in running text, such as W-10, which browsers break at the hyphen."""

import re

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
NUMBER = re.compile(r"\b[A-Z]-[0-9]+")


@register.filter("rule_numbers")
def wrap_rule_numbers(text: str) -> SafeString:
    """Return the text as HTML in which every number of a rule stays on one line."""
    return mark_safe(NUMBER.sub(r'<span class="rule">\g<0></span>', conditional_escape(text)))  # noqa: S308 - it is escaped
