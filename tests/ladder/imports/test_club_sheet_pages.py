"""What clubs have, brought in as the page offers it, with every preset answer kept; all people are fictional.

Each case is a file, and the matches that must be stored: the day, and “Ann 3-1 Bo” or “Ann beat Bo” in order of play.
"""

import pytest
from django.utils import timezone

from ladder.models import Match
from players.models import Club
from tests.factories import make_ladder, season_of
from tests.ladder.imports.test_name_pages import bring, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return season_of(make_ladder("elo"))


def tell(match):
    """Return a stored match as a text: “2026-03-04 Ann 3-1 Bo”, the one with the first score first."""
    day = timezone.localdate(match.played_at, Club.stored().zone)
    seats = [(one.score, one.place, one.player.name) for one in match.participants.all()]
    if len(seats) > 2:
        return f"{day} " + ", ".join(name for _, _, name in sorted(seats, key=lambda one: one[1]))
    (score, _, first), (_, _, second) = seats
    if match.games:
        return f"{day} {first} {match.games} {second}"
    return f"{day} {first} {'drew with' if score == 0.5 else 'beat' if score else 'lost to'} {second}"


def list_stored():
    found = Match.objects.prefetch_related("participants__player").order_by("played_at", "pk")
    return [tell(match) for match in found]


DATES = {
    "Hungarian dates": "Date,Winner,Loser\n2026. 03. 04.,Ann,Bo\n2026. 03. 05.,Cy,Bo",
    "Japanese dates": "Date,Winner,Loser\n2026年3月4日,Ann,Bo\n2026年3月5日,Cy,Bo",
    "Arabic digits": "Date,Winner,Loser\n٠٤/٠٣/٢٠٢٦,Ann,Bo\n٠٥/٠٣/٢٠٢٦,Cy,Bo\n١٣/٠٣/٢٠٢٦,Ann,bye",
    "Russian dates": "Date,Winner,Loser\n4 марта 2026 г.,Ann,Bo\n5 марта 2026 г.,Cy,Bo",
    "Polish dates": "Date;Winner;Loser\n4 marca 2026;Ann;Bo\n5 mar 2026;Cy;Bo",
}


@pytest.mark.parametrize("name", DATES)
def test_dates_are_read_as_clubs_write_them(staff, season, name):
    bring(staff, DATES[name])
    assert list_stored() == ["2026-03-04 Ann beat Bo", "2026-03-05 Cy beat Bo"]


def test_in_new_york_the_month_is_likely_first_and_it_is_asked(staff, season):
    club = Club.stored()
    club.time_zone = "America/New_York"
    club.save()
    text = "Date,Winner,Loser\n3/4/2026,Ann,Bo"
    assert "“3/4/2026” could be either of two dates." in send(staff, text)
    bring(staff, text)
    bring(staff, text, order="0")
    assert list_stored() == ["2026-03-04 Ann beat Bo", "2026-04-03 Ann beat Bo"]


LANGUAGES = {
    "Russian": "Дата;Игрок 1;Игрок 2;Счёт\n04.03.2026;Ann;Bo;3:1\n13.03.2026;Cy;Bo;0:3",
    "Polish": "Data;Zawodnik 1;Zawodnik 2;Wynik\n4 marca 2026;Ann;Bo;3:1\n13 marca 2026;Cy;Bo;0:3",
    "Japanese": "日付,選手１,選手２,スコア\n2026年3月4日,Ann,Bo,３－１\n2026年3月13日,Cy,Bo,０－３",
    "the winner in Russian": "Дата;Победитель;Проигравший;Счёт\n04.03.2026;Ann;Bo;3:1\n13.03.2026;Bo;Cy;3:0",
    "the winner in Polish": "Data;Wygrał;Przegrał;Wynik\n04.03.2026;Ann;Bo;3:1\n13.03.2026;Bo;Cy;3:0",
    "the winner in Japanese": "日付,勝者,敗者,結果\n2026/3/4(水),Ann,Bo,3-1\n2026/3/13(金),Bo,Cy,3-0",
}


@pytest.mark.parametrize("name", LANGUAGES)
def test_headings_are_known_in_many_languages(staff, season, name):
    bring(staff, LANGUAGES[name])
    turned = "Bo 3-0 Cy" if "winner" in name else "Cy 0-3 Bo"
    assert list_stored() == ["2026-03-04 Ann 3-1 Bo", f"2026-03-13 {turned}"]


QUESTIONS = {
    "English": "Timestamp,Email Address,Who won?,Who lost?,What was the score?",
    "German": "Zeitstempel,E-Mail-Adresse,Wer hat gewonnen?,Wer hat verloren?,Wie war das Ergebnis?",
    "French": "Horodateur,Adresse e-mail,Qui a gagné ?,Qui a perdu ?,Quel est le score ?",
    "Spanish": "Marca temporal,Dirección de correo electrónico,¿Quién ganó?,¿Quién perdió?,¿Cuál fue el resultado?",
    "Italian": "Informazioni cronologiche,Indirizzo email,Chi ha vinto?,Chi ha perso?,Qual è stato il punteggio?",
    "Dutch": "Tijdstempel,E-mailadres,Wie heeft gewonnen?,Wie heeft verloren?,Wat was de uitslag?",
    "Portuguese": "Carimbo de data/hora,Endereço de e-mail,Quem ganhou?,Quem perdeu?,Qual foi o placar?",
    "Swedish": "Tidsstämpel,E-postadress,Vem vann?,Vem förlorade?,Vad blev resultatet?",
    "Danish": "Tidsstempel,Mailadresse,Hvem vandt?,Hvem tabte?,Hvad blev resultatet?",
    "Russian": "Отметка времени,Адрес электронной почты,Кто выиграл?,Кто проиграл?,Какой счёт?",
    "Polish": "Sygnatura czasowa,Adres e-mail,Kto wygrał?,Kto przegrał?,Jaki był wynik?",
    "Japanese": "タイムスタンプ,メールアドレス,誰が勝ちましたか？,誰が負けましたか？,スコアは？",
}


@pytest.mark.parametrize("language", QUESTIONS)
def test_the_questions_of_a_form_are_headings(staff, season, language):
    bring(staff, f"{QUESTIONS[language]}\n3/14/2026 19:03:11,ann@example.com,Ann,Bo,3-1")
    assert list_stored() == ["2026-03-14 Ann 3-1 Bo"]


def test_the_day_of_the_match_counts_and_not_when_the_form_was_sent(staff, season):
    text = "Timestamp,Who won?,Who lost?,When did you play?\n2026/03/09 9:03:11,Ann,Bo,2026-03-04"
    bring(staff, text)
    assert list_stored() == ["2026-03-04 Ann beat Bo"]


def test_the_stamps_of_a_form_have_the_month_first_as_it_writes_them(staff, season):
    text = "Timestamp,Who won?,Who lost?\n3/4/2026 19:03:11,Ann,Bo\n3/4/2026 20:03:11,Cy,Bo"
    assert "could be either of two dates" in send(staff, text)
    bring(staff, text)
    assert list_stored() == ["2026-03-04 Ann beat Bo", "2026-03-04 Cy beat Bo"]


SIDES = {
    "A and B": "Date,Player A,Player B,Result\n2026-03-04,Ann,Bo,A\n2026-03-05,Cy,Bo,B",
    "all A": "Date,Player B,Player A,Result\n2026-03-04,Bo,Ann,A\n2026-03-05,Cy,Bo,A",
    "White and Black": "Date,White,Black,Result\n2026-03-04,Ann,Bo,White\n2026-03-05,Cy,Bo,Black wins",
    "their first letters": "Date,Home,Away,Result\n2026-03-04,Ann,Bo,H\n2026-03-05,Cy,Bo,A",
    "a team that wins": "Date,Team 1,Team 2,Winner\n2026-03-04,Ann,Bo,Team 1 wins\n2026-03-05,Cy,Bo,Team 2 wins",
    "player1": "Date,Player 1,Player 2,Outcome\n2026-03-04,Ann,Bo,player1\n2026-03-05,Cy,Bo,player2",
    "German": "Datum;Heim;Gast;Sieger\n04.03.2026;Ann;Bo;Heim\n13.03.2026;Cy;Bo;Gast",
    "who lost": "Date,Player 1,Player 2,Who lost?\n2026-03-04,Ann,Bo,Bo\n2026-03-05,Cy,Bo,Player 1",
}


@pytest.mark.parametrize("name", SIDES)
def test_a_result_may_name_a_column_of_players(staff, season, name):
    bring(staff, SIDES[name])
    won = ["Ann", "Bo"]
    assert [one.participants.get(score=1).player.name for one in Match.objects.order_by("played_at")] == won


def test_a_player_who_is_called_like_a_side_is_a_player(staff, season):
    bring(staff, "Date,White,Black,Result\n2026-03-04,Ann Black,White,White\n2026-03-05,Cy,Bo,White")
    assert list_stored() == ["2026-03-04 Ann Black lost to White", "2026-03-05 Cy beat Bo"]


def test_a_row_with_a_bye_is_left_out_with_its_reason(staff, season):
    text = "Date,Player A,Player B,Result\n2026-03-04,Ann,Bo,A\n2026-03-04,Cy,BYE,A\n2026-03-11,Ann,Cy,B"
    assert "Row 3 names no opponent." in send(staff, text)
    bring(staff, text)
    assert list_stored() == ["2026-03-04 Ann beat Bo", "2026-03-11 Ann lost to Cy"]


def test_a_winner_s_number_that_may_count_from_0_is_not_believed(staff, season):
    text = "Date,P1,P2,Winner\n2026-03-04,Ann,Bo,0\n2026-03-05,Ann,Cy,1"
    assert "It is not clear who won." in send(staff, text)


def test_the_scores_decide_where_a_winner_s_number_says_nothing_and_odd_ones_are_asked_about(staff, season):
    rows = "2026-03-04,Ann,Bo,0,2,0\n2026-03-05,Bo,Cy,1,-1,0\n2026-03-06,Ann,Cy,1,1,2"
    text = f"Date,P1,P2,set winner,P1Score,P2Score\n{rows}"
    assert "It is not clear who won in row 3." in send(staff, text)
    bring(staff, text)
    assert list_stored() == ["2026-03-04 Ann 2-0 Bo", "2026-03-06 Ann 1-2 Cy"]


def test_columns_may_say_how_many_games_each_team_wins(staff, season):
    bring(staff, "Date,Team 1,Team 2,Team 1 wins,Team 2 wins\n2026-03-04,Ann,Bo,3,1\n2026-03-05,Bo,Cy,0,3")
    assert list_stored() == ["2026-03-04 Ann 3-1 Bo", "2026-03-05 Bo 0-3 Cy"]


GAMES = {
    "G1 A": "Player A,Player B,G1 A,G1 B,G2 A,G2 B,G3 A,G3 B",
    "Set 1 P1": "Player 1,Player 2,Set 1 P1,Set 1 P2,Set 2 P1,Set 2 P2,Set 3 P1,Set 3 P2",
    "S1 home": "Home,Away,S1 home,S1 away,S2 home,S2 away,S3 home,S3 away",
    "1. Satz Heim": "Heim,Gast,1. Satz Heim,1. Satz Gast,2. Satz Heim,2. Satz Gast,3. Satz Heim,3. Satz Gast",
    "P1 Game 1": "P1,P2,P1 Game 1,P2 Game 1,P1 Game 2,P2 Game 2,P1 Game 3,P2 Game 3",
    "A1": "Player A,Player B,A1,B1,A2,B2,A3,B3",
}


@pytest.mark.parametrize("name", GAMES)
def test_the_points_of_each_game_may_stand_in_two_columns(staff, season, name):
    rows = "2026-03-04,Ann,Bo,11,8,11,5,,\n2026-03-05,Bo,Cy,11,8,5,11,9,11\n2026-03-06,Ann,Cy,11,7,7,11,0,0"
    text = f"Date,{GAMES[name]}\n{rows}"
    assert "It is not clear who won in row 4." in send(staff, text)
    bring(staff, text)
    assert list_stored() == ["2026-03-04 Ann 11-8 11-5 Bo", "2026-03-05 Bo 11-8 5-11 9-11 Cy"]


def test_the_points_of_each_set_may_stand_beside_the_winner(staff, season):
    bring(staff, "Date,Winner,Loser,W1,L1,W2,L2,W3,L3\n2026-03-04,Ann,Bo,6,4,3,6,7,5\n2026-03-05,Cy,Bo,6,1,6,2,,")
    assert list_stored() == ["2026-03-04 Ann 6-4 3-6 7-5 Bo", "2026-03-05 Cy 6-1 6-2 Bo"]


def test_half_of_the_points_of_a_game_is_asked_about(staff, season):
    text = "Date,Player A,Player B,G1 A,G1 B,G2 A,G2 B\n2026-03-04,Ann,Bo,11,8,11,\n2026-03-05,Ann,Bo,11,8,11,2"
    assert "It is not clear who won in row 2." in send(staff, text)
    bring(staff, text)
    assert list_stored() == ["2026-03-05 Ann 11-8 11-2 Bo"]
