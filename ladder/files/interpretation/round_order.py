"""The order of the matches of one day by the column with their rounds: 1, 2, 3, or quarter-final, semi-final, final."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from ladder.files.interpretation.doubts import SheetRows
from ladder.files.interpretation.play_order import PlayOrder

ROUNDS_REMARK = "The matches of one day are taken in the order of their rounds."
PLAYERS_LEFT = {  # what is left to play for, in the languages that headings have; a third place comes before the final
    64: "round of 64, last 64, 1/32, zweiunddreißigstelfinale",
    32: "round of 32, last 32, 1/16, sechzehntelfinale, seizièmes de finale, dieciseisavos de final, sedicesimi",
    16: "round of 16, last 16, 1/8, achtelfinale, huitièmes de finale, octavos de final, ottavi di finale, ottavi"
    ", oitavas de final, oitavas, achtste finale, åttondelsfinal, 1/8 финала, 1/8 finału, ベスト16",
    8: "quarterfinal, quarterfinals, quarter, quarters, qf, 1/4, viertelfinale, vf, quart de finale, quarts de finale"
    ", cuartos de final, cuartos, quarti di finale, quarti, quartas de final, quartas, kwartfinale, kvartsfinal"
    ", kvartfinale, kvartfinal, четвертьфинал, 1/4 финала, ćwierćfinał, 準々決勝, ベスト8",
    4: "semifinal, semifinals, semi, semis, sf, 1/2, halbfinale, hf, demifinale, demi, semifinales, semifinale"
    ", semifinali, meiafinal, halve finale, полуфинал, półfinał, 準決勝, ベスト4",
    3: "third place, 3rd place, bronze, bronze match, platz 3, spiel um platz 3, petite finale, tercer puesto"
    ", tercer lugar, terzo posto, finale 3 posto, terceiro lugar, derde plaats, tredje plats, матч за 3 место"
    ", mecz o 3 miejsce, 3位決定戦",
    2: "final, finals, the final, f, gold, gold match, finale, finał, финал, 決勝, 決勝戦",
}
FIRST_NAMES = (
    "group, groups, group stage, pool, pools, gruppe, gruppenphase, vorrunde, poule, groupe, grupo, gruppo, girone"
    ", qualifying, qualification, qualifikation, группа, grupa, 予選"
)
FIRST_ROUND = re.compile(rf"(?:{'|'.join(FIRST_NAMES.replace(' ', '').split(','))})[a-z0-9]?")
NUMBERED = re.compile(r"\D*?(\d{1,3})\D*")
BETWEEN_WORDS = re.compile(r"[\s.\-_]+")
LARGE_KNOCKOUT = re.compile(r"(?:r|last|top|ko)(\d{2,3})")
KNOCKOUT_SIZES = frozenset([16, 32, 64, 128, 256])
Rank = tuple[int, int]
"""Rounds that are numbered come first, then those that are named by how many players are left."""


def order_by_rounds(order: PlayOrder, found: SheetRows) -> PlayOrder:
    """Return the order with the matches of each day in the order of their rounds, if every row names one.

    It is said where it differs from the order of the rows.
    """
    names = {row: simplify_round(found[row].get("round", "")) for row in order.rows}
    is_knockout = any(name in LEFT_BY_NAME for name in names.values())
    ranks = {row: read_round(name, is_knockout=is_knockout) for row, name in names.items()}
    known = {row: rank for row, rank in ranks.items() if rank}
    if not known or len(known) < len(ranks):
        return order
    rows = sorted(order.rows, key=known.__getitem__)
    if list_days(rows, found) == list_days(order.rows, found):
        return order
    return order._replace(rows=rows, remarks=(ROUNDS_REMARK, *order.remarks))


def list_days(rows: Sequence[int], found: SheetRows) -> Mapping[str, list[int]]:
    """Return the rows of each date, in this order."""
    dated = sorted(rows, key=lambda row: found[row]["date"])
    return {date: list(each) for date, each in groupby(dated, key=lambda row: found[row]["date"])}


def read_round(name: str, *, is_knockout: bool) -> Rank | None:
    """Return the rank of a round among others; None for a name that tells no order, such as “Red”.

    Beside a semi-final or a final, “R16” is the round of 16 and no sixteenth round.
    """
    if name in LEFT_BY_NAME:
        return 1, -LEFT_BY_NAME[name]
    if FIRST_ROUND.fullmatch(name):
        return 0, 0
    large = LARGE_KNOCKOUT.fullmatch(name)
    if is_knockout and large and int(large[1]) in KNOCKOUT_SIZES:
        return 1, -int(large[1])
    number = NUMBERED.fullmatch(name)
    return (0, int(number[1])) if number else None


def simplify_round(name: str) -> str:
    """Return the name of a round without capitals and without what stands between its words."""
    return BETWEEN_WORDS.sub("", name.casefold())


LEFT_BY_NAME = {simplify_round(name): left for left, names in PLAYERS_LEFT.items() for name in names.split(", ")}
