"""The rows of the standings as HTML: the one place where a loop in a template is too slow (decision 0008)."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from html import escape
from typing import Any, NamedTuple

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from ladder.ledger.form_and_counts import RecentForm
from ladder.profiles.queries.board_choice import build_board_query
from ladder.standings.queries.movement import Movement
from ladder.standings.queries.rows import RowFigure, StandingsRow
from ladder.standings.queries.selection import RankGap
from ladder.standings.queries.table import StandingsTable

register = template.Library()

TIP = ' <button type="button" class="tip{}">{}<span>{}</span></button>'
BETWEEN = ' <a class="tag warn" href="{}">{}</a>'
WHY = ' <small class="why">{}</small>'
NO_RANK = '<span class="none" aria-hidden="true">–</span><span class="vh">no rank</span>'
YOU = ' <span class="tag you">You</span>'
BEHIND = ' <small class="behind">{}<span> {}</span></small>'
GAP = (
    '<tr role="row" class="gap"><td role="cell" colspan="{}"><span aria-hidden="true">⋯</span>'
    '<span class="vh">and so on</span></td></tr>'
)


class TableShape(NamedTuple):
    """What all rows of a table share: its columns, and the addresses of players and matches."""

    width: int
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
    player = build_address_pattern("players:player") + escape(build_board_query(table.board, table.past))
    match = build_address_pattern("ladder:match")
    said = list_challenge_links(table, between) if between else {}
    shape = TableShape(table.width, "change" in table.headings, table.has_form, player, match)
    return mark_safe(  # noqa: S308 - every text is escaped below
        "\n".join(
            render_row(
                shape, row, row is not None and row.player == me, bool(pinned), behind, said.get(row and row.player)
            )
            for row in rows
        )
    )


def list_challenge_links(table: StandingsTable, between: Mapping[int, str]) -> dict[int | None, str]:
    """Return what follows the names of those with whom a challenge runs: how it stands, with a link to it."""
    url = reverse("ladder:challenges", args=[table.board.season.ladder.slug])
    return {player: BETWEEN.format(url, escape(word)) for player, word in between.items()}


@cache
def build_address_pattern(name: str) -> str:
    """Return the address of a page with {} for its number: reversing it for each row takes too long."""
    return reverse(name, args=[0]).replace("/0/", "/{}/")


def render_row(
    shape: TableShape, row: StandingsRow | None, mine: bool, pinned: bool, behind: RankGap | None, between: str | None
) -> str:
    """Return one row, or the gap."""
    if row is None:
        return GAP.format(shape.width)
    change = form = ""
    if shape.has_change:
        link = f'<a class="chg {row.direction}" href="{shape.match.format(row.match)}">{escape(row.change)}</a>'
        change = f'<td role="cell" class="ch">{link if row.match else ""}</td>'
    if shape.has_form:
        form = f'<td role="cell" class="fm">{render_form_dots(row.form)}</td>'
    return (
        f'<tr role="row"{render_row_attributes(row, mine, pinned)}>'
        f'<td role="cell" class="rk">{render_rank(row)}</td>'
        f'<th role="rowheader" scope="row" class="pl">'
        f'<a href="{shape.player.format(row.player)}">{escape(row.name)}</a>'
        f"{render_tips(row, mine, behind)}{between or ''}</th>"
        f'<td role="cell" class="rt">{escape(row.rating)}</td>{change}{form}'
        f'<td role="cell" class="sp">{render_sparkline(row.line)}</td>'
        f"{''.join([render_figure(number, one) for number, one in enumerate(row.figures, 1)])}</tr>"
    )


def render_rank(row: StandingsRow) -> str:
    """Return a rank with its movement, or that there is none."""
    return f'<b class="num">{row.rank_text}</b>{render_movement(row.movement)}' if row.is_ranked else NO_RANK


def render_sparkline(line: str) -> str:
    """Return the line of the last weeks, with a dot where it ends."""
    return (
        f'<svg class="spark" viewBox="0 0 80 24" aria-hidden="true"><path d="{line}"/>'
        f'<circle cx="78" cy="{line.rpartition(" ")[2]}" r="2.5"/></svg>'
    )


def render_row_attributes(row: StandingsRow, mine: bool, pinned: bool) -> str:
    """Return the attributes of a row: the first three ranks and the own one are seen at once."""
    names = " ".join(["me"] * mine + [f"p{row.rank}"] * (row.is_ranked and row.rank <= 3))
    return f"{' id="me"' if mine and pinned else ''}{f' class="{names}"' if names else ''}"


def render_tips(row: StandingsRow, mine: bool, behind: RankGap | None) -> str:
    """Return what follows a name: a provisional rating, a broken tie, "you", and why there is no rank."""
    found = TIP.format("", "?", escape(row.provisional)) if row.provisional else ""
    if row.tie:
        found += TIP.format(" tie", "=", escape(row.tie))
    if mine:
        found += YOU + (BEHIND.format(*map(escape, behind)) if behind else "")
    return found + (WHY.format(escape(row.absence)) if row.absence else "")


@lru_cache(5000)
def render_figure(number: int, one: RowFigure) -> str:
    """Return a figure as HTML: hundreds of rows have the same few."""
    unit = f' data-unit="{escape(one.unit)}"' if one.unit else ""
    if one.note:  # the unit belongs to the number, and stands before the note
        text = f'<span class="of"{unit}>{escape(one.text)}</span><small>, {escape(one.note)}</small>'
        return f'<td role="cell" class="xp x{number}">{text}</td>'
    return f'<td role="cell" class="xp x{number}"{unit}>{escape(one.text)}</td>'


@lru_cache(500)
def render_movement(movement: Movement) -> str:
    """Return a movement as HTML."""
    return render_to_string("ladder/_movement.html", {"movement": movement}).strip()


@lru_cache(500)
def render_form_dots(form: RecentForm) -> str:
    """Return a form as HTML."""
    return render_to_string("ladder/_form.html", {"form": form}).strip()
