"""A file whose JSON no page could read is refused before anything is touched, with its line."""

import io
import json
from datetime import date, datetime, timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import override_settings

from config.settings import PASSWORD_HASHERS
from ladder.backups.queries.inspection import open_backup
from ladder.challenges.actions import challenge_side
from ladder.changes.actions import note_in_admin_log
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import correct_match
from ladder.models import Match, MatchRevision, Night, Opening, Season, Visit
from tests.factories import enter_match, make_ladder, make_member, make_player, play, season_of
from tests.ladder.backups.sample_site import changed, put_back, written

pytestmark = pytest.mark.django_db

DAY = date(2026, 3, 2)
VERSION = ("ladder.matchrevision.jsonl", "version")
OPTIONS, MEMORY = ("ladder.board.jsonl", "options"), ("ladder.opening.jsonl", "memory")
FACTS, TERMS = ("ladder.match.jsonl", "facts"), ("ladder.fixture.jsonl", "facts")
RESTS = ("ladder.visit.jsonl", "rests")
FACTOR = ("mfa.authenticator.jsonl", "data")
PASSWORD = ("auth.user.jsonl", "password")
MESSAGE = ("admin.logentry.jsonl", "change_message")
NO_FACTS = "facts must give numbers by name"
NO_RESTS, REST = "rests must be pairs of moments", "2026-03-02T19:00:00+00:00"
NO_MATCH = "version can't be read as a match"
NO_MEMORY = "memory is not what the board's system remembers"
NO_FACTOR = "data can't be read as a second factor"
NO_MESSAGE = "change_message can't be read as what was changed"
KEYS = "version doesn't hold just facts, kind, played_at, sides, started_at, status"
GONE = object()
DAMAGES = [
    (VERSION, (), None, KEYS),
    (VERSION, ("sides",), GONE, KEYS),
    (VERSION, ("note",), "x", KEYS),
    (VERSION, ("kind",), "chess", "There is no kind of match called chess"),
    (VERSION, ("kind",), ["rated"], NO_MATCH),
    (VERSION, ("status",), [], "status in version is not known to this site"),
    (VERSION, ("played_at",), None, NO_MATCH),
    (VERSION, ("played_at",), "2026-03-02T12:00:00", NO_MATCH),
    (VERSION, ("played_at",), "9999-12-31T23:59:59+00:00", NO_MATCH),
    (VERSION, ("started_at",), "noon", NO_MATCH),
    (VERSION, ("facts",), {"length": "7"}, "the fact length is not a usable number"),
    (VERSION, ("facts",), {"length": 10**30}, "the fact length is not a usable number"),
    (VERSION, ("facts",), {"a\0b": 1}, NO_FACTS),
    (VERSION, ("facts",), {"length": -7}, NO_MATCH),
    (VERSION, ("sides",), [], NO_MATCH),
    (VERSION, ("sides", 0), [[]], NO_MATCH),
    (VERSION, ("sides", 0, "exit"), GONE, NO_MATCH),
    (VERSION, ("sides", 0, "player"), "Ana", NO_MATCH),
    (VERSION, ("sides", 0, "player"), 10**30, NO_MATCH),
    (VERSION, ("sides", 1, "score"), "0", NO_MATCH),
    (VERSION, ("sides", 0, "score"), 0.7, "The result must be 1, 0.5 or 0"),
    (OPTIONS, (), [], "options must give values by name"),
    (OPTIONS, (), {"speed": 1}, "match-length-elo has no option called speed. It has: "),
    (FACTS, (), [7], NO_FACTS),
    (FACTS, ("length",), None, "the fact length is not a usable number"),
    (FACTS, ("field",), 1.5, "Entrants must be a whole number from 1 to 10,000"),
    (FACTS, ("field",), 10_001, "Entrants must be a whole number from 1 to 10,000"),
    (TERMS, ("length",), [7], "the fact length is not a usable number"),
    (TERMS, (), "seven", NO_FACTS),
    (MEMORY, (), {"scores": []}, NO_MEMORY),
    (MEMORY, (), [1300, "x"], NO_MEMORY),
    (MEMORY, (), [[1300.0]], NO_MEMORY),
    (MEMORY, (), [1e300], NO_MEMORY),
    (RESTS, (), {REST: None}, NO_RESTS),
    (RESTS, (), [[REST[:19], None]], NO_RESTS),
    (RESTS, (), [[None, REST]], NO_RESTS),
    (RESTS, (), [[REST, None], [REST, None]], NO_RESTS),
    (RESTS, (), [["9999-12-31T23:59:59+00:00", None]], NO_RESTS),
    (FACTOR, (), None, NO_FACTOR),
    (FACTOR, ("secret",), GONE, NO_FACTOR),
    (FACTOR, ("secret",), "not base 32", NO_FACTOR),
    (MESSAGE, (), "[1]", NO_MESSAGE),
    (MESSAGE, (), '["added"]', NO_MESSAGE),
    (MESSAGE, (), '[{"added": {"name": "player"}}]', NO_MESSAGE),
    (MESSAGE, (), '[{"changed": {}}]', NO_MESSAGE),
    (MESSAGE, (), '[{"deleted": [7]}]', NO_MESSAGE),
    (MESSAGE, (), '[{"added": {"name": "\\ud800", "object": "Ada"}}]', NO_MESSAGE),
    (MESSAGE, (), f"[{'9' * 5000}]", NO_MESSAGE),
    (MESSAGE, (), "[" * 100_000, NO_MESSAGE),
]


@pytest.fixture(scope="module")
def content(store_once):
    return store_once(make_backup_of_json)


def make_backup_of_json():
    """Return a backup with a row for each column of JSON; the match has been corrected once."""
    organiser = User.objects.create_user("organiser", is_staff=True)
    season = season_of(make_ladder("match-length-elo", "provisional-elo"))
    match = play(season, "Ana", "Bo", 7, on=DAY)
    correct_match(match=match, by=organiser, reason="Shorter", revision=1, facts={"length": 5})
    ana, bo = (make_member(name) for name in ("Ana", "Bo"))
    challenge_side(season=season, by=ana.user, opponents=[bo])
    board = season.boards.get(system="provisional-elo")
    Opening.objects.create(board=board, player=make_player("Cy"), points=1300.0, experience=1, memory=[1300.0])
    at = datetime.fromisoformat(REST)
    night = Night.objects.create(season=season, starts_at=at, ends_at=at + timedelta(hours=3))
    Visit.objects.create(night=night, player=ana, came_at=at, rests=[[REST, None]])
    TOTP.activate(organiser, generate_totp_secret())
    RecoveryCodes.activate(organiser)
    note_in_admin_log(ana, organiser, "Changed.")
    return written()


def put(value, path, new):
    """Return a copy of a value in which what this path leads to is new, or gone."""
    if not path:
        return new
    key, *rest = path
    copy = dict(value) if isinstance(value, dict) else list(value)
    if new is GONE and not rest:
        del copy[key]
    else:
        copy[key] = put(copy[key], rest, new) if rest else new
    return copy


def damaged(content, column, path, new):
    """Return the backup with the first line's JSON changed at this path."""
    file, name = column

    def change(lines):
        row = json.loads(lines[0])
        return [json.dumps(row | {name: put(row[name], path, new)}).encode(), *lines[1:]]

    return changed(content, file, change=change)


def refusal(content):
    """Return why this content is refused."""
    with pytest.raises(ValidationError) as refused:
        open_backup(io.BytesIO(content))
    return refused.value.messages[0]


def test_what_no_page_could_read_is_refused_with_its_line(content):
    for column, path, new, why in DAMAGES:
        assert refusal(damaged(content, column, path, new)).startswith(f"{column[0]}, line 1: {why}"), (path, new)


def test_what_a_dispute_proposes_is_read_as_a_version_is(content):
    def proposing(change):
        def put_in(lines):
            row = json.loads(lines[0])
            return [json.dumps(row | {"proposed": change(row["version"])}).encode(), *lines[1:]]

        return changed(content, VERSION[0], change=put_in)

    def entered(version):
        seats = ((1.0, 1), (None, 2), (None, 3))
        participants = [{"player": n, "score": one, "exit": "", "round": None, "place": n} for one, n in seats]
        return version | {"kind": "tournament", "facts": {"field": 3}, "sides": participants}

    assert open_backup(io.BytesIO(proposing(lambda version: version | {"facts": {"length": 9}})))
    for change, why in (
        (lambda version: {}, KEYS),
        (lambda version: version | {"facts": {"length": "7"}}, "the fact length is not a usable number"),
        (lambda version: version | {"sides": []}, NO_MATCH),
        (entered, "what is proposed is another match"),
    ):
        assert refusal(proposing(change)).startswith(f"{VERSION[0]}, line 1: {why}")


def test_what_version_1_0_stored_as_proposed_for_a_tournament_is_taken():
    """It had scores, which places decide, in every dispute of one."""
    season = season_of(make_ladder("tournament-points"))
    people = [ParticipantResult(make_player(name), place=place) for name, place in (("Ana", 1), ("Bo", 2))]
    enter_match(season=season, participants=people, by=None, kind="tournament", facts={"field": 2})

    def propose(lines):
        row = json.loads(lines[0])
        sides = [side | {"score": score} for side, score in zip(row["version"]["sides"], (1.0, 0.0), strict=True)]
        return [json.dumps(row | {"proposed": row["version"] | {"sides": sides}}).encode()]

    content = changed(written(), VERSION[0], change=propose)
    put_back(content)
    assert MatchRevision.objects.get().proposed["sides"][1]["score"] == 0.0


def test_what_stands_beside_the_json_is_checked_too(content):
    for table, column in (("match", "kind"), ("fixture", "kind"), ("opening", "points")):
        file = f"ladder.{table}.jsonl"
        assert refusal(damaged(content, (file, column), (), 1e300)).startswith(f"{file}, line 1: {column} is no")


def test_a_match_without_its_newest_version_is_refused(content):
    match = Match.objects.get().pk
    shorter = changed(content, VERSION[0], change=lambda lines: lines[:1])
    assert refusal(shorter) == f"{VERSION[0]}: match {match} has no version 2."


def test_a_note_is_taken_as_somebody_wrote_it(content):
    for words in ("", "[sic] Adda", '[{"added": {}}]', '[{"changed": {"fields": ["name"]}}]', "{}"):
        assert open_backup(io.BytesIO(damaged(content, MESSAGE, (), words)))


def test_a_second_factor_of_another_site_is_taken(content):
    with override_settings(SECRET_KEY="of another site"):
        put_back(content)
    assert Authenticator.objects.count() == 2


def test_a_version_with_somebody_who_was_deleted_is_shown_and_not_gone_back_to(content, client):
    put_back(damaged(content, VERSION, ("sides", 1, "player"), 99_999))
    client.force_login(User.objects.get(username="organiser"))
    Season.objects.get().matches.get().revisions.filter(number=1).update(at="2026-03-02T13:00Z")
    url = Match.objects.get().get_absolute_url()
    assert "Ana beat ?" in client.get("/club/log").text
    known = client.get("/club/all-time/match-length-elo/known", {"as-of": DAY})
    assert [line.name for line in known.context["lines"]] == ["Ana", "?", "Bo"]
    back = client.get(f"{url}revert/1")
    assert (back.status_code, "is no longer on this site" in back.text) == (200, True)


@pytest.mark.parametrize(
    ("file", "column", "value", "why"),
    [
        ("ladder.ladder", "slug", "../x", "Enter a valid “slug” consisting of letters"),
        ("ladder.ladder", "slug", "", "Enter a valid “slug” consisting of letters"),
        ("ladder.ladder", "slug", "admin", "“admin” is used by the site itself"),
        ("ladder.season", "slug", "a/b", "Enter a valid “slug” consisting of letters"),
        ("players.player", "name", "Ana\u202eB", "A name can't hold invisible or control characters"),
        ("players.player", "nickname", "Hidden player", "“Hidden player” can't be a name"),
        ("auth.user", "username", "a b<c", "Enter a valid username"),
        ("auth.user", "email", "nobody", "Enter a valid email address"),
    ],
)
def test_what_no_form_would_take_is_refused_with_its_line(content, file, column, value, why):
    name = f"{file}.jsonl"
    assert refusal(damaged(content, (name, column), (), value)).startswith(f"{name}, line 1: {why}")


@pytest.mark.parametrize(
    "stored",
    [
        "pbkdf2_sha256$1500001$salt$47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "pbkdf2_sha256$999999999$salt$47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "pbkdf2_sha256$0$salt$47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "pbkdf2_sha256$-1$salt$47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "pbkdf2_sha256$many$salt$47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "pbkdf2_sha256$1000",
        "scrypt$1073741824$salt$8$5$c29tZXRoaW5n",
        "argon2$argon2id$v=19$m=4194304,t=1000,p=8$c29tZXNhbHQ$c29tZXRoaW5n",
        "md5$salt$5f4dcc3b5aa765d61d8327deb882cf99",
        "let me in",
    ],
)
def test_a_password_hash_that_the_site_would_not_make_is_refused(content, settings, stored):
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    refused = refusal(damaged(content, PASSWORD, (), stored))
    assert refused == "auth.user.jsonl, line 1: password is no hash of this site."


@pytest.mark.parametrize(
    "stored",
    [
        "pbkdf2_sha256$1500000$salt$47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "pbkdf2_sha256$600000$salt$47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "pbkdf2_sha256$10000$salt$47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "!tcTZWoyJHoPXmFtn1Ny2kgZsR0DFbtkGlBGxSQjq",
        "",
    ],
)
def test_hashes_of_every_version_of_django_and_none_at_all_are_taken(content, settings, stored):
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    assert open_backup(io.BytesIO(damaged(content, PASSWORD, (), stored)))


@pytest.mark.parametrize(
    ("file", "column"), [("players.player", "id"), ("players.player", "key"), ("ladder.matchrevision", "id")]
)
def test_a_key_that_is_there_twice_is_refused(content, file, column):
    def repeat(lines):
        first, second, *others = map(json.loads, lines)
        return [json.dumps(row).encode() for row in (first, second | {column: first[column]}, *others)]

    refused = refusal(changed(content, f"{file}.jsonl", change=repeat))
    assert refused.startswith(f"{file}.jsonl, line 2: {column} ")
    assert refused.endswith(" is there twice.")


def test_a_player_who_is_merged_into_themselves_or_round_about_is_refused(content):
    def merge(*places):
        def change(lines):
            rows = list(map(json.loads, lines))
            for row, place in zip(rows, places, strict=False):
                row["merged_into_id"] = rows[place]["id"] if place is not None else None
            return [json.dumps(row).encode() for row in rows]

        return changed(content, "players.player.jsonl", change=change)

    for places in ((0,), (1, 0), (1, 2)):
        assert refusal(merge(*places)).startswith("players.player.jsonl: player ")
    assert open_backup(io.BytesIO(merge(None, 2)))
