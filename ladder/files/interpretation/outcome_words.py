"""How a match ended, in words of more languages than English and German, as they stand in a cell: won, lost, drawn.

They are compared without blanks.
"""

from __future__ import annotations

WORDS = {
    "won": "gagné gagne victoire ganó gano gané ganado ganada victoria vinto vittoria winst vitória vitoria venceu"
    " ganhou vinst vann vundet vandt sejr победа выиграл выиграла победил победила wygrana wygrał wygrała zwycięstwo"
    " 勝 勝ち 勝利 ○ ◯ 〇",
    "lost": "perdu défaite defaite perdió perdio perdí perdido perdida derrota perso sconfitta verlies perdeu"
    " förlust förlorade tabt tabte nederlag поражение проиграл проиграла przegrana przegrał przegrała porażka 負"
    " 負け 敗 敗北 × ●",
    "drawn": "égalité egalite matchnul partienulle empatado empató pari patta remise uafgjort ничья вничью 引き分け"
    " 引分 引分け △ ½½",
    "yes": "да tak はい",
    "no": "нет nie いいえ",
    "reporter": "yo io ik eu jag jeg я 私 自分 yogané hovintoio ikzelf euganhei jagvann jegvandt",
    "opponent": "monadversaire mirival micontrincante ilmioavversario mijntegenstander meuadversário meuadversario"
    " minmotståndare minmodstander мойсоперник мойпротивник mójprzeciwnik 相手 対戦相手",
}
FURTHER_WON, FURTHER_LOST, FURTHER_DRAWN, FURTHER_YES, FURTHER_NO, FURTHER_REPORTERS, FURTHER_OPPONENTS = (
    frozenset(words.split()) for words in WORDS.values()
)
