"""Back up, wipe, restore: all as it was, the ledger bit for bit; and nothing changed where it can't be."""

import hashlib
import io
import re
import zipfile

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import NotAllowed
from ladder.backups.actions import restore_backup
from ladder.backups.queries.inspection import build_restore_preview, open_backup
from ladder.backups.queries.tables import list_backup_tables, list_emptied_tables, read_table_rows
from ladder.models import Ladder, Match, MatchRevision, Opening
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from players.models import Club, Player
from players.people.actions import store_player_name
from tests.factories import make_ladder, make_player, play, season_of
from tests.ladder.backups.sample_site import DAY, changed, everything, ledger_rows, make_club, put_back, written

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(organiser):
    """The club, and what it holds."""
    make_club(organiser)
    with timezone.override("Asia/Tokyo"):
        yield everything(), ledger_rows(), {one.slug: ledger.fingerprint(one) for one in Ladder.objects.all()}


def wipe():
    for model in list_emptied_tables():
        every = model._base_manager.all()
        every._raw_delete(every.db)


def test_the_club_has_something_in_nearly_every_table(club):
    empty = {model._meta.label for model in list_backup_tables() if not any(read_table_rows(model))}
    assert empty.isdisjoint(
        {"ladder.Adjustment", "ladder.Event", "ladder.Opening", "players.FormerName", "admin.LogEntry"}
    )
    assert MatchRevision.objects.count() > Match.objects.count()


def test_wiped_and_restored_all_is_as_it_was_and_the_ledger_bit_for_bit(club):
    held, ratings, fingerprints = club
    content = written()
    wipe()
    put_back(content)
    assert everything() == held
    assert ledger_rows() == ratings
    assert {one.slug: ledger.fingerprint(one) for one in Ladder.objects.all()} == fingerprints
    assert [ledger.verify(one) for one in Ladder.objects.all()] == [[], []]
    assert User.objects.get(username="ada").check_password("let me in too")


def test_what_was_added_since_is_gone_and_going_on_works(club):
    held, _, _ = club
    content = written()
    play(season_of(make_ladder(slug="new", name="New")), "Eve", "Bo")
    put_back(content)
    assert everything() == held
    match = play(season_of(Ladder.objects.get(slug="club")), "Eve", "Bo")
    assert match.pk > max(row["id"] for row in held["ladder.match.jsonl"])
    assert ledger.verify(match.season.ladder) == []


REMEMBERS = {"elo": {"k_factor": "fide", "start": 2395}, "rungs": {"idle_days": 5}}


@pytest.mark.parametrize("rule", ["carry", "shrink"])
def test_ratings_that_remember_something_come_back_in_the_next_season(rule):
    """A deviation, games that wait for the end of their month, scores, whether 2400 was reached."""
    first = season_of(make_ladder("glicko-2", "openskill", "provisional-elo", *REMEMBERS))
    for board in first.boards.all():
        board.options = REMEMBERS.get(board.system, {})
        board.save()
    play(first, "Ada", "Bo", on=DAY)
    second = open_next_season(close_season(first), slug="next", name="Next", rule=rule, factor=0.5)
    play(second, "Bo", "Ada")
    held, ratings = everything(), ledger_rows()
    remembered = {one.board.system: one.memory for one in Opening.objects.filter(player__name="Ada")}
    assert all(remembered[key] for key in ("elo", "glicko-2", "openskill", "provisional-elo"))
    content = written()
    wipe()
    put_back(content)
    assert (everything(), ledger_rows()) == (held, ratings)


OLDER = """["season", "all-time", "fresh", 0.0]
["board", "match-length-elo", {}]
["match", "rated", "2026-11-02T12:00:00+00:00", null, {"length": 5.0}, [["Ada", 1.0, "", null, null], ["Bo", 0.0, "", null, null]]]
"""  # noqa: E501 - as it was digested


def test_a_backup_with_a_fingerprint_of_before_is_the_same_as_here_and_is_restored():
    match = play(season_of(make_ladder()), "Ada", "Bo", 5)
    Match.objects.filter(pk=match.pk).update(played_at="2026-11-02T12:00:00Z")
    older = hashlib.sha256(OLDER.encode()).hexdigest()

    def dated(manifest):
        manifest["ladders"]["club"]["fingerprint"] = older
        return manifest

    content = changed(written(), change=dated)
    backup = open_backup(io.BytesIO(content))
    assert [one.state for one in build_restore_preview(backup).ladders] == ["same as here"]
    wipe()
    put_back(content)
    assert Match.objects.count() == 1


def test_the_players_of_an_older_backup_are_found_without_accents():
    store_player_name(player=make_player("Béla"), name="Zoë")

    def strip(lines):
        return [re.sub(rb'"folded": "[^"]*", ', b"", line) for line in lines]

    content = written()
    for name in ("players.player.jsonl", "players.formername.jsonl"):
        content = changed(content, name, change=strip)
    assert b"folded" not in zipfile.ZipFile(io.BytesIO(content)).read("players.player.jsonl")
    wipe()
    put_back(content)
    assert list(Player.objects.values_list("folded", "former_names__folded")) == [("zoe", "bela")]


def test_no_page_relies_on_what_it_knew_and_everybody_signs_in_again(club):
    content = written()
    SessionStore().create()
    Ladder.objects.filter(slug="club").update(version=700)
    put_back(content)
    assert set(Ladder.objects.values_list("version", flat=True)) == {701}
    assert not Session.objects.exists()


def test_days_stay_those_of_the_file_where_the_site_has_another_zone(organiser, settings):
    settings.TIME_ZONE = "Pacific/Auckland"
    make_ladder("chips-daily")
    content = written()
    settings.TIME_ZONE = "UTC"
    put_back(content)
    assert Club.stored().time_zone == "Pacific/Auckland"


class Pulled(io.BytesIO):
    """A file on a disk that is pulled out after some reading."""

    left = 1_000_000

    def read(self, size=-1):
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return super().read(size)


def test_an_interrupted_restore_leaves_everything_as_it_was(club):
    content = written()
    Player.objects.filter(name="Ada").update(name="Ada the First")
    held, ratings = everything(), ledger_rows()
    file = Pulled(content)
    backup = open_backup(file)
    for left in (3, 20, 45):
        file.left = left
        with pytest.raises(KeyboardInterrupt):
            restore_backup(backup=backup)
        assert (everything(), ledger_rows()) == (held, ratings)


def lying(manifest):
    manifest["ladders"]["club"]["fingerprint"] = "0" * 64
    return manifest


def orphaned(lines):
    return [re.sub(rb'"match_id": \d+', b'"match_id": 999999', line) for line in lines]


def rewritten(lines):
    return [line.replace(b'"length": 3', b'"length": 4') for line in lines]


def senseless(lines):
    return [line.replace(b'"facts": {"length": 3}', b'"facts": [3]') for line in lines]


FINGERPRINT = "The fingerprint of club isn't that of the file. Nothing was changed."
CONTRADICTION = "The data in the backup contradicts itself"
DOCTORED = [
    ("manifest.json", lying, FINGERPRINT),
    ("ladder.match.jsonl", rewritten, FINGERPRINT),
    ("ladder.participant.jsonl", orphaned, CONTRADICTION),
    ("ladder.match.jsonl", senseless, "facts must give numbers by name"),
    ("ladder.match.jsonl", lambda lines: [*lines, lines[0]], "is there twice"),
]


def test_a_file_whose_data_are_not_those_of_its_ladders_changes_nothing(club):
    content = written()
    Player.objects.filter(name="Ada").update(name="Ada the First")
    held, ratings = everything(), ledger_rows()
    for name, change, sentence in DOCTORED:
        with pytest.raises(ValidationError, match=sentence):
            put_back(changed(content, name, change=change))
        assert (everything(), ledger_rows()) == (held, ratings)


def test_after_a_restore_that_is_refused_at_its_end_new_rows_still_get_free_keys(club):
    """PostgreSQL doesn't take back how far it has counted; the file is older than the newest matches."""
    doctored, ladder = changed(written(), "manifest.json", change=lying), Ladder.objects.get(slug="club")
    for name in ("Cy", "Dee", "Eve"):
        play(season_of(ladder), "Ada", name, length=3)
    with pytest.raises(ValidationError, match=FINGERPRINT):
        put_back(doctored)
    play(season_of(ladder), "Ada", "Flo", length=3)
    assert ledger.verify(ladder) == []


def test_only_the_owner_restores(club):
    with pytest.raises(NotAllowed):
        put_back(written(), by=User.objects.get(username="ada"))
