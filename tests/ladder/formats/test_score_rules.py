"""What a score rule allows and refuses, by the printed rules of the sports."""

import pytest

from ladder.formats import (
    USUAL_RULES,
    RatingError,
    ScoreRule,
    UnfinishedScore,
    check_games,
    format_games,
    list_likely_games,
    parse_score_rule,
    read_games,
    read_games_won,
)

TABLE_TENNIS = "best of 5 games to 11, 2 clear"
TENNIS = "best of 3 sets to 6, 2 clear, at most 7"
SUPER_TIE_BREAK = f"{TENNIS}, last to 10"
BADMINTON = "best of 3 games to 21, 2 clear, at most 30"

POSSIBLE = [
    # ITTF laws 2.11 and 2.12: eleven points, or two more after 10-10; best of any odd number of games
    (TABLE_TENNIS, "11-7 9-11 11-5 12-10"),
    (TABLE_TENNIS, "11-0 11-9 15-13"),
    # ITF rules of tennis 5 and 6: six games and two more than the other, a tie-break at 6-6
    (TENNIS, "6-4 6-7(5) 7-5"),
    (TENNIS, "0-6 2-6"),
    (SUPER_TIE_BREAK, "6-4 3-6 10-8"),  # ITF appendix VI: a match tie-break to ten in place of the deciding set
    (SUPER_TIE_BREAK, "6-4 3-6 12-10"),
    (SUPER_TIE_BREAK, "6-4 3-6 1-0(8)"),
    (SUPER_TIE_BREAK, "6-4 3-6 6-2"),
    # BWF laws 7.2 to 7.5: 21 points, two more after 20-20, the 30th wins at 29-29
    (BADMINTON, "30-29 22-20"),
    (BADMINTON, "28-30 21-0 21-19"),
    ("one score to 10", "10-7"),
    ("one score", "3-0"),
    ("one score, draws", "2-2"),
    ("best of 5 frames", "70-22 65-64 101-0"),
    ("", "3-1 0-7 5-5"),
    (TABLE_TENNIS, "3-1 in games"),
    (TABLE_TENNIS, "2-1 in games ret"),
    (TABLE_TENNIS, "2-1 in games stopped"),
    (TABLE_TENNIS, "0-0 in games stopped"),
    ("best of 4 games, draws", "2-2 in games"),
    ("", "60-2 in games"),
]

IMPOSSIBLE = [
    (TABLE_TENNIS, "11-7 12-9 11-5", "Game 2, 12–9, can't be: it was over at 11–9."),
    (TABLE_TENNIS, "11-7 11-10 11-5", "Game 2, 11–10, isn't over: it takes a lead of 2."),
    (TABLE_TENNIS, "9-7 11-1 11-1", "Game 1, 9–7, isn't over: nobody has 11."),
    (TABLE_TENNIS, "11-1 11-1 11-1 11-1", "The match was over after game 3. Leave out what follows."),
    (
        TABLE_TENNIS, "11-1 1-11 11-1",
        "Nobody has won 3 games of 5 yet. If a player gave up, choose “Retired”.",
    ),
    (TENNIS, "7-4 6-1", "Set 1, 7–4, can't be: it was over at 6–4."),
    (TENNIS, "6-2 4-8", "Set 2, 4–8, can't be: it was over at 4–6."),
    (TENNIS, "6-5 6-1", "Set 1, 6–5, isn't over: it takes a lead of 2."),
    (TENNIS, "8-6 6-1", "Set 1, 8–6, can't be: it was over at 7–6."),
    (TENNIS, "6-4(3) 6-1", "Set 1, 6–4(3), can't be: only 7–6 has a tie-break."),
    (TENNIS, "6-4 3-6 10-8", "Set 3, 10–8, can't be: it ends at 7."),
    (SUPER_TIE_BREAK, "6-4 3-6 10-9", "Set 3, 10–9, isn't over: it takes a lead of 2."),
    (SUPER_TIE_BREAK, "10-8 6-3", "Set 1, 10–8, can't be: it ends at 7."),
    (BADMINTON, "31-29 21-0", "Game 1, 31–29, can't be: it was over at 30–29."),
    ("one score to 10", "11-7", "11–7 can't be: it was over at 10–7."),
    ("one score", "2-2", "2–2 is level, and there are no draws."),
    ("one score", "3-1 2-1", "A match is one score here, such as 3–1."),
    (TABLE_TENNIS, "3-3 in games", "3–3 in games can't be: the match is over at 3 games."),
    (TABLE_TENNIS, "4-1 in games", "4–1 in games can't be: the match is over at 3 games."),
    (
        TABLE_TENNIS, "2-1 in games",
        "Nobody has won 3 games of 5 yet. If a player gave up, choose “Retired”.",
    ),
    (TABLE_TENNIS, "3-1 in games ret", "The match was over at 3–1 in games, so nobody retired."),
    (TABLE_TENNIS, "3-1 in games stopped", "The match was over at 3–1 in games, so it was not stopped."),
    (TABLE_TENNIS, "11-1 11-1 11-1 stopped", "The match was over at 11–1 11–1 11–1, so it was not stopped."),
    (TABLE_TENNIS, "5-3 11-7 stopped", "Game 1, 5–3, isn't over: nobody has 11."),
    ("one score to 10", "3-1 in games", "A match is one score here, so 3–1 in games can't be."),
    (
        "best of 5 games to 3", "3-1",
        "3–1 may be the points of one game or the games won. Add the other games, or write “3-1 in games”.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "score"), POSSIBLE)
def test_a_score_that_the_rules_of_the_sport_know_is_taken(rule, score):
    check_games(parse_score_rule(rule), *read_games(score))


@pytest.mark.parametrize(("rule", "score", "sentence"), IMPOSSIBLE)
def test_an_impossible_score_is_refused_with_the_game_and_the_reason(rule, score, sentence):
    with pytest.raises(RatingError) as refused:
        check_games(parse_score_rule(rule), *read_games(score))
    assert str(refused.value) == sentence
    assert refused.value.field == "games"


@pytest.mark.parametrize(
    ("rule", "typed", "read"),
    [
        (TABLE_TENNIS, "3-1", "3-1 in games"),
        (TABLE_TENNIS, "0:3", "0-3 in games"),
        (TENNIS, "2/1", "2-1 in sets"),
        ("best of 9 frames", "5-3", "5-3 in frames"),
        ("best of 3 scores to 5", "2-1", "2-1 in games"),
        ("best of 4 games, draws", "2-2", "2-2 in games"),
        (TENNIS, "2-1 games", "2-1 in sets"),
        (TABLE_TENNIS, "11-3", "11-3"),  # a game that may go on
        (TABLE_TENNIS, "2-1", "2-1"),
        (TABLE_TENNIS, "2-1 ret", "2-1"),  # as far as it went
        (TABLE_TENNIS, "2-1 stopped", "2-1 in games"),
        (TABLE_TENNIS, "3-1 stopped", "3-1 in games"),  # which is refused
        (TABLE_TENNIS, "5-3 stopped", "5-3"),  # points of the first game
        ("best of 5 games to 3", "3-1", "3-1"),  # may be either
        ("one score to 3", "3-1", "3-1"),
        ("", "3-1", "3-1"),
        (TABLE_TENNIS, "11-7 9-11 11-5 12-10", "11-7 9-11 11-5 12-10"),
    ],
)  # fmt: skip
def test_a_score_that_can_only_be_the_games_won_is_these(rule, typed, read):
    games, ending = read_games(typed)
    assert format_games(read_games_won(parse_score_rule(rule), games, ending)) == read


def test_whoever_retires_may_leave_the_last_game_unfinished():
    rule = parse_score_rule(TABLE_TENNIS)
    for score in ("11-7 5-3 ret", "11-7 ret", "0-0 ret", "ret", "11-7 9-11 11-5 10-10 ret"):
        check_games(rule, *read_games(score))
    for score in ("11-7 5-3 stopped", "stopped", "5-11 10-10 stopped"):
        check_games(rule, *read_games(score))
    for score in ("5-3 11-7 ret", "11-7 13-2 ret", "11-1 11-1 11-1 ret"):
        with pytest.raises(RatingError):
            check_games(rule, *read_games(score))


def test_a_rule_is_written_back_as_it_is_stored():
    for _, text in USUAL_RULES:
        assert str(parse_score_rule(text)) == text
    assert parse_score_rule(" Best of 5 games to 11, two clear. ") == ScoreRule(5, 11, 2, unit="game")
    assert parse_score_rule(BADMINTON) == ScoreRule(3, 21, 2, 30, unit="game")


@pytest.mark.parametrize(
    "text",
    [
        "Best of five to 11, two clear",
        "best of 5 to 11 2 clear",
        "Best of five games to eleven two clear.",
        "best of 5, to 11 points and 2 clear",
        "best of 5 games,to 11,2 clear",
    ],
)
def test_a_rule_is_read_without_its_commas_and_with_numbers_in_words(text):
    assert str(parse_score_rule(text)) == "best of 5 games to 11, 2 clear"


def test_every_part_of_a_rule_is_read_without_commas():
    rule = parse_score_rule("best of three sets to six two clear at most seven last to ten draws")
    assert rule == ScoreRule(3, 6, 2, 7, 10, draws=True, unit="set")


@pytest.mark.parametrize(
    "text",
    [
        "five games", "best of 4 games to 11", "best of 101 games", "best of 3 games, 2 clear", "one score to 0",
        "best of 5 games to 11, at most 9", "best of 5 games to 11, and so on", "one score to 10, last to 5",
        "best of 3 games to 1, 2 clear",
    ],
)  # fmt: skip
def test_a_text_that_is_no_rule_is_refused_in_a_sentence(text):
    with pytest.raises(RatingError, match=r"[.]$"):
        parse_score_rule(text)


def test_a_button_is_offered_for_every_likely_result_of_a_game():
    assert list_likely_games(parse_score_rule(TENNIS)) == (
        (6, 0), (6, 1), (6, 2), (6, 3), (6, 4), (7, 5), (7, 6),
    )  # fmt: skip
    assert list_likely_games(parse_score_rule(SUPER_TIE_BREAK), is_deciding=True)[-2:] == ((11, 9), (12, 10))
    assert list_likely_games(parse_score_rule(BADMINTON)) == ()
    for _, text in USUAL_RULES:
        rule = parse_score_rule(text)
        for pair in list_likely_games(rule):
            check_games(rule._replace(best_of=1), read_games("{}-{}".format(*pair))[0])


@pytest.mark.parametrize(("text", "may_go_on"), [("11-10", True), ("11-10 11-3", False), ("11-3 7-7", True)])
def test_only_the_last_game_may_still_go_on(text, may_go_on):
    games, _ = read_games(text)
    with pytest.raises(RatingError) as refused:
        check_games(parse_score_rule(TABLE_TENNIS), games)
    assert isinstance(refused.value, UnfinishedScore) == may_go_on
