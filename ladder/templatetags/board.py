"""The rows of the standings as HTML: the one place where a loop in a template is too slow (decision 0050)."""

from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape
from typing import Any, NamedTuple

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from ladder.ledger.form_and_counts import RecentForm
from ladder.pages.addresses import build_board_query
from ladder.ratings import NONE_THIS_SEASON
from ladder.standings.queries.key_figures import RankGap
from ladder.standings.queries.movement import Movement
from ladder.standings.queries.rows import RowFigure, StandingsRow
from ladder.standings.queries.table import StandingsTable
from ladder.templatetags.faces import face_before
from ladder.templatetags.texts import wrap_deviation

register = template.Library()

TIP_HTML = ' <button type="button" class="tip{}">{}<span>{}</span></button>'
BETWEEN_HTML = ' <a class="tag warn" href="{}">{}</a>'
WHY_HTML = ' <small class="why">{}</small>'
NO_RANK_HTML = '<span class="none" aria-hidden="true">–</span><span class="vh">no rank</span>'
YOU_HTML = ' <span class="tag you">You</span>'
BEHIND_HTML = ' <small class="behind">{}<span> {}</span></small>'
GAP_HTML = (
    '<tr role="row" class="gap"><td role="cell" colspan="{}"><span aria-hidden="true">⋯</span>'
    '<span class="vh">and so on</span></td></tr>'
)


class TableShape(NamedTuple):
    """What all rows of a table share: which columns there are, and the addresses of players and matches with {}."""

    has_change: bool
    has_form: bool
    player: str
    match: str


@register.simple_tag
def board_rows(
    table: StandingsTable,
    rows: Iterable[StandingsRow | None],
    me: Any,
    pinned: Any,
    behind: RankGap | None,
    between: Any = None,
) -> SafeString:
    """Return the rows as HTML, with None for a gap.

    `me` is the key of the player who looks, whose row is marked and says how far `behind` it is; when
    `pinned` it stays in view. `between` says how a challenge stands between them and others, by player.
    """
    width = 3 + len(table.headings) + table.has_form  # with rank, player and line
    player = build_address_pattern("players:player") + escape(build_board_query(table.board, table.past))
    shape = TableShape("change" in table.headings, table.has_form, player, build_address_pattern("ladder:match"))
    challenges = reverse("ladder:challenges", args=[table.board.season.ladder.slug])
    found = []
    for row in rows:
        if row is None:
            found.append(GAP_HTML.format(width))
            continue
        word = (between or {}).get(row.player)
        challenge = BETWEEN_HTML.format(challenges, escape(word)) if word else ""
        found.append(render_row(shape, row, row.player == me, bool(pinned), behind, challenge))
    return mark_safe("\n".join(found))  # noqa: S308 - every text is escaped below


@cache
def build_address_pattern(name: str) -> str:
    """Return the address of a page with {} for its number: reversing it for each row takes too long."""
    return reverse(name, args=[0]).replace("/0/", "/{}/")


def render_row(
    shape: TableShape, row: StandingsRow, mine: bool, pinned: bool, behind: RankGap | None, challenge: str
) -> str:
    """Return one row as HTML; the first three ranks and the own row are marked."""
    names = " ".join(["me"] * mine + [f"p{row.rank}"] * (row.is_ranked and row.rank <= 3))
    rank = f'<b class="num">{row.rank_text}</b>{render_movement(row.movement)}' if row.is_ranked else NO_RANK_HTML
    change = form = ""
    if shape.has_change:
        link = f'<a class="chg {row.direction}" href="{shape.match.format(row.match)}">{escape(row.change)}</a>'
        change = f'<td role="cell" class="ch">{link if row.match else ""}</td>'
    if shape.has_form:
        form = f'<td role="cell" class="fm">{render_form_dots(row.form)}</td>'
    return (
        f'<tr role="row"{' id="me"' if mine and pinned else ""}{f' class="{names}"' if names else ""}>'
        f'<td role="cell" class="rk">{rank}</td>'
        f'<th role="rowheader" scope="row" class="pl">'
        f'<a href="{shape.player.format(row.player)}" {render_face(row.name)}>{escape(row.name)}</a>'
        f"{render_tips(row, mine, behind)}{challenge}</th>"
        f'<td role="cell" class="rt">{wrap_deviation(row.rating)}</td>{change}{form}'
        f'<td role="cell" class="sp">{render_sparkline(row.line)}</td>'
        f"{''.join([render_figure(number, one) for number, one in enumerate(row.figures, 1)])}</tr>"
    )


@register.filter("sparkline")
def render_sparkline(line: str) -> SafeString:
    """Return the line of the last weeks as a drawing, with a dot at its end."""
    return mark_safe(  # noqa: S308 - numbers of our own
        f'<svg class="spark" viewBox="0 0 80 24" aria-hidden="true"><path d="{line}"/>'
        f'<circle cx="78" cy="{line.rpartition(" ")[2]}" r="2.5"/></svg>'
    )


def render_tips(row: StandingsRow, mine: bool, behind: RankGap | None) -> str:
    """Return what follows a name: a provisional rating, a broken tie, "you", and why there is no rank."""
    found = TIP_HTML.format("", "?", escape(row.provisional)) if row.provisional else ""
    if row.tie:
        found += TIP_HTML.format(" tie", "=", escape(row.tie))
    if mine:
        found += YOU_HTML + (BEHIND_HTML.format(*map(escape, behind)) if behind else "")
    return found + (WHY_HTML.format(escape(row.absence)) if row.absence else "")


@lru_cache(5000)
def render_face(name: str) -> str:
    """Return the attributes that show the monogram before a name."""
    return face_before(name)


@lru_cache(5000)
def render_figure(number: int, one: RowFigure) -> str:
    """Return a figure as HTML: hundreds of rows have the same few."""
    unit = f' data-unit="{escape(one.unit)}"' if one.unit else ""
    if one.note:  # the unit belongs to the number, and stands before the note
        text = f'<span class="of"{unit}>{escape(one.text)}</span><small>, {escape(one.note)}</small>'
        fresh = " fresh" if one.note == NONE_THIS_SEASON else ""
        return f'<td role="cell" class="xp x{number}{fresh}">{text}</td>'
    return f'<td role="cell" class="xp x{number}"{unit}>{escape(one.text)}</td>'


@lru_cache(500)
def render_movement(movement: Movement) -> str:
    """Return a movement as HTML."""
    return render_to_string("ladder/standings/_movement.html", {"movement": movement}).strip()


@lru_cache(500)
def render_form_dots(form: RecentForm) -> str:
    """Return a form as HTML."""
    return render_to_string("ladder/standings/_form.html", {"form": form}).strip()
