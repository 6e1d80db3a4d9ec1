"""Headings in Russian, Polish and Japanese, and the questions of forms as headings, in all languages.

They are written as people write them; they are compared without accents, blanks and signs.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

RUSSIAN_HEADINGS = {
    "date": "дата, день, когда, дата игры, дата матча, день игры",
    "time": "время, начало, время начала, время игры",
    "winner": "победитель, победительница, победил, победила, выиграл, выиграла",
    "loser": "проигравший, проигравшая, проиграл, проиграла, побеждённый",
    "player1": "игрок 1, игрок а, первый игрок, участник 1, команда 1, хозяева, дома, белые",
    "player2": "игрок 2, игрок б, второй игрок, участник 2, команда 2, гости, в гостях, чёрные, соперник, соперница,"
    " противник, оппонент",
    "result": "результат, счёт, итог, исход, счёт матча, результат матча, результат игры",
    "player": "игрок, участник",
    "place": "место",
    "round": "тур, раунд",
    "box": "бокс, группа, подгруппа",
}
POLISH_HEADINGS = {
    "date": "data, dzień, kiedy, data meczu, data gry",
    "time": "godzina, czas, godzina rozpoczęcia",
    "winner": "zwycięzca, zwyciężczyni, wygrany, wygrał, wygrała, wygrywający",
    "loser": "przegrany, przegrał, przegrała, pokonany, pokonana",
    "player1": "gracz 1, gracz a, zawodnik 1, zawodnik a, drużyna 1, gospodarz, gospodarze, białe, pierwszy gracz",
    "player2": "gracz 2, gracz b, zawodnik 2, zawodnik b, drużyna 2, gość, goście, czarne, drugi gracz, przeciwnik,"
    " przeciwniczka",
    "result": "wynik, rezultat, wynik meczu, wynik gry",
    "player": "gracz, zawodnik",
    "place": "miejsce",
    "round": "runda, kolejka",
    "box": "boks, grupa",
}
JAPANESE_HEADINGS = {
    "date": "日付, 日時, 月日, 年月日, 試合日, 対戦日, 開催日",
    "time": "時刻, 時間, 開始時刻, 開始時間",
    "winner": "勝者, 勝ち, 勝利者, 勝った人",
    "loser": "敗者, 負け, 敗北者, 負けた人",
    "player1": "選手1, 選手A, プレイヤー1, プレーヤー1, 対戦者1, チーム1, ホーム, 先手, 白, 自分",
    "player2": "選手2, 選手B, プレイヤー2, プレーヤー2, 対戦者2, チーム2, アウェイ, アウェー, 後手, 黒, 相手, 対戦相手",
    "result": "結果, スコア, 勝敗, 試合結果",
    "player": "選手, 選手名, 氏名, プレイヤー",
    "place": "順位",
    "round": "回戦, ラウンド",
    "box": "ボックス, グループ, 組",
}
FORM_QUESTIONS = {
    "date": "When did you play?, When was it played?, When was the match played?, When was the match?, Date of"
    " match, Date of the match, Date of game, Date of the game, Date of play, Wann wurde gespielt?, Wann habt ihr"
    " gespielt?, Wann war das Spiel?, Datum des Spiels, Quand avez-vous joué ?, Date du match, Date de la partie,"
    " ¿Cuándo jugasteis?, ¿Cuándo jugaron?, ¿Cuándo se jugó?, Fecha del partido, Quando avete giocato?, Data della"
    " partita, Wanneer is er gespeeld?, Wanneer hebben jullie gespeeld?, Datum wedstrijd, Wedstrijddatum, Quando"
    " jogaram?, Quando foi o jogo?, Data do jogo, Data da partida, När spelades matchen?, När spelade ni?,"
    " Matchdatum, Hvornår spillede I?, Hvornår blev kampen spillet?, Kampdato, Когда играли?, Когда была игра?,"
    " Kiedy graliście?, Kiedy był mecz?, いつ対戦しましたか, いつプレーしましたか, 試合日はいつですか",
    "winner": "Who won?, Who won the match?, Who won the game?, Who is the winner?, Who was the winner?, Wer hat"
    " gewonnen?, Wer gewann?, Wer ist der Sieger?, Wer war der Sieger?, Wer hat das Spiel gewonnen?, Qui a gagné ?,"
    " Qui a gagné le match ?, Qui est le vainqueur ?, ¿Quién ganó?, ¿Quién ha ganado?, ¿Quién ganó el partido?,"
    " ¿Quién es el ganador?, Chi ha vinto?, Chi ha vinto la partita?, Chi è il vincitore?, Wie heeft gewonnen?, Wie"
    " won?, Wie is de winnaar?, Wie heeft de wedstrijd gewonnen?, Quem ganhou?, Quem venceu?, Quem ganhou o jogo?,"
    " Quem foi o vencedor?, Vem vann?, Vem vann matchen?, Hvem vandt?, Hvem vandt kampen?, Кто выиграл?, Кто"
    " победил?, Кто победитель?, Kto wygrał?, Kto wygrał mecz?, Kto zwyciężył?, 誰が勝ちましたか, 誰が勝った,"
    " 勝ったのは誰ですか, 勝者は誰ですか, 勝者は",
    "loser": "Who lost?, Who lost the match?, Who lost the game?, Who is the loser?, Who was the loser?, Who did you"
    " beat?, Wer hat verloren?, Wer verlor?, Wer ist der Verlierer?, Wer hat das Spiel verloren?, Qui a perdu ?, Qui"
    " a perdu le match ?, Qui est le perdant ?, ¿Quién perdió?, ¿Quién ha perdido?, ¿Quién perdió el partido?, Chi"
    " ha perso?, Chi ha perso la partita?, Wie heeft verloren?, Wie verloor?, Wie is de verliezer?, Quem perdeu?,"
    " Quem perdeu o jogo?, Vem förlorade?, Vem förlorade matchen?, Hvem tabte?, Hvem tabte kampen?, Кто проиграл?,"
    " Kto przegrał?, Kto przegrał mecz?, 誰が負けましたか, 誰が負けた, 負けたのは誰ですか, 敗者は誰ですか, 敗者は",
    "player2": "Who did you play?, Who did you play against?, Who was your opponent?, Who is your opponent?, Your"
    " opponent, Opponent’s name, Name of your opponent, Gegen wen hast du gespielt?, Wer war dein Gegner?, Dein"
    " Gegner, Contre qui avez-vous joué ?, Contre qui as-tu joué ?, Votre adversaire, ¿Contra quién jugaste?, Tu"
    " rival, Contro chi hai giocato?, Il tuo avversario, Tegen wie heb je gespeeld?, Je tegenstander, Contra quem"
    " jogou?, Contra quem você jogou?, Vem mötte du?, Din motståndare, Hvem spillede du mod?, Din modstander, С кем"
    " играли?, Ваш соперник, Z kim grałeś?, Twój przeciwnik, 対戦相手は, 相手は誰ですか",
    "result": "What was the score?, What was the final score?, What was the result?, How did it end?, Score of the"
    " match, Wie war das Ergebnis?, Wie lautet das Ergebnis?, Wie ging es aus?, Quel est le score ?, Quel était le"
    " score ?, Quel a été le score ?, ¿Cuál fue el resultado?, ¿Cuál fue el marcador?, Qual è stato il punteggio?,"
    " Qual era il punteggio?, Qual è il risultato?, Wat was de uitslag?, Wat was de score?, Qual foi o resultado?,"
    " Qual foi o placar?, Vad blev resultatet?, Hur slutade det?, Hvad blev resultatet?, Hvad var resultatet?, Какой"
    " счёт?, Какой был счёт?, С каким счётом?, Jaki był wynik?, Jaki jest wynik?, スコアは, 結果は",
}
STAMP_HEADINGS = (  # when a form was sent: the day of the match only where no other column has it
    "timestamp, zeitstempel, horodateur, marca temporal, informazioni cronologiche, tijdstempel, carimbo de"
    " data/hora, tidsstämpel, tidsstempel, отметка времени, sygnatura czasowa, タイムスタンプ, submitted at,"
    " submitted on, submitted, submission date, submission time, date submitted, completion time, completed at,"
    " created at, created, created on, fertigstellungszeit, heure de fin, hora de finalización, reported at,"
    " reported on, entered at, entered on"
)
NAME_BEFORE, NAME_BEHIND = ("nameof", "nameofthe"), ("name", "names", "sname")  # as in “Name of the winner”


@lru_cache(maxsize=1 << 14)
def simplify_heading(cell: str) -> str:
    """Return a heading as it is compared: lower-case letters and digits, no accents."""
    letters = (one for one in unicodedata.normalize("NFKD", cell.casefold()) if not unicodedata.combining(one))
    return re.sub(r"[\W_]+", "", "".join(letters))


def split_headings(written: str) -> list[str]:
    """Return the headings of a list with commas, as they are compared."""
    return [simplify_heading(one) for one in written.split(",")]


def collect_further_headings() -> dict[str, str]:
    """Return the meaning of each heading of this module; those of when a form was sent mean the date."""
    tables = (RUSSIAN_HEADINGS, POLISH_HEADINGS, JAPANESE_HEADINGS, FORM_QUESTIONS, {"date": STAMP_HEADINGS})
    return {word: meaning for table in tables for meaning, words in table.items() for word in split_headings(words)}


def build_name_headings(known: dict[str, str]) -> dict[str, str]:
    """Return the headings that ask for the name of a player, such as “Name of the winner”, with their meanings."""
    mains = {word: meaning for word, meaning in known.items() if meaning in ("winner", "loser", "player1", "player2")}
    before = {f"{name}{word}": meaning for word, meaning in mains.items() for name in NAME_BEFORE}
    return before | {f"{word}{name}": meaning for word, meaning in mains.items() for name in NAME_BEHIND}
