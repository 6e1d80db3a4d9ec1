"""page(): a whole page, one partial, and what caches are told."""

import pytest
from django.test import RequestFactory
from django.test.utils import override_settings
from django_htmx.middleware import HtmxMiddleware

from config.htmx import render_page

TEMPLATE = "<html>{% partialdef part inline %}<b>{{ word }}</b>{% endpartialdef %}</html>"
ENGINE = {
    "BACKEND": "django.template.backends.django.DjangoTemplates",
    "OPTIONS": {"loaders": [("django.template.loaders.locmem.Loader", {"page.html": TEMPLATE})]},
}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def get():
    def get(headers):
        view = HtmxMiddleware(
            lambda request: render_page(request, "page.html", {"word": "hi"}, partial="part", status=422)
        )
        return view(RequestFactory().get("/", headers=headers)).render()

    with override_settings(TEMPLATES=[ENGINE]):
        yield get


def test_page_is_whole_for_a_browser(get):
    assert get({}).content == b"<html><b>hi</b></html>"


def test_page_is_partial_for_htmx(get):
    assert get(HTMX).content == b"<b>hi</b>"


@pytest.mark.parametrize("header", ["HX-Boosted", "HX-History-Restore-Request"])
def test_page_is_whole_for_boosted_links_and_restored_history(get, header):
    assert get({**HTMX, header: "true"}).content == b"<html><b>hi</b></html>"


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_page_tells_caches_what_it_depends_on(get, headers):
    assert get(headers)["Vary"] == "HX-Request, HX-Boosted, HX-History-Restore-Request"


def test_page_keeps_its_status(get):
    assert get({}).status_code == 422
