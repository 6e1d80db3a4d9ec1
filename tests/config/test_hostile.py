"""The drill that types nonsense finds the fields of a page and sees the faults of an answer."""

from tests.hostile import MARK, Answer, Form, PageReader, Tally, build_totp_code, find_faults, list_jobs

PAGE = """
<a href="/club/">Club</a>
<form method="post"><input type="hidden" name="token" value="5"><input type="checkbox" name="all" value="1">
<select name="day"><option value="1">1</option><option value="2" selected>2</option></select><textarea name="why">
</textarea></form>
"""


def test_the_drill_finds_every_field():
    page = PageReader("http://a.example/club/report")
    page.feed(PAGE)
    (form,) = page.forms
    assert (page.links, form.address) == (["http://a.example/club/"], "http://a.example/club/report")
    assert (form.method, form.fields) == ("POST", {"token": ["5"], "all": [], "day": ["2"], "why": []})
    assert {job.field for job in list_jobs([form], 1)} == {"token", "all", "day", "why"}


def test_the_drill_sees_every_fault():
    bad = Answer(500, {"x-hostile": "1", "location": "//elsewhere.example/"}, f"<p>{MARK}</p>")
    assert len(list(find_faults(bad))) == 4
    good = Answer(503, {"location": "/club/"}, "<p>&lt;i id=hostile&gt;</p>")
    assert list(find_faults(good)) == []


def test_the_drill_s_codes_are_those_of_the_standard():
    """RFC 6238, appendix B: 94287082 at 59 seconds, of which six digits are asked here."""
    assert build_totp_code("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 59) == "287082"


def test_what_moves_an_address_is_tried_last():
    settings = Form("POST", "http://a.example/club/settings", {"slug": ["club"], "name": ["Club"]})
    removal = Form("POST", "http://a.example/club/open/elo/remove", {"reason": [""]})
    fields = [job.field for job in list_jobs([removal, settings], 1)]
    assert set(fields[: len(fields) // 3]) == {"name"}
    assert set(fields[len(fields) // 3 :]) == {"slug", "reason"}


def test_the_drill_fails_where_whoever_signed_in_is_refused():
    form, tally = Form("POST", "http://a.example/matches/12/void", {}), Tally()
    for _ in range(97):
        tally.add(form, Answer(422, {}, ""))
    for answer in (Answer(403, {}, ""), Answer(404, {}, ""), Answer(302, {"location": "/accounts/login/?next=/"}, "")):
        tally.add(form, answer)
    kind = "POST /matches/0/void"
    assert (tally.looked_at[kind], tally.refused[kind], tally.is_locked_out) == (97, 2, False)
    for _ in range(2):
        tally.add(form, Answer(403, {}, ""))
    assert tally.is_locked_out
