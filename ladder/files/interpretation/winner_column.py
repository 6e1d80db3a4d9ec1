"""Which column says who won, by its heading and by the players of each row that it repeats."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations

from ladder.files.interpretation.column_contents import ColumnContents
from ladder.files.interpretation.column_meanings import (
    BOTH_SCORES,
    HALF_HEADING,
    KNOWN_HEADINGS,
    LONG_FORM_COLUMNS,
    MOST_OF_A_COLUMN,
    OPPONENT_HEADING,
    PAIR,
    WON_HEADING,
    is_name_cell,
    pick_evenly,
)
from ladder.files.interpretation.row_outcomes import (
    DRAWN_CELLS,
    LOST_CELLS,
    WON_CELLS,
    is_reporter_word,
    judge_row,
    simplify_result,
)

OTHER_HEADING = re.compile(  # names one of two players, but not the winner
    r"report|submit|enter|record|post|logged|filled|email|challeng|serv|host|refer|umpire|scorer|paid|melde|trag|erfass"
    r"|aufschl|saisi|walk|forfeit|toss|coin|firstset|1stset|lost|los[ei]|beaten|defeat|verl[io]|perd|battu|derrot|sconf|forlor|taber"
)
REPORTER_HEADING = re.compile(
    r"name|player|spieler|joueur|(?:your|dein|ihr|my|mein)e?(?:full)?name|report(?:er|edby)|whoareyou"
)
WINNER_NOUN = re.compile(  # asks for a name
    r"winner|victor|sieger|gewinner|vainqueur|gagnant|ganador|vincit|vincent|winnaar|vencedor|vinnare|vinder|победитель"
    r"|zwyciezca|勝者"
)
MOST_NAME_COLUMNS = 6  # that are compared with one another


def add_reported_players(found: dict[str, int], contents: ColumnContents) -> None:
    """Add two columns of players beside one that repeats one of them in each row, as where a form asks who won.

    The one who fills in the form is player one.
    """
    if found.keys() >= PAIR or found.keys() >= LONG_FORM_COLUMNS or "loser" in found:
        return
    headed = {found[name] for name in (*PAIR, "winner") if name in found}
    free = [place for place in contents.free(found) if contents.words[place] not in KNOWN_HEADINGS]
    places = contents.holding(sorted({*headed, *free}), is_name_cell)
    plain = [place for place in places if place in headed or not OTHER_HEADING.search(contents.words[place])]
    pairs = find_repeated_pairs(plain[:MOST_NAME_COLUMNS], found, contents)
    if not pairs and "winner" in found:  # the reporter may be a player, or beside the winner and the loser
        is_player = has_reporter_words(found, contents)
        pairs = [
            pair
            for pair in find_repeated_pairs(places[:MOST_NAME_COLUMNS], found, contents)
            if is_player or all(contents.have_shared_cells(found["winner"], place) for place in pair[2:])
        ]
    if pairs:
        found |= dict(zip(("player1", "player2"), sort_reporter_first(min(pairs)[2:], found, contents), strict=True))


def sort_reporter_first(pair: Sequence[int], found: Mapping[str, int], contents: ColumnContents) -> tuple[int, int]:
    """Return the places of two columns of players, the one of the opponent behind the other, as headings say it."""
    first, second = pair
    against = [bool(OPPONENT_HEADING.search(contents.words[place])) for place in pair]
    is_headed = bool(found.keys() & PAIR)
    is_turned = found.get("player1") == second or found.get("player2") == first
    return (second, first) if is_turned or (not is_headed and against == [True, False]) else (first, second)


def read_opponent_as_loser(found: dict[str, int], contents: ColumnContents) -> None:
    """Turn the opponent beside a winner into the loser, unless one of them names the other, as “My opponent” does."""
    if "winner" not in found or "player2" not in found or found.keys() & {"player1", "loser"}:
        return
    if not has_reporter_words(found, contents) and not contents.have_same_player(found["winner"], found["player2"]):
        found["loser"] = found.pop("player2")


def find_repeated_pairs(
    places: list[int], found: Mapping[str, int], contents: ColumnContents
) -> list[tuple[int, int, int, int]]:
    """Return the pairs of columns of which a third repeats one name in each row, as their rank and their places."""
    headed = {found[name] for name in PAIR if name in found}
    others = [place for place in places if place not in headed]
    worded = [place for place in others if WON_HEADING.search(contents.words[place])]
    deciding = [found["winner"]] if "winner" in found else worded or others
    return [
        (-place, -contents.count_shared_names(*pair), *pair)
        for place in deciding
        for pair in combinations([one for one in places if one != place], 2)
        if headed <= {*pair} and contents.names_players(place, pair) and not contents.have_same_player(*pair)
        if are_players(pair, contents)
        or not (contents.has_yes_or_no(place) or any(map(is_reporter_word, contents.filled[place])))
    ]


def are_players(pair: tuple[int, int], contents: ColumnContents) -> bool:
    """Return whether two columns beside “I won” hold players, and not a club or a court: by names or headings."""
    is_headed = any(REPORTER_HEADING.fullmatch(contents.words[place]) for place in pair)
    is_against = any(OPPONENT_HEADING.search(contents.words[place]) for place in pair)
    return contents.count_shared_names(*pair) > 0 or (is_headed and is_against)


def find_winner_columns(found: Mapping[str, int], contents: ColumnContents) -> list[int]:
    """Return the columns without a meaning that name one of the two players in each row as the winner.

    Without a score, only those that are headed like a winner or a result, or not at all.
    """
    pair = found["player1"], found["player2"]
    free = [place for place in contents.free(found) if may_name_winner(contents, place)]
    named = [place for place in free if contents.names_players(place, pair)]
    worded = [place for place in named if WON_HEADING.search(contents.words[place])]
    if worded:
        return worded
    if found.keys().isdisjoint(("result", "score1")):
        said = [place for place in free if KNOWN_HEADINGS.get(contents.words[place]) == "result"]
        said = said or [place for place in free if not contents.words[place]]
        return [place for place in named if place in said]
    return [place for place in named if fits_scores(place, found, contents)]


def may_name_winner(contents: ColumnContents, place: int) -> bool:
    """Return whether a column has cells that aren't draws, under a heading that does not say something else."""
    heading = contents.words[place]
    is_other = (
        OTHER_HEADING.search(heading)
        or HALF_HEADING.fullmatch(heading)
        or KNOWN_HEADINGS.get(heading, "result") != "result"
    )
    return not is_other and any(cell.casefold() not in DRAWN_CELLS for cell in contents.filled[place])


def fits_scores(place: int, found: Mapping[str, int], contents: ColumnContents) -> bool:
    """Return whether a column names who won by the scores in most rows, or the scores have the winner's number first.

    In the latter case it is asked about later.
    """
    columns = {name: found[name] for name in (*PAIR, *BOTH_SCORES, "result") if name in found} | {"winner": place}
    rows = zip(*(contents.cells[one] for one in columns.values()), strict=True)
    verdicts = [judge_row(dict(zip(columns, row, strict=True))) for row in pick_evenly(list(rows))]
    told = [one for one in verdicts if one.named is not None and one.scored in (0, 1)]
    agreeing, first = sum(one.named == one.scored for one in told), sum(one.scored == 1 for one in told)
    return bool(told) and max(agreeing, first) >= MOST_OF_A_COLUMN * len(told)


def has_reporter_words(found: Mapping[str, int], contents: ColumnContents) -> bool:
    """Return whether the column of winners has answers such as “I won” or “yes”, which name nobody."""
    if "winner" not in found:
        return False
    if contents.has_yes_or_no(found["winner"]):
        return True
    words = set(filter(is_reporter_word, contents.filled[found["winner"]]))
    others = [filled for place, filled in enumerate(contents.filled) if place != found["winner"]]
    return bool(words) and not words <= set().union(*others)  # else it is a list of one's own, with a player “Me”


def are_player_numbers(contents: Sequence[str], heading: str) -> bool:
    """Return whether all cells are 0 and 1 where a name is asked for: nobody can tell which of the two 1 is."""
    return bool(WINNER_NOUN.search(heading)) and {*map(simplify_result, contents)} <= {"0", "1"}


def says_won_or_lost(contents: Sequence[str]) -> bool:
    """Return whether all cells are words such as won, lost, yes or no."""
    return {*map(simplify_result, contents)} <= WON_CELLS | LOST_CELLS | {"0.5", "d", "draw", "drawn"}
