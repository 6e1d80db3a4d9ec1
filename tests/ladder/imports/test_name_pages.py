"""Who is one person in a file and who isn't, as the page of its check tells it; all names are invented."""

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ladder import ledger
from ladder.matches.actions.corrections import void_match
from ladder.models import Match
from players.models import Player
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db
URL = "/club/all-time/import"


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


def table(*matches):
    return "Date,Winner,Loser\n" + "\n".join(f"2026-03-04,{one}" for one in matches)


def send(staff, data, url=URL, **answers):
    """Return the check page of a CSV file as text."""
    raw = data if isinstance(data, bytes) else data.encode()
    page = staff.post(url, {"file": SimpleUploadedFile("club.csv", raw)}).content.decode()
    if answers:
        page = staff.post(url, {**hidden(page), **answers}).content.decode()
    return page


def hidden(page):
    return dict(re.findall(r'type="hidden" name="(packed|token)" value="([^"]*)"', page))


def bring(staff, data, url=URL, **answers):
    """Import a file as the page offers it, with these answers."""
    page = send(staff, data, url, **answers)
    return staff.post(url, {**hidden(page), **answers, "import": "1"})


def asked(page):
    """Return which names are asked about, and the preset answers."""
    found = re.findall(r'<legend>(.*?)</legend>.*?value="([^"]*)"[^>]*checked', unescape(page), re.DOTALL)
    return [one for one in found if "like" in one[0] or "may be" in one[0]]


def names():
    return sorted(Player.objects.values_list("name", flat=True))


def test_names_that_differ_are_different_people_unless_the_secretary_says_otherwise(staff, season):
    data = table("Anna,Bert", "Ana,Bert", "Anna,Cleo", "Anna,Bert")
    assert asked(send(staff, data)) == [("“Ana” looks like Anna.", "new")]
    bring(staff, data)
    assert names() == ["Ana", "Anna", "Bert", "Cleo"]


def test_one_tap_makes_two_names_the_same_person(staff, season):
    data = table("Anna,Bert", "Ana,Bert", "Anna,Cleo", "Anna,Bert")
    key = re.search(r'name="(name-[0-9a-f]{12})"', send(staff, data))[1]
    bring(staff, data, **{key: "anna"})
    assert names() == ["Anna", "Bert", "Cleo"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann M", "Ann L"),
        ("Ann M.", "Ann L."),
        ("Kim 1", "Kim 2"),
        ("Jo Ash", "Jo Birch"),
    ],
)
def test_other_initials_and_numbers_are_other_people_and_not_asked_about(staff, season, one, other):
    data = table(f"{one},Bert", f"{other},Bert", f"{one},Cleo", f"{one},Bert")
    assert asked(send(staff, data)) == []
    bring(staff, data)
    assert {one, other} <= {*names()}


def test_a_name_that_is_there_often_is_no_slip(staff, season):
    data = table(*["Anna,Bert"] * 2, "Anna,Cleo", *["Anna,Bert"] * 2, "Ana,Bert", "Ana,Cleo", "Ana,Bert")
    assert asked(send(staff, data)) == []


def test_likely_slips_come_worst_first_with_how_often_each_is_there(staff, season):
    data = table(*["Christopher,Bert", "Christopher,Cleo"] * 3, "Chris,Bert", "Cleoo,Christopher", "Bertt,Christopher")
    page = unescape(send(staff, data))
    assert [title for title, _ in asked(page)] == [
        "“Bertt” looks like Bert.",
        "“Cleoo” looks like Cleo.",
        "“Chris” looks like Christopher.",
    ]
    assert "Bertt appears once, in row 10; Bert appears 4 times." in page


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Frank Müller", "frank müller"),
        ("Frank Müller", "Frank  Müller"),
        ("Frank Müller", "Frank Mu\u0308ller"),
        ("J. Smith", "J Smith"),
        ("Niamh O'Dell", "Niamh O’Dell"),
        ("Anne-Marie", "Anne Marie"),
    ],
)
def test_case_blanks_accents_and_signs_make_no_other_person_and_the_commonest_spelling_wins(staff, season, one, other):
    data = table(f"{other},Bert", *[f"{one},Bert", f"{one},Cleo"] * 2)
    assert asked(send(staff, data)) == []
    bring(staff, data)
    assert names() == sorted(["Bert", "Cleo", one])


def test_two_who_play_each_other_are_two_however_alike(staff, season):
    bring(staff, table("J. Smith,J Smith", "J. Smith,Bert"))
    assert names() == ["Bert", "J Smith", "J. Smith"]


def test_a_known_player_is_found_under_another_spelling(staff, season):
    make_player("Niamh O’Dell")
    bring(staff, table("niamh o'dell,Bert"))
    assert names() == ["Bert", "Niamh O’Dell"]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Moser, Hans", ["Moser Hans", "Hans Moser"]),
        ("Anne-Marie Bell", ["Anne Marie Bell", "Anne Marie Ball"]),
        ("Jean-Luc Moreau", ["Jean Luc Moreau", "Jean-Luc Moreaux"]),
    ],
)
def test_a_known_player_under_another_spelling_is_not_asked_about(staff, season, first, then):
    """Only the other name, which is new and like it, is."""
    make_player(first)
    page = send(staff, table(*(f"{name},Ben" for name in then)))
    assert "The mistake is ours" not in page
    assert [title for title, _ in asked(page) if f"“{then[0]}”" in title] == []


def test_two_known_players_stay_two(staff, season):
    for name in ("J. Smith", "J Smith"):
        make_player(name)
    bring(staff, table("J. Smith,Bert", "J Smith,Bert"))
    assert names() == ["Bert", "J Smith", "J. Smith"]


def test_last_names_that_come_first_are_asked_about_once(staff, season):
    data = table(
        "Hans Moser,Bert", '"Moser, Hans",Cleo', '"Moser, Hans",Bert', '"Kern, Uta",Bert', '"Moser, Hans",Cleo'
    )
    assert asked(send(staff, data)) == [("“Moser, Hans” may be Hans Moser.", "turn")]
    bring(staff, data)
    assert names() == ["Bert", "Cleo", "Hans Moser", "Uta Kern"]


def test_last_names_that_come_first_may_be_other_people(staff, season):
    data = table("Hans Moser,Bert", '"Moser, Hans",Cleo')
    bring(staff, data, turned="keep")
    assert names() == ["Bert", "Cleo", "Hans Moser", "Moser, Hans"]
    assert asked(send(staff, table("Uta Kern,Bert", '"Kern, Uta",Uta Kern'))) == []


ODD = [
    "Ann",
    "Anne",
    "Annne",
    "J. Smith",
    "J Smith",
    "=Ann",
    "Bye",
    "Total",
    "W/O",
    "Moser, Hans",
    "Hans Moser",
    "Ann (ret.)",
]


def test_the_site_s_own_export_comes_in_elsewhere_without_a_question(staff, season):
    for number, name in enumerate(ODD):
        play(season, name, ODD[number - 1])
    void_match(match=play(season, "Ann", "Bert"), by=None, reason="", revision=1)
    exported = staff.get("/club/all-time/export.csv").content
    copy = season_of(make_ladder("points-exchange", slug="copy"))
    copy.slug, copy.name = "spring", "Spring"
    copy.save()
    page = send(staff, exported, "/copy/spring/import")
    assert 'id="h-doubts"' not in page
    bring(staff, exported, "/copy/spring/import")
    assert Match.objects.filter(season=copy).count() == len(ODD) + 1
    assert ledger.fingerprint(copy.ladder) == ledger.fingerprint(season.ladder)


def test_an_export_that_comes_back_with_a_slip_asks_about_it(staff, season):
    for other in ("Bert", "Cleo", "Dora"):
        play(season, "Anna", other)
    bring(staff, staff.get("/club/all-time/export.csv").content)
    changed = staff.get("/club/all-time/export.csv").content.decode("utf-8-sig")
    line = changed.splitlines()[1].replace("Anna", "Ana").replace("1,", "9,", 1)
    other = changed.splitlines()[2].replace("1,", "9,", 1)
    page = send(staff, "\n".join([*changed.splitlines(), line, other]))
    assert "“Ana” looks like Anna." in unescape(page)


RATED = table(
    "Abel Arnd (1500),Bea Blom (1500)", "Cora Cole (1500),Bea Blom (1484)", "Abel Arnd (1516),Cora Cole (1515)"
)


def test_ratings_behind_names_are_no_part_of_them(staff, season):
    assert asked(send(staff, RATED)) == [("“Abel Arnd (1500)” may be Abel Arnd.", "plain")]
    bring(staff, RATED)
    assert names() == ["Abel Arnd", "Bea Blom", "Cora Cole"]
    assert Match.objects.count() == 3
    bring(staff, RATED, notes="keep")
    assert Match.objects.count() == 3


@pytest.mark.parametrize(
    "matches",
    [
        ["[1] Ann,Bert", "Cleo,Ann", "[2] Bert,Cleo"],
        ["1. Ann,2. Bert", "3. Cleo,2. Ann", "1. Bert,3. Cleo"],
        ["Ann [1],Bert", "Cleo,Ann", "Bert (WC),Cleo"],
        ["(3) Ann,Bert", "#1 Cleo,(1) Ann", "Bert,Cleo [4/WC]"],
        ["Ann 1510,Bert 1490", "Cleo 1500,Ann 1520", "Bert 1480,Cleo 1515"],
        ["Ann (Elo 1510),Bert (Elo 1490)", "Cleo (Elo 1500?),Ann (Elo 1520)", "Bert (Elo 1480),Cleo (Elo 1515)"],
        ["\u200bAnn,Bert", "Cleo,Ann\u00a0", "Bert\ufeff,Cleo"],
    ],
)
def test_what_stands_beside_a_name_makes_no_other_person(staff, season, matches):
    bring(staff, table(*matches))
    assert names() == ["Ann", "Bert", "Cleo"]


@pytest.mark.parametrize(
    ("matches", "people"),
    [
        (["Tom (1),Ann", "Tom (2),Ann", "Tom (1),Bo", "Tom (2),Bo", "Ann,Bo"], ["Ann", "Bo", "Tom (1)", "Tom (2)"]),
        (["Dan (4711),Ann (1)", "Dan (4712),Bo (2)"] * 2, ["Ann (1)", "Bo (2)", "Dan (4711)", "Dan (4712)"]),
        (["Ann (1510),Ann (1490)", "Ann (1510),Bo"], ["Ann (1490)", "Ann (1510)", "Bo"]),
        (["Room 101,Room 102", "Room 101,Ann"], ["Ann", "Room 101", "Room 102"]),
        ([f"Room {number},Ann" for number in range(101, 106)], ["Ann", *(f"Room {one}" for one in range(101, 106))]),
    ],
)
def test_numbers_that_tell_people_apart_stay(staff, season, matches, people):
    bring(staff, table(*matches))
    assert names() == people


def test_a_player_here_is_known_by_a_name_with_a_rating(staff, season):
    make_player("Ann Aalto")
    bring(staff, table("Ann Aalto (1500),Bert", "Bert,Cleo"))
    assert names() == ["Ann Aalto", "Bert", "Cleo"]
