"""The pages for what went wrong, which must need nothing that may have gone wrong itself."""

import pytest
from django.template.loader import render_to_string


@pytest.mark.parametrize(
    ("number", "title"),
    [(400, "We could not read that request"), (500, "That did not work"), (503, "The ladder is busy")],
)
def test_a_page_without_request_and_database_says_what_happened(number, title):
    page = render_to_string(f"{number}.html")

    assert f"<title>{title}</title>" in page
    assert title in page.partition("<main")[2]
    assert "Nothing was saved" in page
