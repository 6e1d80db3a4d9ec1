"""The lines of the log."""

import logging
import sys

import pytest
from django.test import Client

from config.logs import EscapedFormatter


def record(level, message, *arguments):
    try:
        raise PermissionError
    except PermissionError:
        return logging.LogRecord("site", level, "here", 1, message, arguments, sys.exc_info())


def test_what_somebody_sent_begins_no_line_of_its_own():
    line = EscapedFormatter().format(
        record(logging.WARNING, "%s was refused", "/a\n2026-11-23 00:00:00 INFO site: \x1b[2Jforged")
    )
    assert line.endswith("WARNING site: /a\\n2026-11-23 00:00:00 INFO site: \\x1b[2Jforged was refused")


def test_a_traceback_follows_our_own_faults_alone():
    assert "Traceback" not in EscapedFormatter().format(record(logging.WARNING, "refused"))
    assert EscapedFormatter().format(record(logging.ERROR, "broken")).partition("\n")[2].startswith("Traceback")


@pytest.mark.django_db
def test_a_refused_page_is_one_line(client, django_user_model, settings):
    lines, handler = [], logging.Handler()
    handler.emit = lambda one: lines.append(EscapedFormatter().format(one))
    client.force_login(django_user_model.objects.create_user("ana"))
    logging.getLogger("django.request").addHandler(handler)
    try:
        assert client.get("/backup").status_code == 403
        assert Client().get("/no-such-page/").status_code == 404
    finally:
        logging.getLogger("django.request").removeHandler(handler)
    assert [line.partition("django.request: ")[2] for line in lines] == [
        "Forbidden (Permission denied): /backup",
        "Not Found: /no-such-page/",
    ]
