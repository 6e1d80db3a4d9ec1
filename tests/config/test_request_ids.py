"""The id of a request: whose it is, and where it can be read."""

import asyncio
import json
import logging
import re

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import resolve

from config import asgi
from config.logs import EscapedFormatter, JsonFormatter
from config.middleware import AnswerLogMiddleware
from config.request_ids import choose_request_id, request_id

OURS = re.compile("[a-z2-7]{8}")
PROXY = "a1B2.c3_d4:e5-f6"


@pytest.mark.parametrize("sent", ["", "short", "x" * 81, "has a space", "a<b>c\"d'e", "line\nbreak", "číslo-12345"])
def test_an_id_that_is_not_well_formed_is_replaced(settings, sent):
    settings.HTTPS = True
    assert OURS.fullmatch(choose_request_id(sent))


@pytest.mark.parametrize("sent", ["12345678", "x" * 80, PROXY])
def test_an_id_is_the_proxys_where_there_is_a_proxy(settings, sent):
    settings.HTTPS = True
    assert choose_request_id(sent) == sent
    settings.HTTPS = False
    assert OURS.fullmatch(choose_request_id(sent))


@pytest.mark.django_db
def test_the_header_the_page_and_the_log_name_the_same_id(settings):
    settings.HTTPS = True
    lines, handler = [], logging.Handler()
    handler.emit = lambda one: lines.append(EscapedFormatter().format(one))
    logging.getLogger("django.request").addHandler(handler)

    def break_down(execute, sql, *rest):
        if "ladder_ladder" in sql and "EXISTS" not in sql:  # which the page of a match reads first
            raise OperationalError("gone")
        if "players_player" in sql:
            raise ValueError("a fault of our own")
        return execute(sql, *rest)

    try:
        with connection.execute_wrapper(break_down):
            answers = [
                Client(raise_request_exception=False).get(path, headers={"x-request-id": PROXY})
                for path in ("/matches/1/", "/players/1/", "/no/such/page/at/all")
            ]
    finally:
        logging.getLogger("django.request").removeHandler(handler)
    assert [(answer.status_code, answer["X-Request-ID"]) for answer in answers] == [
        (503, PROXY),
        (500, PROXY),
        (404, PROXY),
    ]
    assert all(f'name the reference <b class="num">{PROXY}</b>.' in answer.text for answer in answers)
    assert len(lines) == 3
    assert all(f" [{PROXY}] django.request: " in line for line in lines)
    assert request_id.get() == ""  # the thread works for nobody now


def test_what_is_refused_before_django_sees_it_has_an_id(caplog):
    sent = []

    async def send(message):
        sent.append(message)

    headers = [(b"content-length", b"999999999999")]
    scope = {"type": "http", "method": "POST", "path": "/backup/restore", "headers": headers}
    asyncio.run(asgi.Site()(scope, None, send))
    known = dict(sent[0]["headers"])[b"X-Request-ID"].decode()
    assert sent[0]["status"] == 413
    assert OURS.fullmatch(known)
    assert (
        EscapedFormatter()
        .format(caplog.records[-1])
        .endswith(f"WARNING [{known}] config.asgi: POST /backup/restore was refused: This is too large to send.")
    )


def test_a_line_of_json_says_what_the_answer_was(rf, caplog):
    request = rf.get("/players/leave/SECRET")
    request.resolver_match = resolve(request.path)
    token = request_id.set("mzxw6ytb")
    try:
        with caplog.at_level("INFO"):
            AnswerLogMiddleware(lambda _: asgi.HttpResponse(status=404))(request)
            AnswerLogMiddleware(lambda _: asgi.HttpResponse(status=304))(request)
        (record,) = caplog.records
        found = json.loads(JsonFormatter().format(record))
    finally:
        request_id.reset(token)
    assert found.pop("at").endswith("+00:00")
    assert found.pop("milliseconds") >= 0
    assert found == {
        "level": "info",
        "logger": "config.middleware",
        "request": "mzxw6ytb",
        "message": "GET players/leave/<str:token> answered with 404",
        "method": "GET",
        "page": "players/leave/<str:token>",
        "view": "players:leave",
        "status": 404,
    }


def test_a_line_of_json_is_one_line_and_has_the_traceback_of_our_own_faults_alone():
    def format_line(level):
        try:
            raise PermissionError("no\u2028pe")
        except PermissionError as error:
            known = (type(error), error, error.__traceback__)
        return JsonFormatter().format(logging.LogRecord("site", level, "here", 1, "a\nb\u2028%s", ("\x1b",), known))

    assert all(len(format_line(level).splitlines()) == 1 for level in (logging.WARNING, logging.ERROR))
    assert json.loads(format_line(logging.ERROR))["message"] == "a\nb\u2028\x1b"
    assert json.loads(format_line(logging.ERROR))["error"].startswith("Traceback")
    assert "error" not in json.loads(format_line(logging.WARNING))
