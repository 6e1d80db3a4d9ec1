"""What the columns of a club's spreadsheet may mean, and how that shows in their headings and in their cells.

Headings are compared without accents, blanks and signs, so “Tore (Auswärts)” is toreauswarts; the words by which they
are known are in the languages of many clubs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import chain, product

from ladder.files.interpretation import date_styles
from ladder.files.interpretation.date_styles import SERIAL_STYLE, read_date
from ladder.files.interpretation.heading_languages import (
    STAMP_HEADINGS,
    build_name_headings,
    collect_further_headings,
    simplify_heading,
    split_headings,
)
from ladder.files.interpretation.row_outcomes import (
    BOOLEAN_WORDS,
    OUTCOME_NOTES,
    is_plain_result,
    is_result_number,
    read_score_number,
    simplify_result,
)
from ladder.files.interpretation.score_columns import SET_MEANINGS, SET_SIDE_MEANINGS, SET_SIDES
from ladder.files.match_records import (
    FILE_STATUSES,
    PARTNER_COLUMNS,
    REASON_COLUMN,
    list_fact_names,
    list_unasked_fact_labels,
)
from ladder.files.workbooks import Rows
from ladder.ratings import HANDICAP, create_system, list_system_choices

IGNORED_COLUMN = ""
COLUMN_MEANINGS = {
    IGNORED_COLUMN: "Ignore",
    "date": "Date",
    "time": "Time of day",
    "winner": "Winner",
    "loser": "Loser",
    "player1": "Player one",
    "player2": "Player two",
    "partner1": "Partner of the winner or player one",
    "partner2": "Partner of the loser or player two",
    **{
        name: f"Player {seat} of {whose}"
        for seat, names in enumerate(zip(*PARTNER_COLUMNS, strict=True), 2)
        if seat > 2
        for name, whose in zip(names, ("the winner’s side, or side one", "the loser’s side, or side two"), strict=True)
    },
    "number1": "Number of the winner or player one, by which people are known",
    "number2": "Number of the loser or player two, by which people are known",
    "result": "Result, as won or 3-1",
    "score1": "Score of player one",
    "score2": "Score of player two",
    "kind": "Kind of match",
    "started": "Began at",
    "exit": "How the loser left",
    "match": "Match number, a row for each player",
    "player": "Player, a row for each",
    "place": "Finishing place",
    "round": "Round",
    "box": "Box",
    "side": "Side, the same for who played together",
    "status": "Void or counted",
    "score": "Score of the games, such as 11-7 9-11 11-5",
    "ending": "Played, retired or stopped",
    REASON_COLUMN: "Why it is not rated",
    **{name: f"Set {name[3:]}, such as 6-4" for name in SET_MEANINGS},
    **{
        side: f"Set {name[3:]}, points of player {number}"
        for name, sides in SET_SIDES.items()
        for side, number in zip(sides, ("one", "two"), strict=True)
    },
}
LONG_FORM_COLUMNS = {"match", "player"}
PAIR, OUTCOME = {"player1", "player2"}, {"winner", "loser"}
BOTH_SCORES = {"score1", "score2"}
NAME_MEANINGS = ("winner", "loser", "player1", "player2", *chain(*PARTNER_COLUMNS), "player")
AMOUNT_TEXT = re.compile(r"(-?\d+)(?:[.,](\d+))? ?(?:points?|pts?\.?|p)?", re.ASCII | re.IGNORECASE)
CellsByMeaning = Mapping[str, str]
"""What a row says, by meaning."""

NUMBER_MEANINGS = ("number1", "number2")
NUMBER_CELL = re.compile(r"#?[A-Za-z]{0,4}[-./ ]?\d{1,12}(?:[-./]\d{1,6})?", re.ASCII)
NOT_IN_MATCH_FILES = frozenset(["shown", "dated", "timed", *NUMBER_MEANINGS, *SET_MEANINGS, *SET_SIDE_MEANINGS])
MOST_OF_A_COLUMN = 0.8
MOST_CELLS_JUDGED = 500  # cells of a column: 100 columns of 20,000 cells would take minutes

MOST_HEADING_ROWS = 10  # rows that may name the columns
SET_WORDS = ("set", "satz", "manche", "game", "spiel", "frame", "sett", "jeu", "juego", "leg", "g", "s")
HEADING_WORDS = {
    "date": "date day when played playedon playeddate matchdate dateplayed gamedate datum datumuhrzeit spieldatum tag"
    " fecha dia jour data dato dag giorno datetime timestamp playedat",
    "time": "time timeofday clock clocktime hour starttime starttimes kickoff kickofftime timeplayed timestarted"
    " uhrzeit zeit uhr beginn anfang anstoss startzeit spielbeginn heure horaire debut heuredebut hora horario"
    " horainicio inicio comienzo ora orario orainizio inizio tijd tijdstip uur aanvang begintijd starttijd"
    " horainicial tid klockslag klocka klockan starttid kl tidpunkt tidspunkt klokkeslæt klokken starttidspunkt",
    "winner": "winner wl wld wdl winloss wonlost winlose"
    " won wonby winningplayer winners victor win matchwinner matchwonby winnerofmatch"
    " winnerofthematch quienhagano sieger gewinner gewonnen gewinnerin"
    " vainqueur gagnant gagnante ganador ganadora vincitore vincente winnaar gewonnendoor vencedor vencedora"
    " vinnare vinder vinner vainqueurs gagnants ganadores vincitori winnaars vencedores vindere",
    "loser": "loser lost lostby beaten defeated losingplayer losers verlierer verlorener verloren perdant"
    " perdante battu perdedor perdedora perdente sconfitto verliezer verliezend vencido derrotado forlorare"
    " taber taper perdants perdedores perdenti sconfitti verliezers vencidos derrotados tabere",
    "player1": "player1 playerone playera firstplayer name1 namea home hometeam homeplayer white challenger p1 team1"
    " teama heim heimteam heimmannschaft spieler1 spielera weiss weiß domicile equipe1 equipedomicile joueur1"
    " joueura local equipolocal equipo1 jugador1 jugadora locale casa squadracasa squadra1 giocatore1"
    " giocatorea thuis thuisploeg thuisteam speler1 spelera casamandante mandante equipa1 jogador1 jogadora"
    " hemma hemmalag spelare1 spelarea lag1",
    "player2": "player2 playertwo playerb secondplayer name2 nameb away awayteam awayplayer visitor visitors black"
    " challenged opponent p2 versus vs team2 teamb against gast gastteam gastmannschaft auswarts auswaerts"
    " gegner spieler2 spielerb schwarz exterieur visiteur visiteurs equipe2 equipeexterieur adversaire joueur2"
    " joueurb visitante equipovisitante equipo2 rival contrincante jugador2 jugadorb ospite ospiti"
    " squadraospite squadra2 fuoricasa trasferta avversario giocatore2 giocatoreb uit uitploeg uitteam"
    " tegenstander speler2 spelerb equipa2 adversario jogador2 jogadorb borta bortalag motstandare spelare2"
    " spelareb lag2",
    "result": "result score outcome finalscore fulltime ft ftr fulltimeresult fulltimescore matchscore matchresult"
    " setscores sets ergebnis endstand spielstand satze satzergebnis resultat punktestand resultado marcador"
    " risultato punteggio uitslag eindstand placar stand",
    "length": "length points matchlength raceto race pts target lange laenge distanz longueur longitud lunghezza"
    " lengte",
    "chips": "chips stake chipswon",
    "moves": "moves fewestmoves",
    "kind": "kind type matchtype",
    "started": "started start began beganat startedat",
    "exit": "exit",
    "match": "match matchid matchno matchnumber id",
    "player": "player name spieler joueur jugador giocatore speler jogador spelare",
    "place": "place rank position finish",
    "round": "round roundno rd stage phase matchday runde spieltag spielrunde tour journee ronda jornada fase turno"
    " giornata ronde speelronde rodada omgang spelomgang stadie etapa",
    "box": "box boxno boxnr boxnumber group groupno division gruppe staffel groupe poule grupo caja girone gruppo groep"
    " grupp boks pulje",
    "side": "side",
    "status": "status",
    "field": "field entrants",
    "ending": "ending resulttype howitended endedby",
    **{
        name: " ".join(f"{word}{name[3:]} {name[3:]}{word} {name[3:]}st{word}" for word in SET_WORDS)
        for name in SET_MEANINGS
    },
}
STAMP_WORDS = frozenset(split_headings(STAMP_HEADINGS))
RESULT_HEADINGS = frozenset(
    ["result", "outcome", "matchresult", "ergebnis", "resultat", "resultado", "risultato", "uitslag"]
)
ONLY_CELLS = {"status": {*FILE_STATUSES}, "exit": {"standing", "surrendered", "dead"}}
KNOWN_HEADINGS = collect_further_headings() | {
    word: meaning for meaning, words in HEADING_WORDS.items() for word in words.split()
}
KNOWN_HEADINGS = build_name_headings(KNOWN_HEADINGS) | KNOWN_HEADINGS

COUNTED_WORDS = (  # what is counted of both players, the one that decides first
    "sets setswon wonsets satze gewonnenesatze manches set sett",
    "legs legswon frames frameswon racks rackswon",
    "games gameswon wongames wins won spiele gewonnenespiele siege jeux juegos giochi partite partijen jogos spel"
    " boards",
    "score finalscore ftscore fulltimescore result ergebnis resultat resultado risultato uitslag endstand",
    "goals ftgoals fulltimegoals tore treffer buts goles gol reti doelpunten gols golos mal maal",
    "points pts punkte puntos punti punten pontos poang poeng point runs hits",
)
FIRST_PLAYER_WORDS = (
    "1 a one first player1 playera playerone p1 team1 teama home hometeam homeplayer white winner winners"
    " winning w my own our player for heim heimteam heimmannschaft spieler1 spielera sieger gewinner joueur1"
    " joueura domicile dom equipe1 equipedomicile local locales equipolocal jugador1 jugadora ganador casa"
    " locale giocatore1 squadracasa thuis thuisploeg speler1 mandante jogador1 hemma hemmalag spelare1"
    " vainqueur vincitore winnaar vinnare"
)
SECOND_PLAYER_WORDS = (
    "2 b two second player2 playerb playertwo p2 team2 teamb away awayteam awayplayer visitor visitors black"
    " loser losers losing l their opponent opponents opp against gast gaste gastteam gastmannschaft auswarts"
    " auswaerts gegner spieler2 spielerb verlierer joueur2 joueurb exterieur ext visiteur equipe2"
    " equipeexterieur visitante visitantes equipovisitante jugador2 jugadorb perdedor ospite ospiti trasferta"
    " fuori giocatore2 squadraospite uit uitploeg speler2 jogador2 borta bortalag spelare2 perdant adversaire"
    " perdente verliezer forlorare"
)
BARE_COUNTS = {word for counted in COUNTED_WORDS for word in counted.split()}
ABBREVIATED_SCORES = {
    "fthg hg gf pf hs": 0,
    "ftag ag ga pa as": 1,
}  # FTHG and FTAG, as in the records of football leagues
WON_HEADING = re.compile(
    r"won|winn?|sieg|gew[io]nn|gagn|vainqu|ganad|gano|vinc|vinto|winnaar|venced|venceu|ganhou|vinn|vann|vund"
)
OPPONENT_HEADING = re.compile(r"oppon|gegner|adver|rival|avver|tegenst|against|gegen|motst|didyouplay|youplayed")
HALF_HEADING = re.compile(
    r"ht(?:hg|ag|r)?|half.*|halbzeit.*|mitemps.*|descanso|rust|1sthalf|firsthalf|set\d|satz\d|game\d"
)


@cache
def list_meanings() -> dict[str, str]:
    """Return the labels of all meanings by key, with those of the facts that rating systems ask for."""
    labels = {fact.name: fact.label for key, _ in list_system_choices() for fact in create_system(key).facts}
    labels |= list_unasked_fact_labels() | {"field": "Players in the field", HANDICAP.name: "Handicap of player 1"}
    named = {name: labels[name] for name in list_fact_names()}
    labelled = list(COLUMN_MEANINGS.items())
    before = list(COLUMN_MEANINGS).index("kind")
    return dict([*labelled[:before], *named.items(), *labelled[before:]])


def read_cells_by_meaning(row: Sequence[str], places: Mapping[str, int]) -> dict[str, str]:
    """Return the cells of a row by meaning; a column behind the end of the row is blank."""
    return {name: row[place] if place < len(row) else "" for name, place in places.items()}


def build_match_cells(cells: CellsByMeaning) -> dict[str, str]:
    """Return the cells of a row as a match file has them, with plain numbers."""
    said = {name: cell for name, cell in cells.items() if name not in NOT_IN_MATCH_FILES}
    for name in list_number_meanings() & said.keys():
        said[name] = parse_amount(said[name])
    return said


@cache
def list_number_meanings() -> frozenset[str]:
    """Return the meanings whose cells are numbers."""
    return frozenset({*list_fact_names(), "place", "round", "side"})


def parse_amount(text: str) -> str:
    """Return a number as a match file has it: 7 pts becomes 7, and 2,5 becomes 2.5; any other text stays as it is."""
    found = AMOUNT_TEXT.fullmatch(text)
    if found is None:
        return text
    decimals = (found[2] or "").rstrip("0")
    return f"{found[1]}.{decimals}" if decimals else found[1]


def find_missing_meaning(meanings: Sequence[str]) -> str:
    """Return what the columns lack: date, names, score or result; "twice" if two mean the same, "" if all is there."""
    used = [meaning for meaning in meanings if meaning]
    has = set(used)
    if len(has) < len(used):
        return "twice"
    if "date" not in has:
        return "date"
    if len(has & BOTH_SCORES) == 1:
        return "score"
    ends = ({"result"}, {"winner"}, {"loser"}, BOTH_SCORES, {"set1"}, {*SET_SIDES["set1"]}, {"score"})
    if has >= OUTCOME or has >= LONG_FORM_COLUMNS or (has >= PAIR and any(end <= has for end in ends)):
        return ""
    return "result" if has >= PAIR else "names"


def is_value_cell(cell: str) -> bool:
    """Return whether a cell holds a day or a number."""
    return is_day_cell(cell) or is_amount_cell(cell)


def is_date_cell(cell: str) -> bool:
    """Return whether a cell can be read as a date, under a heading that says so."""
    return any(read_date(cell)[:2])


def is_day_cell(cell: str) -> bool:
    """Return whether a cell holds a day, and nothing that is as likely a number or a score."""
    read = read_date(cell)
    return any(read[:2]) and read.written not in (SERIAL_STYLE, date_styles.BARE_STYLE)


def is_amount_cell(cell: str) -> bool:
    """Return whether a cell holds a number, which may have a word such as points behind it."""
    return bool(AMOUNT_TEXT.fullmatch(cell))


def is_score_cell(cell: str) -> bool:
    """Return whether a cell holds how many sets, goals or points one player won, or a note such as “ret.”.

    A number below zero is one, too, as some write it for who was disqualified; it says nothing of who won.
    """
    return read_score_number(cell.removeprefix("-")) is not None or cell.casefold() in OUTCOME_NOTES


def is_name_cell(cell: str) -> bool:
    """Return whether a cell can hold a name: a text with a letter that is no day, no number and no yes or no."""
    return not is_value_cell(cell) and any(map(str.isalpha, cell)) and cell.casefold() not in BOOLEAN_WORDS


def is_number_cell(cell: str) -> bool:
    """Return whether a cell can hold the number of a person: digits, perhaps behind a few letters."""
    return bool(NUMBER_CELL.fullmatch(cell))


def are_result_cells(cells: Sequence[str], alone: bool = False) -> bool:
    """Return whether the cells of a column say how matches ended.

    A column of 1 and 0 may mean anything, so with `alone`, without a heading that names results, it is none.
    """
    if are_mostly(cells, is_plain_result):
        return True
    return not alone and all(map(is_result_number, cells)) and len(set(map(simplify_result, cells))) > 1


def are_mostly(cells: Sequence[str], test: Callable[[str], bool]) -> bool:
    """Return whether most of these cells pass a test; of very many, some from all over stand for them."""
    judged = pick_evenly(cells)
    return sum(times for cell, times in Counter(judged).items() if test(cell)) >= MOST_OF_A_COLUMN * len(judged)


def pick_evenly[Item](items: Sequence[Item]) -> Sequence[Item]:
    """Return at most as many items as are judged, evenly spread."""
    return items[:: -(-len(items) // MOST_CELLS_JUDGED) or 1]


def build_score_headings(counted: str) -> dict[str, int]:
    """Return the headings of scores counted in these nouns: 0 for the first player's, 1 for the second player's."""
    found: dict[str, int] = {}
    for number, roles in enumerate((FIRST_PLAYER_WORDS, SECOND_PLAYER_WORDS)):
        for role, noun in product(roles.split(), counted.split()):
            found |= {f"{role}{noun}": number, f"{noun}{role}": number, f"{role}s{noun}": number}
    return found


@cache
def list_score_headings() -> list[dict[str, int]]:
    """Return the headings of scores for each of `COUNTED_WORDS`; only a process that reads files keeps their 3 MiB."""
    found = [build_score_headings(counted) for counted in COUNTED_WORDS]
    found[3] |= {word: number for words, number in ABBREVIATED_SCORES.items() for word in words.split()}
    return found


@cache
def collect_headings() -> frozenset[str]:
    """Return all headings by which the row that names the columns is found."""
    return frozenset(chain(KNOWN_HEADINGS, BARE_COUNTS, *list_score_headings()))


def find_heading_row(rows: Rows) -> int:
    """Return the number of the row that names the columns; 0 if none does."""
    top = rows[:MOST_HEADING_ROWS]
    known = [len({simplify_heading(cell) for cell in row} & collect_headings()) for row in top]
    if max(known) >= 2:
        return known.index(max(known)) + 1
    first = next(number for number, row in enumerate(rows) if row)
    below = next((row for row in rows[first + 1 :] if row), [])
    has_words_only = sum(map(bool, rows[first])) > 1 and not any(map(is_value_cell, rows[first]))
    return first + 1 if has_words_only and any(map(is_value_cell, below)) else 0
