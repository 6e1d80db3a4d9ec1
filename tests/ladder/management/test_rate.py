"""The command that rates a match file; it has no database here either."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

EXCHANGE = "date,winner,loser\n2026-01-05,Ann,Bob\n2026-01-06,Bob,Ann\n"
CHIPS = "date,winner,loser,chips\n2026-01-01,Ann,Bob,100\n2026-01-03,Ann,Cid,100\n"
CUP = "match,date,player,place\n1,2026-01-05,Ann,1\n1,,Bob,2\n2,2026-03-05,Ann,1\n2,,Cid,2\n"


@pytest.fixture
def rate(tmp_path):
    """Return what rates a file's text: (exit code, standard output, standard error)."""

    def run(text, *arguments, players=None):
        file = tmp_path / "matches.csv"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        if players is not None:
            (tmp_path / "players.csv").write_text(players)
            arguments = (*arguments, "--players", str(tmp_path / "players.csv"))
        code, out, err = outcome(str(file), *arguments)
        return code, out, err.replace(str(tmp_path) + "/", "")

    return run


def outcome(*arguments):
    out, err = StringIO(), StringIO()
    try:
        call_command("rate", *arguments, stdout=out, stderr=err)
    except SystemExit as end:
        return end.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def parsed(answer):
    code, out, err = answer
    assert (code, err) == (0, "")
    return json.loads(out)


def test_standings_as_json(rate):
    """P-4, P-5: 10 move between equals; then 1010 loses to 990, a difference of 20: 11."""
    assert parsed(rate(EXCHANGE, "--system", "points-exchange", "--format", "json")) == {
        "system": "points-exchange",
        "options": {},
        "as_of": "2026-01-06",
        "matches": 2,
        "skipped": [],
        "standings": [
            {
                "rank": 1, "name": "Bob", "rating": 1001, "shown": "1,001", "change": 11, "change_shown": "+11",
                "provisional": False, "played": 2, "won": 1, "drawn": 0, "lost": 1, "died": 0, "experience": 2,
                "rank_shown": "1", "no_rank": "",
            },
            {
                "rank": 2, "name": "Ann", "rating": 999, "shown": "999", "change": -11, "change_shown": "-11",
                "provisional": False, "played": 2, "won": 1, "drawn": 0, "lost": 1, "died": 0, "experience": 2,
                "rank_shown": "2", "no_rank": "",
            },
        ],
    }  # fmt: skip


def test_standings_as_csv(rate):
    _, out, _ = rate(EXCHANGE, "--system", "points-exchange", "--format", "csv")
    assert out.splitlines() == [
        "rank,name,rating,shown,change,change_shown,provisional,played,won,drawn,lost,died,experience,rank_shown,no_rank",
        '1,Bob,1001,"1,001",11,+11,no,2,1,0,1,0,2,1,',
        "2,Ann,999,999,-11,-11,no,2,1,0,1,0,2,2,",
    ]


def test_standings_as_a_table(rate):
    _, out, _ = rate(EXCHANGE, "--system", "points-exchange")
    assert out.splitlines() == [
        "#  Name  Points  Last  Won–lost",
        "1  Bob    1,001   +11       1–1",
        "2  Ann      999   -11       1–1",
    ]


def test_options_are_given_in_their_type(rate):
    found = parsed(rate(EXCHANGE, "--system", "points-exchange", "--option", "start=500", "--format", "json"))
    assert found["options"] == {"start": 500}
    assert [line["rating"] for line in found["standings"]] == [501, 499]


def test_as_of_leaves_later_matches_out(rate):
    found = parsed(rate(EXCHANGE, "--system", "points-exchange", "--as-of", "2026-01-05", "--format", "json"))
    assert (found["as_of"], found["matches"]) == ("2026-01-05", 1)
    assert [line["name"] for line in found["standings"]] == ["Ann", "Bob"]


def test_matches_are_rated_in_order_of_play(rate):
    turned = "date,winner,loser\n2026-01-06,Bob,Ann\n2026-01-05,Ann,Bob\n"
    arguments = ("--system", "points-exchange", "--format", "csv")
    assert rate(turned, *arguments) == rate(EXCHANGE, *arguments)


def test_experience_is_the_sum_of_lengths_only_for_match_length_elo(rate):
    text = "date,winner,loser,length\n2026-01-05,Ann,Bob,5\n2026-01-05,Ann,Bob,7\n"
    length = parsed(rate(text, "--system", "match-length-elo", "--format", "json"))
    games = parsed(rate(text, "--system", "nardgammon-elo", "--format", "json"))
    assert [line["experience"] for line in length["standings"]] == [12, 12]
    assert [line["experience"] for line in games["standings"]] == [2, 2]


def test_players_bring_ratings_and_are_listed_without_a_match(rate):
    players = "name,rating,games,won\nBOB,1039,3,3\nZoe,1500,,\nAdam,,,\n"
    text = "date,winner,loser\n2026-01-05,Ann,Bob\n"
    found = parsed(rate(text, "--system", "points-exchange", "--format", "json", players=players))
    lines = [(one["name"], one["rating"], one["change_shown"], one["played"], one["won"]) for one in found["standings"]]
    assert lines == [
        ("Zoe", 1500, "", 0, 0),
        ("BOB", 1028, "-11", 4, 3),
        ("Ann", 1011, "+11", 1, 1),
        ("Adam", 1000, "", 0, 0),
    ]
    assert found["standings"][0]["change"] is None


def test_provisional_ratings_carry_a_mark(rate):
    """R-5: two newcomers come out at 1400 and 1000."""
    found = parsed(rate(EXCHANGE.rsplit("2026", 1)[0], "--system", "provisional-elo", "--format", "json"))
    assert [(line["shown"], line["provisional"]) for line in found["standings"]] == [("1,400?", True), ("1,000?", True)]


def test_tournaments_are_halved_up_to_the_day_asked_for(rate):
    """T-1: 10 × log2(2) = 10 for first place, 5 for second; T-3: halved at each month start."""
    found = parsed(rate(CUP, "--system", "tournament-points", "--as-of", "2026-04-01", "--format", "json"))
    lines = [(line["name"], line["rating"], line["won"], line["lost"]) for line in found["standings"]]
    assert lines == [("Ann", 6.25, 2, 0), ("Cid", 2.5, 0, 0), ("Bob", 0.625, 0, 0)]


@pytest.mark.parametrize(("every", "last"), [("month", "2026-09-30"), ("week", "2026-09-27")])
def test_the_end_of_the_last_day_of_a_period_has_its_matches(rate, every, last):
    """K-9; of two newcomers who play once in a period the winner comes out at 1662.3 and the loser at 1337.7."""

    def rated_on(day):
        option = ("--option", f"every={every}", "--as-of", day, "--format", "json")
        found = parsed(rate("date,winner,loser\n2026-09-22,Ann,Bob\n", "--system", "glicko-2", *option))
        return [line["shown"] for line in found["standings"]], found["waiting"]

    assert rated_on("2026-09-26") == (["1,500 ± 350", "1,500 ± 350"], [{"match": 1, "until": last}])
    assert rated_on(last) == (["1,662 ± 290", "1,338 ± 290"], [])


def test_a_table_says_how_many_matches_are_not_rated_yet(rate):
    code, out, _ = rate("date,winner,loser\n2026-09-22,Ann,Bob\n", "--system", "glicko-2")
    assert (code, out.splitlines()[-1]) == (0, "Not rated until the end of 2026-09-30: 1 match.")


@pytest.mark.parametrize(
    ("system", "file", "day", "rating"),
    [("chips-daily", CHIPS, "2026-01-01", 100), ("tournament-points", CUP, "2026-01-31", 10)],
)
def test_what_fades_when_a_day_begins_has_not_at_the_end_of_the_day_before(rate, system, file, day, rating):
    """T-3, C-5: a month and a day begin at midnight."""
    found = parsed(rate(file, "--system", system, "--as-of", day, "--format", "json"))
    assert (found["standings"][0]["rating"], "waiting" in found) == (rating, False)


def test_changes_are_chained_with_one_line_a_gap(rate):
    """C-2 to C-5: 95 and 90.25 after two nights; a winner gains 100, a loser pays 80."""
    found = parsed(rate(CHIPS, "--system", "chips-daily", "--changes", "--as-of", "2026-01-04", "--format", "json"))[
        "changes"
    ]
    rows = [
        (row["match"], row["date"], row["player"], row["before"], row["after"], row.get("cause"), row.get("periods"))
        for row in found
    ]
    assert rows == [
        (1, "2026-01-01", "Ann", 0, 100, None, None),
        (1, "2026-01-01", "Bob", 0, -80, None, None),
        (None, "2026-01-03", "Ann", 100, pytest.approx(90.25), "day", 2),
        (2, "2026-01-03", "Ann", pytest.approx(90.25), pytest.approx(190.25), None, None),
        (2, "2026-01-03", "Cid", 0, -80, None, None),
        (None, "2026-01-04", "Ann", pytest.approx(190.25), pytest.approx(180.7375), "day", 1),
        (None, "2026-01-04", "Bob", -80, pytest.approx(-68.59), "day", 3),
        (None, "2026-01-04", "Cid", -80, pytest.approx(-76), "day", 1),
    ]


def test_explain_begins_with_the_decay_before_the_match(rate):
    found = parsed(rate(CUP, "--system", "tournament-points", "--explain", "2", "--format", "json"))
    rules = [(step["player"], step["rule"]) for step in found["steps"]]
    assert found["match"] == 2
    assert rules[0] == ("Ann", "T-3")
    assert found["steps"][0]["sum"] == "10.00 ÷ 2^2 = 2.50"  # T-1: 10 × log₂(2); T-3: two months begin
    assert ("Cid", "T-3") not in rules
    assert set(found["steps"][0]) == {"player", "rule", "title", "sentence", "sum", "value"}


@pytest.mark.parametrize(("number", "sentence"), [
    ("1", "Match 1 doesn't count for Points exchange."),
    ("0", "There is no match 0: the file has 2 that can be rated."),
    ("3", "There is no match 3: the file has 2 that can be rated."),
])  # fmt: skip
def test_explaining_a_match_that_does_not_count_is_refused(rate, number, sentence):
    text = "date,winner,loser,kind\n2026-01-05,Ann,Bob,unrated\n2026-01-05,Ann,Bob,\n"
    answer = rate(text, "--system", "points-exchange", "--explain", number)
    assert answer == (2, "", sentence + "\n")


def test_void_matches_never_count(rate):
    text = "match,date,status,player,place\n1,2026-01-05,void,a,1\n1,,,b,2\n2,2026-01-06,,a,1\n2,,,b,2\n"
    found = parsed(rate(text, "--system", "points-exchange", "--format", "json"))
    assert (found["matches"], found["standings"][0]["played"]) == (1, 1)


def test_unrated_players_are_not_listed(rate):
    text = "date,winner,loser,kind\n2026-01-05,Ann,Bob,unrated\n"
    assert parsed(rate(text, "--system", "points-exchange", "--format", "json"))["standings"] == []


def test_matches_out_of_range_are_rated_and_noted(rate):
    players = "name,rating\nAnn,6\nBob,0\n"
    found = parsed(
        rate(
            "date,winner,loser\n2026-01-05,Ann,Bob\n", "--system", "warlocks-score", "--format", "json", players=players
        )
    )
    assert found["standings"][0]["rating"] == 7
    assert [note["match"] for note in found["notes"]] == [1]


DUELS = "date,winner,loser,length,kind\n2026-01-05,"
CUP_OF_TWO = "match,date,player,place\n1,2026-01-05,a,1\n1,,b,3\n"
BAD = [
    ("points-exchange", "date,player1,player2,result\n2026-01-05,a,b,0.5\n", "Points exchange has no draws."),
    ("match-length-elo", DUELS + "a,b,0,\n", "Match length must be a whole number from 1 to 999."),
    ("match-length-elo", DUELS + "a,b,,\n", "Match length is missing."),
    ("points-exchange", DUELS + "Ann, ann ,,\n", "A player can't play himself."),
    (
        "points-exchange",
        DUELS + "a,b,,chess\n",
        "There is no kind chess here. Choose one of: rated, unrated, walkover.",
    ),
    ("tournament-points", CUP_OF_TWO, "Place 3 is outside the field of 2."),
]


@pytest.mark.parametrize(("system", "text", "sentence"), BAD)
def test_bad_rows_end_with_line_and_reason(rate, system, text, sentence):
    assert rate(text, "--system", system) == (2, "", f"matches.csv, line 2: {sentence}\n")


def test_missing_chips_are_an_error(rate):
    code, out, err = rate("date,winner,loser\n2026-01-05,a,b\n", "--system", "chips-total")
    assert (code, out, err[:26]) == (2, "", "matches.csv, line 2: Chips")


def test_every_bad_row_is_named_in_order(rate):
    text = "date,winner,loser\n2026-01-05,a,a\nsoon,a,b\n"
    assert rate(text, "--system", "points-exchange") == (
        2,
        "",
        "matches.csv, line 2: A player can't play himself.\n"
        "matches.csv, line 3: “soon” isn't a date such as 2026-11-21 or 2026-11-21T20:15.\n",
    )


def test_skip_invalid_rates_the_rest(rate):
    text = "date,winner,loser\n2026-01-05,a,a\n2026-01-05,a,b\n"
    found = parsed(rate(text, "--system", "points-exchange", "--skip-invalid", "--format", "json"))
    assert found["skipped"] == [{"line": 2, "reason": "A player can't play himself."}]
    assert found["matches"] == 1


def test_skip_invalid_needs_a_file_that_can_be_read(rate):
    assert rate(b"", "--system", "points-exchange", "--skip-invalid") == (
        2, "", "matches.csv, line 1: The file is empty.\n",
    )  # fmt: skip


def test_bad_player_rows_end_the_command(rate):
    answer = rate(EXCHANGE, "--system", "points-exchange", "--skip-invalid", players="name,rating\nAnn,x\n")
    assert answer == (2, "", "players.csv, line 2: The rating must be a number such as 5 or 2.5, not “x”.\n")


def test_unknown_columns_are_warned_of(rate):
    code, _, err = rate("date,winner,loser,weather\n2026-01-05,a,b,wet\n", "--system", "points-exchange")
    assert (code, err) == (0, "matches.csv: The column weather is unknown and left out.\n")


@pytest.mark.parametrize(
    ("arguments", "start"),
    [
        (("--system", "chess"), "There is no rating system called chess."),
        (("--system", "points-exchange", "--option", "size=3"), "points-exchange has no option called size."),
        (("--system", "points-exchange", "--option", "start=nan"), "The option start must be a whole number"),
        (("--system", "points-exchange", "--option", "start"), "Write an option as name=value, not “start”."),
        (("--system", "points-exchange", "--as-of", "later"), "“later” isn't a day such as 2026-11-21."),
    ],
)
def test_bad_arguments_end_with_a_sentence(rate, arguments, start):
    code, out, err = rate(EXCHANGE, *arguments)
    assert (code, out, err[: len(start)]) == (2, "", start)


def test_folder_and_missing_file_are_refused(tmp_path):
    missing = tmp_path / "none.csv"
    assert outcome(str(tmp_path), "--system", "points-exchange") == (2, "", f"{tmp_path} is a folder, not a file.\n")
    assert outcome(str(missing), "--system", "points-exchange") == (2, "", f"There is no file {missing}.\n")
