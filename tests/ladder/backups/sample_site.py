"""A club with a bit of everything, its backup, and backups that somebody has changed."""

import hashlib
import io
import json
import zipfile
from datetime import date

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType

from ladder.backups.actions import restore_backup, write_backup
from ladder.backups.queries.inspection import open_backup
from ladder.backups.queries.tables import build_file_name, list_backup_tables, read_table_rows
from ladder.club.actions import store_emblem
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import void_match
from ladder.matches.actions.disputes import dispute_match
from ladder.models import Ladder, RatingChange, Role, Season, Standing
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from players.models import Club, Notice, NoticeSettings, Player
from players.people.actions import store_player_name
from players.photographs.actions import store_photograph
from tests.changes import merge_players
from tests.factories import enter_report, make_ladder, make_player, play, season_of

DAY = date(2026, 11, 2)


def make_club(owner):
    """Make two ladders, one in its second season, with corrections, a dispute, a merge, roles and settings."""
    first = season_of(make_ladder("match-length-elo", "points-exchange"))
    match = play(first, "Ada", "Bo", 7, on=DAY)
    play(first, "Cy", "Ada", 3, on=DAY)
    play(first, "Adda", "Bo", on=DAY)
    void_match(match=match, by=owner, reason="Never “played” – sorry.", revision=1)
    merge_players(player=make_player("Adda"), into=make_player("Ada"))
    second = open_next_season(close_season(first), slug="next", name="Next", rule="carry")
    Season.objects.filter(pk=second.pk).update(starts_on=None)  # it would begin tomorrow
    ada = account("Ada", owner)
    report = {
        "participants": [ParticipantResult(make_player("Ada"), 1.0), ParticipantResult(make_player("Bo"), 0.0)],
        "kind": "rated",
    }
    disputed = enter_report(season=season_of(second.ladder), by=ada, facts={"length": 5}, **report)
    dispute_match(match=disputed, by=User.objects.get(pk=owner.pk), note="No.", revision=1)
    make_ladder("chips-daily", slug="chips", name="Chips")
    store_player_name(player=make_player("Cy"), name="Cyrus Ék")
    Club.objects.create(pk=1, name="Harbour", time_zone="Asia/Tokyo")
    store_emblem(content=b"RIFF\x04\0\0\0WEBP\xfe", by=None)


def account(name, owner):
    """Give a player an account with a password, a group, a permission and a role; the owner plays as Bo."""
    user = User.objects.create_user(name.lower(), f"{name.lower()}@club.example", "let me in too")
    Player.objects.filter(pk=make_player(name).pk).update(user=user)
    Player.objects.filter(pk=make_player("Bo").pk).update(user=owner)
    permission = Permission.objects.get(codename="change_player")
    user.user_permissions.add(permission)
    group = Group.objects.create(name="Recorders")
    group.permissions.add(permission)
    user.groups.add(group)
    Role.objects.create(ladder=Ladder.objects.get(), user=user, role="recorder")
    NoticeSettings.objects.create(user=user, moved_by=2.5)
    Notice.objects.create(player=make_player(name), kind="result", text="Told.", url="/")
    store_photograph(player=make_player(name), content=b"RIFF\x04\0\0\0WEBP\xff", by=user)
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.create(user=user, content_type=kind, object_id="1", object_repr="Ada", action_flag=CHANGE)
    return user


def written():
    """Return a backup of the site as bytes."""
    file = io.BytesIO()
    write_backup(file)
    return file.getvalue()


def put_back(content, by=None):
    """Restore the site from these bytes."""
    restore_backup(backup=open_backup(io.BytesIO(content)), by=by)


def everything():
    """Return what the site holds, table by table; versions of ladders grow by themselves."""
    held = {build_file_name(model): list(read_table_rows(model)) for model in list_backup_tables()}
    for ladder in held["ladder.ladder.jsonl"]:
        del ladder["version"], ladder["past_version"]
    return held


def ledger_rows():
    """Return the derived rows without their keys."""
    found = []
    for model in (RatingChange, Standing):
        names = [field.attname for field in model._meta.concrete_fields if field.attname != "id"]
        found.append(sorted(map(repr, model.objects.values_list(*names))))
    return found


def changed(content, name="manifest.json", *, change, honest=True):
    """Return a backup in which `change` was made to the lines of a file, or to the list; an honest list says so."""
    with zipfile.ZipFile(io.BytesIO(content)) as old:
        files = {one: old.read(one) for one in old.namelist()}
    manifest = json.loads(files.pop("manifest.json"))
    if name == "manifest.json":
        manifest = change(manifest)
    else:
        files[name] = b"".join(line + b"\n" for line in change(files[name].splitlines()))
        if honest:
            manifest["files"][name] = said_of(files[name])
    return packed(files, manifest)


def said_of(text):
    return {"rows": text.count(b"\n"), "bytes": len(text), "sha256": hashlib.sha256(text).hexdigest()}


def packed(files, manifest):
    """Return a ZIP of these files and this list."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
        archive.writestr("manifest.json", json.dumps(manifest))
    return file.getvalue()
