"""An address that only takes forms is no blank page when it is opened."""

import pytest

pytestmark = pytest.mark.django_db


def test_an_address_of_a_button_says_that_there_is_nothing_to_open(client):
    answer = client.get("/theme")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "This address only works through a button" in answer.text


def test_what_no_browser_asks_stays_empty(client):
    assert (client.put("/theme").status_code, client.put("/theme").content) == (405, b"")
