"""Which letters the bytes of a file stand for; all people are fictional."""

import pytest

from ladder.files.spreadsheet import read_sheets
from ladder.files.text_encoding import list_readings

NAMES = {
    "Slovak": ("cp1250", "Ján Kováč", "Žofia Šimková"),
    "Polish": ("cp1250", "Łukasz Wójcik", "Paweł Świątek"),
    "Hungarian": ("cp1250", "István Kőműves", "Ödön Szűcs"),
    "Croatian": ("cp1250", "Željko Đurić", "Šime Ćosić"),
    "Czech by the norm": ("iso8859_2", "Jiří Dvořák", "Tomáš Čech"),
    "Russian": ("cp1251", "Ольга Петрова", "Иван Сидоров"),
    "Greek": ("cp1253", "Άννα Παπαδοπούλου", "Γιώργος Νικολάου"),
    "Turkish": ("cp1254", "Ayşe Yılmaz", "Gülşen Öztürk"),
    "Latvian": ("cp1257", "Jānis Bērziņš", "Žydrūnas Šarūnas"),
    "French": ("cp1252", "Zoë Lefèvre", "François Côté"),
    "Danish": ("cp1252", "Søren Kjær", "Bjørn Ødegård"),
    "French on a Macintosh": ("mac_roman", "Zoë Lefèvre", "François Côté"),
    "Czech on a Macintosh": ("mac_latin2", "Jiří Dvořák", "Tomáš Čech"),
    "Russian on a Macintosh": ("mac_cyrillic", "Анна Лес", "Борис Дом"),
    "Greek on a Macintosh": ("mac_greek", "Ελένη Ιωάννου", "Κώστας Δήμου"),
    "Turkish on a Macintosh": ("mac_turkish", "Ayşe Yılmaz", "Gülşen Öztürk"),
    "Russian of old": ("cp866", "Анна Лес", "Борис Дом"),
    "Russian of Unix": ("koi8_r", "Анна Лес", "Борис Дом"),
}
ASKED = {
    "Russian in few letters": ("cp1251", "Анна Лес", "Борис Дом"),
    "Swedish on a Macintosh": ("mac_roman", "Åsa Öberg", "Jörg Müller"),
    "Japanese": ("shift_jis", "山田太郎", "鈴木一郎"),
    "Japanese of Unix": ("euc_jp", "山田太郎", "鈴木一郎"),
    "Chinese": ("gb18030", "王小明", "李华"),
    "Korean": ("cp949", "김철수", "이영희"),
    "Turkish that may be Icelandic": ("cp1254", "Ayşe Yılmaz", "Ann"),
}


def build_file(encoding, one, other):
    rows = ["Date;Winner;Loser", f"02.01.2026;{one};{other}", f"09.01.2026;{other};{one}"]
    return "\r\n".join(rows).encode(encoding)


@pytest.mark.parametrize("case", NAMES.values(), ids=NAMES)
def test_a_code_page_is_plain_where_all_words_are_of_one_language(case):
    data = build_file(*case)
    assert len(list_readings(data)) == 1
    assert read_sheets(data)[0].rows[1][1:] == [*case[1:]]


@pytest.mark.parametrize("case", ASKED.values(), ids=ASKED)
def test_the_likeliest_of_several_readings_comes_first_with_names_that_tell_them_apart(case):
    data = build_file(*case)
    first, *others = list_readings(data)
    assert others
    assert first.names[0] == case[1]
    assert len({one.names for one in (first, *others)}) == 1 + len(others)
    assert read_sheets(data)[0].rows[1][1:] == [*case[1:]]


@pytest.mark.parametrize("text", ["½–½; n° 3; 20 €; O’Neill", "Müller; José; Ann", "plain", ""])
def test_what_reads_the_same_in_all_likely_pages_is_plain(text):
    assert [one.encoding for one in list_readings(text.encode("cp1252"))] in (["cp1252"], ["utf-8-sig"])


def test_a_file_in_utf8_with_a_broken_letter_stays_one():
    data = build_file("utf-8", "Änne Größer", "Jörg Müßig").replace("ö".encode(), b"\xf6", 1)
    assert [one.encoding for one in list_readings(data)] == ["utf-8-sig"]
    assert read_sheets(data)[0].rows[1][1:] == ["Änne Gr�ßer", "Jörg Müßig"]


def test_a_file_that_was_stored_in_utf8_twice_is_asked_about():
    data = build_file("utf-8", "Jörg Müller", "Zoë").decode("cp1252").encode()
    assert [one.names for one in list_readings(data)] == [("Jörg Müller", "Zoë"), ("JÃ¶rg MÃ¼ller", "ZoÃ«")]
    assert read_sheets(data)[0].rows[1][1] == "Jörg Müller"


def test_utf16_needs_no_mark():
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        assert read_sheets(build_file(encoding, "Анна", "Zoë"))[0].rows[1][1:] == ["Анна", "Zoë"]
