"""The drill that types nonsense finds the fields of a page and sees the faults of an answer."""

from tests.hostile import MARK, Answer, PageReader, find_faults, list_jobs

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
