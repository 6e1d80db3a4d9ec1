"""What a club's own file says of who won, as the page of its check tells it: never guessed, always in words.

All people and clubs are fictional.
"""

import io
import re
from datetime import date, datetime, time, timedelta
from html import unescape

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ladder.models import Ladder
from tests.factories import make_ladder, season_of

pytestmark = pytest.mark.django_db
URL = "/club/all-time/import"


@pytest.fixture
def season():
    return season_of(make_ladder("provisional-elo"))  # it has draws


def check(staff, text, **answers):
    """Return the check page of pasted text."""
    shown = staff.post(URL, {"text": text})
    if answers:
        packed = re.search(r'name="packed" value="([^"]*)"', shown.content.decode())[1]
        shown = staff.post(URL, {"packed": packed, **answers})
    return unescape(shown.content.decode())


def rows_of(page):
    """Return the first rows in words."""
    found = re.search(r'id="h-first".*?<ul[^>]*>(.*?)</ul>', page, re.DOTALL)
    return [re.sub(r"<.*?>", "", one).strip() for one in re.findall(r"<li>(.*?)</li>", found[1])] if found else []


def doubts_of(page):
    """Return what is doubted."""
    found = re.search(r'id="h-doubts".*?<ul class="stack">(.*?)</section>', page, re.DOTALL)
    labels = r'<li class="field">\s*(?:<fieldset[^>]*><legend>|<label[^>]*>|<p>)(.*?)(?:</legend>|</label>|<span|</p>)'
    return [one.strip() for one in re.findall(labels, found[1])] if found else []


def ends(*said, first):
    """Return the rows in words from that row on, all of 4 March 2026."""
    return [f"Row {number}: {one}, 4 March 2026" for number, one in enumerate(said, first)]


READ = {
    "home and away scores beside neutral": (
        """Date,home_team,away_team,home_score,away_score,tournament,city,neutral
2026-03-04,Norland,Sudria,1,3,Friendly,Port,FALSE
2026-03-04,Sudria,Westmark,2,0,Cup,Port,TRUE
2026-03-04,Westmark,Norland,1,1,Cup,Hill,FALSE""",
        ["Norland 1–3 Sudria: Sudria won", "Sudria 2–0 Westmark: Sudria won", "Westmark 1–1 Norland: drawn"],
    ),
    "two headings called score": (
        "Date,Player,Score,Opponent,Score\n2026-03-04,Ann,1,Bo,2\n2026-03-04,Cy,5,Bo,3",
        ["Ann 1–2 Bo: Bo won", "Cy 5–3 Bo: Cy won"],
    ),
    "two headings called points": (
        "Date;Player A;Points;Player B;Points\n2026-03-04;Ann;15;Bo;21",
        ["Ann 15–21 Bo: Bo won"],
    ),
    "player 1 score": (
        "Date,Player 1,Player 2,Player 1 score,Player 2 score\n2026-03-04,Ann,Bo,1,2",
        ["Ann 1–2 Bo: Bo won"],
    ),
    "home and away": ("Date,Home,Away,Home score,Away score\n2026-03-04,Ann,Bo,0,2", ["Ann 0–2 Bo: Bo won"]),
    "score1 and score2": ("date,player1,score1,player2,score2\n2026-03-04,Ann,0,Bo,2", ["Ann 0–2 Bo: Bo won"]),
    "score and the opponent's": (
        "Date,Player,Score,Opponent,Opponent score\n2026-03-04,Ann,3,Bo,5",
        ["Ann 3–5 Bo: Bo won"],
    ),
    "scores at half time and at the end": (
        "Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG\n2026-03-04,Ann,Bo,0,1,A,0,0",
        ["Ann 0–1 Bo: Bo won"],
    ),
    "sets before games": (
        "Date,Player A,Player B,Games A,Games B,Sets A,Sets B\n2026-03-04,Ann,Bo,14,13,1,2",
        ["Ann 1–2 Bo: Bo won"],
    ),
    "German": ("Datum;Heim;Gast;Tore Heim;Tore Gast\n04.03.2026;Änne;Bö;1;3", ["Änne 1–3 Bö: Bö won"]),
    "German sets": ("Datum;Spieler 1;Spieler 2;Sätze 1;Sätze 2\n04.03.2026;Änne;Bö;1;3", ["Änne 1–3 Bö: Bö won"]),
    "German winner": ("Datum;Sieger;Verlierer;Länge\n04.03.2026;Änne;Bö;7", ["Änne beat Bö"]),
    "French": (
        "Date;Domicile;Extérieur;Buts domicile;Buts extérieur\n4 mars 2026;Ann;Bo;1;3",
        ["Ann 1–3 Bo: Bo won"],
    ),
    "Spanish": (
        "Fecha;Local;Visitante;Goles local;Goles visitante\n4 de marzo de 2026;Ann;Bo;1;3",
        ["Ann 1–3 Bo: Bo won"],
    ),
    "Italian": ("Data;Casa;Ospite;Reti casa;Reti ospite\n04/03/2026;Ann;Bo;1;3", ["Ann 1–3 Bo: Bo won"]),
    "Dutch": ("Datum;Thuis;Uit;Uitslag\n04-03-2026;Ann;Bo;1-3", ["Ann 1–3 Bo: Bo won"]),
    "Portuguese": (
        "Data;Mandante;Visitante;Gols mandante;Gols visitante\n04/03/2026;Ann;Bo;1;3",
        ["Ann 1–3 Bo: Bo won"],
    ),
    "Swedish": ("Datum;Hemma;Borta;Mål hemma;Mål borta\n2026-03-04;Ann;Bo;1;3", ["Ann 1–3 Bo: Bo won"]),
    "scores of sets in one cell": (
        'Date,Player 1,Player 2,Score\n2026-03-04,Ann,Bo,"18-21, 21-15, 19-21"\n2026-03-04,Cy,Bo,11-7 9-11 11-5',
        ["Ann – Bo 18–21, 21–15, 19–21: Bo won", "Cy – Bo 11–7, 9–11, 11–5: Cy won"],
    ),
    "a winner's column that names a player": (
        "Date,Player 1,Player 2,Result\n2026-03-04,Ann,Bo,Bo\n2026-03-04,Cy,Bo,Draw",
        ["Bo beat Ann", "Cy and Bo drew"],
    ),
    "a name that won": (
        "Date,Player 1,Player 2,Result\n2026-03-04,Ann,Bo,Bo won\n2026-03-04,Cy,Bo,Cy wins",
        ["Bo beat Ann", "Cy beat Bo"],
    ),
    "won: yes or no": (
        "Date,Player,Opponent,Won\n2026-03-04,Ann,Bo,no\n2026-03-04,Cy,Bo,yes",
        ["Bo beat Ann", "Cy beat Bo"],
    ),
    "a winner's column of 1.0 and 0.0": (
        "Date,Player 1,Player 2,Won\n2026-03-04,Ann,Bo,0.0\n2026-03-04,Cy,Bo,1.0",
        ["Bo beat Ann", "Cy beat Bo"],
    ),
    "W, L and D": (
        "Date,Player,Opponent,Result\n2026-03-04,Ann,Bo,L\n2026-03-04,Cy,Bo,D",
        ["Bo beat Ann", "Cy and Bo drew"],
    ),
    "1, 0.5 and 0": (
        "Date,White,Black,Result\n2026-03-04,Ann,Bo,0\n2026-03-04,Cy,Bo,0.5\n2026-03-04,Cy,Ann,1",
        ["Bo beat Ann", "Cy and Bo drew", "Cy beat Ann"],
    ),
    "1.0, 0.5 and 0.0": (
        "Date,White,Black,Result\n2026-03-04,Ann,Bo,0.0\n2026-03-04,Cy,Bo,0.5\n2026-03-04,Cy,Ann,1.0",
        ["Bo beat Ann", "Cy and Bo drew", "Cy beat Ann"],
    ),
    "1,0 and 0,0": (
        "Datum;Weiß;Schwarz;Ergebnis\n04.03.2026;Änne;Bö;1,0\n04.03.2026;Änne;Cyd;0,0",
        ["Änne beat Bö", "Cyd beat Änne"],
    ),
    "results that are all 1": (
        "Date,Player 1,Player 2,Result\n2026-03-04,Ann,Bo,1\n2026-03-04,Cy,Bo,1",
        ["Ann beat Bo", "Cy beat Bo"],
    ),
    "results that are all 1.0": (
        "Date,Player 1,Player 2,Outcome\n2026-03-04,Ann,Bo,1.0\n2026-03-04,Cy,Bo,1.0",
        ["Ann beat Bo", "Cy beat Bo"],
    ),
    "decimals with a comma": (
        "Datum;Weiß;Schwarz;Ergebnis\n04.03.2026;Änne;Bö;0,5\n04.03.2026;Änne;Cyd;0",
        ["Änne and Bö drew", "Cyd beat Änne"],
    ),
    "the side that won": (
        "Date,Home,Away,Winner\n2026-03-04,Ann,Bo,away\n2026-03-04,Ann,Cy,draw",
        ["Bo beat Ann", "Ann and Cy drew"],
    ),
    "no headings, a number behind each name": (
        "2026-03-04,Ann,1,Bo,3\n2026-03-04,Cy,4,Ann,2",
        ["Ann 1–3 Bo: Bo won", "Cy 4–2 Ann: Cy won"],
    ),
    "a referee and a venue beside": (
        "Date,Venue,Winner,Referee,Defeated by them\n2026-03-04,Hall,Ann,Cy,Bo\n2026-03-04,Hall,Bo,Di,Ann",
        ["Ann beat Bo", "Bo beat Ann"],
    ),
    "an id and a round": (
        "id,round,date,winner,loser\n1,1,2026-03-04,Ann,Bo\n2,1,2026-03-04,Bo,Cy",
        ["Ann beat Bo", "Bo beat Cy"],
    ),
    "won and lost as numbers": (
        "Date,Player,Opponent,Won,Lost\n2026-03-04,Ann,Bo,2,3\n2026-03-04,Cy,Bo,3,1",
        ["Ann 2–3 Bo: Bo won", "Cy 3–1 Bo: Cy won"],
    ),
    "a day of the week before the date": (
        "Day,Date,Winner,Loser\nWednesday,04/03/2026,Ann,Bo\nWednesday,04/03/2026,Cy,Bo",
        ["Ann beat Bo", "Cy beat Bo"],
    ),
    "a winner and a loser beside teams": (
        """Date,Winner,Loser,Home team,Away team,Home score,Away score
2026-03-04,Ann,Bo,Norland,Sudria,3,1
2026-03-04,Cy,Ann,Norland,Westmark,0,2""",
        ["Ann beat Bo", "Cy beat Ann"],
    ),
    "a winner and a loser beside home and away": (
        """Date,Home team,Away team,Home score,Away score,Winner,Loser
2026-03-04,Norland,Sudria,1,3,Sudria,Norland
2026-03-04,Westmark,Norland,2,0,Westmark,Norland
2026-03-04,Westmark,Sudria,1,1,,""",
        ["Norland 1–3 Sudria: Sudria won", "Westmark 2–0 Norland: Westmark won", "Westmark 1–1 Sudria: drawn"],
    ),
    "a winner and a loser, and who challenged": (
        "Date,Challenger,Winner,Loser\n2026-03-04,Bo,Ann,Bo\n2026-03-04,Cy,Cy,Ann",
        ["Ann beat Bo", "Cy beat Ann"],
    ),
    "a winner and a loser with their points beside teams": (
        """Date,Winner,Loser,Home,Away,Winner score,Loser score
2026-03-04,Ann,Bo,Norland,Sudria,3,1
2026-03-04,Cy,Ann,Norland,Westmark,2,0""",
        ["Ann 3–1 Bo: Ann won", "Cy 2–0 Ann: Cy won"],
    ),
    "a winner and a loser beside the result of home and away": (
        """Date,Home,Away,FTR,Winner,Loser
2026-03-04,Norland,Sudria,A,Bo,Ann
2026-03-04,Norland,Westmark,H,Ann,Cy""",
        ["Bo beat Ann", "Ann beat Cy"],
    ),
    "stopped": (
        """Date,Home,Away,Score
2026-03-04,Ann,Bo,11-7 5-11 stopped
2026-03-04,Ann,Cy,11-7 abgebr.
2026-03-04,Bo,Cy,2-1 stopped
2026-03-04,Cy,Di,unfinished
2026-03-04,Di,Ann,11-4 11-2""",
        [
            "Ann – Bo 11–7, 5–11: stopped",
            "Ann – Cy 11–7: stopped",
            "Bo – Cy 2–1: stopped",
            "Cy and Di stopped before the end",
            "Di – Ann 11–4, 11–2: Di won",
        ],
    ),
    "stopped between a winner and a loser": (
        "Date,Winner,Loser,Score\n2026-03-04,Ann,Bo,6-4 2-1 stopped\n2026-03-04,Ann,Cy,6-4 6-1",
        ["Ann – Bo 6–4, 2–1: stopped", "Ann – Cy 6–4, 6–1: Ann won"],
    ),
    "retired behind the name": (
        "Date,Winner,Loser,Score\n2026-03-04,Ann,Bo (ret.),6-4 2-1",
        ["Ann – Bo 6–4, 2–1: Ann won, Bo retired"],
    ),
}


@pytest.mark.parametrize("name", READ)
def test_who_won_is_read_and_told(staff, season, name):
    text, said = READ[name]
    page = check(staff, text)
    first = 1 if text[0].isdigit() else 2
    assert [re.sub(r", length [\d.]+", "", row) for row in rows_of(page)] == ends(*said, first=first)


def test_a_score_that_says_another_winner_is_asked_about(staff, season):
    text = "Date,Winner,Loser,Set 1,Set 2\n2026-03-04,Ann,Bo,4-6,3-6\n2026-03-05,Ann,Bo,6-4,6-3"
    page = check(staff, text)
    assert "1 score does not fit its row." in page
    assert "Row 2: 4–6 3–6 does not say that the first player won." in page
    assert len(rows_of(page)) == 2
    assert len(rows_of(check(staff, text, scores="leave"))) == 1


@pytest.mark.parametrize("scores", [("3-1", "2:3"), ("3/1", "2/3")])
def test_the_games_won_in_a_file_are_kept_as_these(staff, season, scores):
    Ladder.objects.update(score_rule="best of 5 games to 11, 2 clear")
    rows = (f"2026-03-0{day},Ann,Bo,{score}" for day, score in enumerate(scores, 4))
    page = check(staff, "\n".join(("Date,Player 1,Player 2,Result", *rows)))
    assert "doesn’t fit" not in page
    assert rows_of(page) == [
        "Row 2: Ann – Bo 3–1 in games: Ann won, 4 March 2026",
        "Row 3: Ann – Bo 2–3 in games: Bo won, 5 March 2026",
    ]


def test_a_score_in_a_file_that_may_be_one_game_or_the_games_won_is_asked_about(staff, season):
    Ladder.objects.update(score_rule="best of 5 games to 3")
    text = "Date,Player 1,Player 2,Result\n2026-03-04,Ann,Bo,3-1"
    assert "What are scores such as 3–1 in row 2?" in check(staff, text)
    assert [rows_of(check(staff, text, **answer)) for answer in ({}, {"won": "keep"})] == [
        ["Row 2: Ann – Bo 3–1 in games: Ann won, 4 March 2026"],
        ["Row 2: Ann 3–1 Bo: Ann won, 4 March 2026"],
    ]


def test_a_score_that_the_ladder_s_rule_does_not_know_is_asked_about(staff, season):
    rule = "best of 3 games to 11, 2 clear"
    Ladder.objects.update(scores="allowed", score_rule=rule)
    rows = ("2026-03-04,Ann,Bo,11-7 12-9", "2026-03-05,Ann,Bo,11-7 11-9", "2026-03-06,Bo,Ann,11-7 3-2 ret.")
    text = "\n".join(("Date,Winner,Loser,Score", *rows))
    page = check(staff, text)
    assert f"1 score doesn’t fit {rule}." in page
    assert "Row 2: Game 2, 12–9, can't be: it was over at 11–9." in page
    assert [len(rows_of(check(staff, text, **answer))) for answer in ({}, {"rule": "leave"})] == [3, 2]


ASKED = {
    "nothing says who won": ("Date,Player,Opponent\n2026-03-04,Ann,Bo", "It is not clear who won."),
    "no headings": ("2026-03-04,Ann,Bo,5\n2026-03-04,Bo,Cy,7", "It is not clear who won."),
    "true and false": (
        "date,home_team,away_team,neutral\n2026-03-04,Ann,Bo,FALSE\n2026-03-04,Bo,Cy,TRUE",
        "It is not clear who won.",
    ),
    "1 and 0 for something": (
        "date,player1,player2,rated\n2026-03-04,Ann,Bo,1\n2026-03-04,Bo,Cy,0",
        "It is not clear who won.",
    ),
    "a column of 1 for something": (
        "date,player1,player2,rated\n2026-03-04,Ann,Bo,1\n2026-03-04,Bo,Cy,1",
        "It is not clear who won.",
    ),
    "a score that is always 1": (
        "Date,Home,Away,Score\n2026-03-04,Ann,Bo,1\n2026-03-04,Bo,Cy,1",
        "It is not clear who won.",
    ),
    "one score alone": ("Date,Home,Away,Home score\n2026-03-04,Ann,Bo,1", "It is not clear who won."),
    "half-time alone": ("Date,Home,Away,HT\n2026-03-04,Ann,Bo,1-0\n2026-03-04,Bo,Cy,0-1", "It is not clear who won."),
    "an unknown score beside another": (
        "Date,Home,Away,Before,After\n2026-03-04,Ann,Bo,1-0,1-3\n2026-03-04,Bo,Cy,0-1,2-1",
        "It is not clear who won.",
    ),
    "who reported": (
        "Date,Player 1,Player 2,Reported by\n2026-03-04,Ann,Bo,Ann\n2026-03-04,Bo,Cy,Cy",
        "It is not clear who won.",
    ),
    "doubles without headings": (
        "2026-03-04,Ann,Bo,Cy,Di,6-4\n2026-03-04,Cy,Ann,Bo,Di,6-3\n2026-03-05,Di,Cy,Ann,Bo,6-1\n2026-03-05,Bo,Di,Cy,Ann,6-1",
        "There are four players in each row, as in doubles, and nothing says who played together.",
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_where_nothing_plainly_says_who_won_it_is_asked(staff, season, name):
    text, sentence = ASKED[name]
    page = check(staff, text)
    assert sentence in page
    assert "Import 1" not in page


DOUBTED = {
    "the score of the other one": (
        "Date,Player 1,Player 2,Winner,Score\n2026-03-04,Ann,Bo,Ann,1-3",
        "The winner and the score don’t agree in row 2.",
        [],
    ),
    "a loser with more points": (
        "Date,Winner,Loser,Winner score,Loser score\n2026-03-04,Ann,Bo,1,3",
        "The winner and the score don’t agree in row 2.",
        [],
    ),
    "a loser with more points, at home": (
        """Date,Home,Away,Home score,Away score,Winner,Loser
2026-03-04,Ann,Bo,3,1,Bo,Ann
2026-03-04,Cy,Bo,3,1,Cy,Bo""",
        "The winner and the score don’t agree in row 2.",
        ["Cy 3–1 Bo: Cy won"],
    ),
    "lost, with more points": (
        "Date,Player,Opponent,W/L,Score\n2026-03-04,Ann,Bo,L,3-1\n2026-03-04,Ann,Cy,W,3-0",
        "The winner and the score don’t agree in row 2.",
        ["Ann 3–0 Cy: Ann won"],
    ),
    "level, with penalties": (
        "Date,Home,Away,Score\n2026-03-04,Ann,Bo,1-1 (4-3)\n2026-03-04,Ann,Cy,2-2 (1-0)",
        "It is not clear who won in row 2.",
        ["Ann 2–2 Cy: drawn"],
    ),
    "level, with a winner": (
        "Date,Home,Away,Home score,Away score,Winner\n2026-03-04,Ann,Bo,1,1,Bo",
        "The score is level, and a winner is named, in row 2.",
        ["Ann 1–1 Bo: Bo won"],
    ),
    "no score yet": (
        "Date,Home,Away,Home score,Away score\n2026-03-04,Ann,Bo,,\n2026-03-04,Ann,Cy,2,1",
        "Row 2 does not say who won.",
        ["Ann 2–1 Cy: Ann won"],
    ),
    "sets that are level": (
        "Date,Home,Away,Score\n2026-03-04,Ann,Bo,11-7 9-11",
        "It is not clear who won in row 2.",
        [],
    ),
    "given up, by whom?": (
        "Date,Home,Away,Score\n2026-03-04,Ann,Bo,6-4 2-1 ret.\n2026-03-04,Ann,Cy,6-4 6-1",
        "Somebody gave up, and it is not said who, in row 2.",
        ["Ann – Cy 6–4, 6–1: Ann won"],
    ),
    "a walkover": (
        "Date,Winner,Loser,Score\n2026-03-04,Ann,Bo,w/o\n2026-03-04,Ann,Cy,6-4",
        "1 match was won without being played (row 2).",
        ["Ann beat Bo, walkover", "Ann 6–4 Cy: Ann won"],
    ),
    "a bye": (
        "Date,Winner,Loser,Score\n2026-03-04,Ann,bye,\n2026-03-04,Ann,n/a,\n2026-03-04,Ann,Cy,6-4",
        "Rows 2 and 3 name no opponent.",
        ["Ann 6–4 Cy: Ann won"],
    ),
    "a winner who didn't play": (
        "Date,Player 1,Player 2,Winner\n2026-03-04,Ann,Bo,Cy K\n2026-03-04,Ann,Cy,Cy",
        "“Cy K” won in row 2, but Ann and Bo played.",
        ["Cy beat Ann"],
    ),
    "a winner's name cut short": (
        """Date,Player 1,Player 2,Winner
2026-03-04,Siân Hughes,Bo Marsh,Siân
2026-03-04,Cy Dahl,Siân Hughes,Siân
2026-03-04,Cy Dahl,Bo Marsh,Cy Dahl""",
        "“Siân” won in rows 2 and 3, and Siân Hughes played.",
        ["Siân Hughes beat Bo Marsh", "Siân Hughes beat Cy Dahl", "Cy Dahl beat Bo Marsh"],
    ),
    "a winner's name cut short and without its accent": (
        """Date,Player 1,Player 2,Winner
2026-03-04,Nora Lind,Siân Hughes,Sian
2026-03-04,Cy Dahl,Nora Lind,Cy Dahl""",
        "“Sian” won in row 2, and Siân Hughes played.",
        ["Siân Hughes beat Nora Lind", "Cy Dahl beat Nora Lind"],
    ),
    "a winner's name cut short, with the score of the other one": (
        """Date,Player 1,Player 2,Winner,Score
2026-03-04,Siân Hughes,Bo Marsh,Siân,1-3
2026-03-04,Cy Dahl,Bo Marsh,Cy Dahl,3-1""",
        "The winner and the score don’t agree in row 2.",
        ["Cy Dahl 3–1 Bo Marsh: Cy Dahl won"],
    ),
    "a winner's name that is short for both": (
        """Date,Player 1,Player 2,Winner
2026-03-04,Siân Hughes,Siân Marsh,Siân
2026-03-04,Cy Dahl,Siân Marsh,Cy Dahl""",
        "“Siân” won in row 2, but Siân Hughes and Siân Marsh played.",
        ["Cy Dahl beat Siân Marsh"],
    ),
    "a winner's name that somebody else has": (
        """Date,Player 1,Player 2,Winner
2026-03-04,Siân Hughes,Bo Marsh,Siân
2026-03-04,Siân,Bo Marsh,Siân""",
        "“Siân” won in row 2, but Siân Hughes and Bo Marsh played.",
        ["Siân beat Bo Marsh"],
    ),
    "a winner's name with a slip": (
        "Date,Player 1,Player 2,Winner\n2026-03-04,Ann,Bo,Ann C\n2026-03-04,Ann,Cy,Cy",
        "“Ann C” won in row 2, but Ann and Bo played.",
        ["Cy beat Ann"],
    ),
}


@pytest.mark.parametrize("name", DOUBTED)
def test_rows_that_leave_it_open_are_doubted(staff, season, name):
    text, doubt, said = DOUBTED[name]
    page = check(staff, text)
    assert doubt in doubts_of(page)
    assert [row.split(": ", 1)[1].rsplit(", ", 1)[0] for row in rows_of(page)] == said


def workbook(*rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def send(staff, data, name="club.xlsx"):
    return unescape(staff.post(URL, {"file": SimpleUploadedFile(name, data)}).content.decode())


def test_a_score_that_a_spreadsheet_takes_for_a_time_is_a_score(staff, season):
    """3:1 that is typed into a cell is kept as 03:01, and 25:20 as a day and 01:20."""
    day = date(2026, 3, 4)
    book = workbook(
        ["Date", "Home", "Away", "Result"],
        [day, "Ann", "Bo", time(1, 3)],
        [day, "Cy", "Bo", timedelta(hours=25, minutes=20)],
        [day, "Cy", "Ann", datetime(1900, 1, 1, 1, 20)],  # noqa: DTZ001 - as a cell has it
    )
    said = ["Ann 1–3 Bo: Bo won", "Cy 25–20 Bo: Cy won", "Cy 25–20 Ann: Cy won"]
    assert rows_of(send(staff, book)) == ends(*said, first=2)


def test_a_ticked_column_of_a_workbook_is_no_result(staff, season):
    book = workbook(["Date", "Home", "Away", "Neutral"], [date(2026, 3, 4), "Ann", "Bo", True], ["", "Bo", "Cy", False])
    assert "It is not clear who won." in send(staff, book)


def test_a_level_score_is_left_out_where_no_board_has_draws(staff):
    season_of(make_ladder("points-exchange"))
    page = check(staff, "Date,Home,Away,Score\n2026-03-04,Ann,Bo,2-2\n2026-03-04,Ann,Cy,2-1")
    assert "Row 2: Points exchange has no draws." in page
    assert rows_of(page) == ["Row 3: Ann 2–1 Cy: Ann won, 4 March 2026"]


def test_two_columns_of_scores_can_be_chosen_by_hand(staff, season):
    text = "Nap,Egyik,Ennyi,Másik,Annyi\n2026-03-04,Ann,1,Bo,3"
    assert "It is not clear who won." in check(staff, text)
    chosen = {
        "column-0": "date",
        "column-1": "player1",
        "column-2": "score1",
        "column-3": "player2",
        "column-4": "score2",
    }
    assert rows_of(check(staff, text, **chosen)) == ["Row 2: Ann 1–3 Bo: Bo won, 4 March 2026"]


def test_a_winner_s_name_that_is_cut_short_is_left_out_where_that_is_answered(staff, season):
    text = "Date,Player 1,Player 2,Winner\n2026-03-04,Siân Hughes,Bo,Siân\n2026-03-05,Bo,Siân Hughes,Bo"
    page = check(staff, text)
    assert "The same person: Siân Hughes won" in page
    key = re.search(r'name="(winner-[0-9a-f]{12})"', page)[1]
    assert rows_of(check(staff, text, **{key: "leave"})) == ["Row 3: Bo beat Siân Hughes, 5 March 2026"]


def test_a_row_for_each_player_without_its_name_is_named(staff, season):
    page = check(staff, "match,player,place,date\n1,,1,2026-03-04\n1,Bo,2,2026-03-04")
    assert "A player's name is missing." in page


def test_one_of_two_players_beside_a_winner_and_a_loser_is_ignored(staff, season):
    chosen = {"column-0": "date", "column-1": "winner", "column-2": "loser", "column-3": "player1"}
    page = check(staff, "Date,X,Y,Z\n2026-03-04,Ann,Bo,Bo", **chosen)
    assert rows_of(page) == ["Row 2: Ann beat Bo, 4 March 2026"]


def test_empty_columns_that_are_chosen_by_hand_are_answered(staff, season):
    chosen = {"column-0": "date", "column-1": "winner", "column-2": "loser"}
    assert "No row can be imported yet." in check(staff, "Date,X,Y,Z\n2026-03-04,,,Ann", **chosen)


def test_four_columns_that_are_chosen_by_hand_are_believed(staff):
    season_of(make_ladder("elo")).boards.update(options={"takes": "both"})
    text = """Nap,Egyik,Vele,Másik,Azzal
2026-03-04,Ann,Bo,Cy,Di
2026-03-04,Cy,Ann,Bo,Di
2026-03-04,Di,Cy,Ann,Bo
2026-03-04,Bo,Di,Cy,Ann"""
    sentence = "There are four players in each row, as in doubles, and nothing says who played together."
    assert sentence in check(staff, text)
    two = {"column-0": "date", "column-1": "winner", "column-3": "loser"}
    assert sentence in check(staff, text, **two)
    page = check(staff, text, **two, **{"column-2": "partner1", "column-4": "partner2"})
    assert rows_of(page)[0] == "Row 2: Ann and Bo beat Cy and Di, 4 March 2026"
    assert "Import 4 matches" in page


def test_a_winner_s_slip_is_answered_and_imported_so(staff, season):
    text = "Date,Player 1,Player 2,Winner\n2026-03-04,Ann,Bo,Cy K"
    key = re.search(r'name="(winner-[0-9a-f]{12})"', check(staff, text))[1]
    assert rows_of(check(staff, text, **{key: "second"})) == ["Row 2: Bo beat Ann, 4 March 2026"]


DAYS = {
    "3 Sept": ["3 Sept", "14 Sept"],
    "3. Sep": ["3. Sep", "14. Sep"],
    "3 de septiembre": ["3 de septiembre", "14 de septiembre"],
    "numbers": ["03.09.", "14.09."],
    "month first": ["Sept 3", "September 14th"],
}


@pytest.mark.parametrize("name", DAYS)
def test_the_year_of_days_without_one_is_asked_once(staff, season, name):
    first, second = DAYS[name]
    text = f"Date,Winner,Loser\n{first},Ann,Bo\n{second},Bo,Cy"
    page = check(staff, text)
    assert [one for one in doubts_of(page) if "no year" in one] == [
        "Dates have no year, such as “3 September” in row 2."
    ]
    said = ["Row 2: Ann beat Bo, 3 September 2019", "Row 3: Bo beat Cy, 14 September 2019"]
    assert rows_of(check(staff, text, year="2019")) == said


def test_days_without_a_year_go_on_into_the_next_one(staff, season):
    text = "Date,Winner,Loser\n28 Dec,Ann,Bo\n3 Jan,Bo,Cy"
    said = ["Row 2: Ann beat Bo, 28 December 2018", "Row 3: Bo beat Cy, 3 January 2019"]
    assert rows_of(check(staff, text, year="2019")) == said


def test_a_length_that_is_far_out_of_range_is_asked_about(staff):
    season_of(make_ladder("match-length-elo"))
    text = "Date,Winner,Loser,Length\n2026-03-04,Ann,Bo,900\n2026-03-04,Ann,Cy,7"
    page = check(staff, text)
    assert doubts_of(page) == ["A match is unusually long in row 2."]
    assert "Row 2: Ann and Bo, match length 900." in page
    assert rows_of(page) == ["Row 3: Ann beat Cy, length 7, 4 March 2026"]
    assert len(rows_of(check(staff, text, odd="keep"))) == 2


def test_a_length_that_is_usual_in_a_club_is_not_asked_about(staff):
    season_of(make_ladder("match-length-elo"))
    rows = "".join(f"2026-03-04,Ann,{name},100\n" for name in ("Bo", "Cy", "Di"))
    assert doubts_of(check(staff, f"Date,Winner,Loser,Length\n{rows}")) == []


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("2026-03-04,Ann,Bo,1-0\n2026-03-04,Bo,Cy,ret", "It is not clear who won in row 3. It is left out."),
        (
            "2026-03-04,Ann,Bo,1-0\n2026-03-04,Bo,Cy,ret\n2026-03-04,Ann,Cy,ret",
            "It is not clear who won in rows 3 and 4. They are left out.",
        ),
        ("2026-03-04,Ann,Bo,1-0\n2026-03-04,bye,Bo,0-1", "Row 3 names no opponent. It is left out."),
    ],
)
def test_rows_about_which_nothing_can_be_chosen_are_said_to_be_left_out(staff, season, rows, said):
    page = check(staff, f"Date,Player 1,Player 2,Result\n{rows}")
    assert said in " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_empty_columns_are_named_and_no_more_is_said(staff, season):
    page = check(staff, "Date,Winner,Loser,Venue,Notes\n2026-03-04,Ann,Bo,,")
    assert "2 columns hold nothing: “Venue”, “Notes”." in page
    assert "left out." not in page


@pytest.mark.parametrize(
    "scores",
    [["3-1", "3-2", "3-0", "2026-11-07"], ["2026-11-07", "11/07/2026"]],
    ids=["one of the scores", "all of them"],
)
def test_scores_that_a_spreadsheet_made_dates_are_told(staff, season, scores):
    rows = "".join(f"2026-03-04,Ann,Bo {number},{score}\n" for number, score in enumerate(scores))
    page = check(staff, f"Date,Winner,Loser,Score\n{rows}")
    said = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    dated = [number for number, score in enumerate(scores, 2) if len(score) > 3]
    many = "1 row has" if len(dated) == 1 else f"{len(dated)} rows have"
    assert f"{many} a date where the score should be. The score is left out." in said
    assert all(f"Row {number}: {scores[number - 2]}" in said for number in dated)
