"""QR codes of addresses."""

import re

import segno

from ladder.pages.qr_codes import build_qr_code, draw_bars

URL = "http://club.example/x"  # 21 letters: more than the 14 of version 1-M, and 26 fit in 2-M, of 25 modules


def test_bars_are_the_dark_stretches_of_a_line():
    assert draw_bars(2, [1, 1, 0, 1, 0]) == "M0 2h2v1h-2zM3 2h1v1h-1z"


def test_box_leaves_four_modules_of_white_on_every_side():
    assert build_qr_code(URL).box == "-4 -4 33 33"


def test_path_paints_what_the_code_holds():
    painted = set()
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)", build_qr_code(URL).path):
        painted |= {(int(x) + step, int(y)) for step in range(int(width))}
    dark = {(x, y) for y, row in enumerate(segno.make(URL, error="m").matrix) for x, module in enumerate(row) if module}
    assert painted == dark


def test_address_is_printed_without_its_scheme():
    assert build_qr_code(URL).text == "club.example/x"
    assert build_qr_code(URL).parts == ["club.example", "x"]


def test_address_that_is_too_long_has_no_code():
    assert build_qr_code(f"http://club.example/{'x' * 500}") is None
