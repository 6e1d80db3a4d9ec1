"""What a page has of its reader alone: a hole in a page that members share (ladder/pages/shared_pages.py)."""

from typing import Any

from django import template
from django.template.base import NodeList, Parser, Token

register = template.Library()


class OwnNode(template.Node):
    """Renders what is between the tags, or leaves a hole where the page is made for everybody."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Any) -> str:
        holes = getattr(getattr(context, "request", None), "holes", None)
        return str(self.nodelist.render(context)) if holes is None else holes.leave(self.nodelist, context)


@register.tag("own")
def parse_own_part(parser: Parser, token: Token) -> OwnNode:
    """Mark a part of a page that depends on who reads it. Not inside a block, a cached part or a text that is cut."""
    nodelist = parser.parse(("endown",))
    parser.delete_first_token()
    return OwnNode(nodelist)
