"""A person is erased: no trace of the name is left, and every result is."""

import io
import zipfile
from copy import deepcopy
from datetime import date, timedelta
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import NotAllowed
from ladder.backups.actions import write_backup
from ladder.challenges.actions import accept_challenge, challenge_side
from ladder.changes.change_log import LogFilter, load_log_page
from ladder.exports.queries import load_records
from ladder.matches.actions.corrections import correct_match
from ladder.matches.actions.disputes import dispute_match
from ladder.models import Fixture, LargeTask, Match, Participant, RatingChange, Standing, State, TaskFilePart
from ladder.people.actions.erasure import erase_player, plan_erasure
from ladder.people.actions.players import change_player
from ladder.tasks.actions import rescue_tasks
from players.accounts.actions.invitations import claim_player, create_invitation, link_account, link_by_name
from players.models import Claim, FormerName, Invitation, Notice, OutboxMessage, Player
from players.people.queries import list_uninvited_players
from players.privacy.erasure import build_name_eraser
from tests.changes import merge_players
from tests.factories import make_ladder, make_member, make_player, play, season_of

pytestmark = pytest.mark.django_db

NAME, BEFORE, TWIN, OTHER = "Zéphyra Nightwell", "Zéphyra Daybrook", "Zefram Nitewell", "Bo Ek"
TRACES = ("phyra", "nightwell", "daybrook", "zefram", "nitewell", "owlet")


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(make_named_season)


@pytest.fixture
def season(stored):
    return deepcopy(stored[0])


@pytest.fixture
def owner(stored):
    return deepcopy(stored[1])


def make_named_season():
    """Return a season of which every kind of record names one person, and the owner of the site."""
    owner = User.objects.create_user("owner", is_staff=True)
    season = season_of(make_ladder())
    match = play(season, BEFORE, OTHER, on=date(2026, 3, 2))
    play(season, OTHER, TWIN, on=date(2026, 3, 3))
    reason = f"She is no longer {BEFORE}"
    player = change_player(player=make_player(BEFORE), by=owner, reason=reason, name=NAME)
    merge_players(player=make_player(TWIN), into=player, by=owner, reason=f"Zefram is {NAME}")
    user = User.objects.create_user("nightwell.z", "zephyra@nightwell.example", "let me in", first_name="Zéphyra")
    EmailAddress.objects.create(user=user, email="z@daybrook.example")
    Player.objects.filter(pk=player.pk).update(user=user, nickname="Owlet")
    correct_match(match=match, by=owner, reason=f"{NAME} and ZÉPHYRA DAYBROOK agree", revision=1, facts={"length": 3})
    match.refresh_from_db()
    dispute_match(match=match, by=user, note="Nightwell says it was Zefram Nitewell's", revision=2)
    told_of(Player.objects.get(pk=player.pk), owner)
    return season, owner


def told_of(player, owner):
    """Write the name wherever else the site keeps sentences."""
    bo = make_player(OTHER)
    LogEntry.objects.log_actions(owner.pk, [player], CHANGE, change_message=f"{NAME} merged", single_object=True)
    LogEntry.objects.log_actions(owner.pk, [player.user], CHANGE, change_message=[{"changed": {"name": NAME}}])
    Notice.objects.create(player=bo, kind="result", text=f"{NAME} beat you", url="/matches/1/")
    Notice.objects.create(player=player, kind="result", text="Bo Ek beat you", url="/matches/1/")
    later = timezone.now() + timedelta(1)
    Invitation.objects.create(player=player, digest="x" * 64, made_by=player.user, expires_at=later)
    Claim.objects.create(user=player.user, player=player)
    OutboxMessage.objects.create(to="bo@club.example", subject=f"{NAME} beat you", body=f"Hello,\n{NAME} did.")
    OutboxMessage.objects.create(to=player.user.email, subject="Your code", body="123456")
    make_task(ended_at=timezone.now())


def make_task(**fields):
    """Make a task of an import whose file and answers name the person."""
    named = {"kind": "import", "title": f"Import of {NAME}", "said": f"{NAME} and {OTHER} are the same player."}
    task = LargeTask.objects.create(arguments={"answers": {"name-1": NAME}}, queued_as=uuid4(), **named, **fields)
    TaskFilePart.objects.create(task=task, number=0, content=b"Nightwell,Bo Ek")
    return task


def erase(owner):
    player = Player.objects.get(key="zéphyra nightwell")
    return erase_player(player=player, by=owner)


def dump():
    """Return all that the database holds, as text in lower case."""
    with connection.cursor() as cursor:
        said = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            said += [f"{table}: {row!r}" for row in cursor.fetchall()]
    return "\n".join(said).casefold()


def traces(text):
    return [line for line in text.splitlines() if any(trace in line for trace in TRACES)]


def test_the_dump_finds_what_is_there(season):
    tables = {line.partition(":")[0] for line in traces(dump())}
    assert tables >= {"players_player", "players_formername", "auth_user", "ladder_matchrevision", "django_admin_log"}
    assert "ladder_event" in tables


def test_no_table_holds_the_name(season, owner, client):
    client.force_login(Player.objects.get(key="zéphyra nightwell").user)
    client.post("/accounts/login/", {"login": "nightwell.z", "password": "wrong"})
    erase(owner)
    assert traces(dump()) == []


def test_what_a_task_reads_while_somebody_is_erased_is_deleted_once_it_has_ended(season, owner):
    running = make_task()
    erase(owner)
    assert running.parts.exists()
    LargeTask.objects.filter(pk=running.pk).update(ended_at=timezone.now())
    rescue_tasks()
    assert traces(dump()) == []


def test_what_tasks_asked_for_later_have_made_stays(season, owner):
    erase(owner)
    later = make_task(ended_at=timezone.now())
    rescue_tasks()
    assert later.parts.exists()


def test_no_session_that_asked_for_a_code_holds_the_address(season, owner, client):
    asked = {"email": "zephyra@nightwell.example"}
    assert client.post("/accounts/login/code/", asked).status_code == 302
    erase(owner)
    assert (traces(dump()), Session.objects.count()) == ([], 0)


def test_what_they_were_to_play_is_called_off(organiser):
    season = season_of(make_ladder())
    ana, bo, cy = (make_member(name) for name in ("Ana", "Bo", "Cy"))
    accepted = challenge_side(season=season, by=ana.user, opponents=[bo])
    accept_challenge(challenge=accepted, by=bo.user)
    challenge_side(season=season, by=cy.user, opponents=[ana])
    others = challenge_side(season=season, by=bo.user, opponents=[cy])
    Notice.objects.all().delete()
    erased = erase_player(player=ana, by=organiser)
    assert [one.pk for one in Fixture.objects.exclude(status=State.CALLED_OFF)] == [others.pk]
    assert set(Notice.objects.values_list("player__name", "text")) == {
        ("Bo", f"An organiser called off {erased}’s challenge."),
        ("Cy", "An organiser called off Cy’s challenge."),
    }


def test_no_file_of_a_fresh_backup_holds_the_name(season, owner):
    def packed():
        file = io.BytesIO()
        write_backup(file)
        with zipfile.ZipFile(file) as archive:
            return "\n".join(archive.read(name).decode() for name in archive.namelist()).casefold()

    assert traces(packed())
    erase(owner)
    assert traces(packed()) == []


def test_a_neutral_name_stands_for_both_who_were_one(season, owner):
    erased = erase(owner)
    assert str(erased) == f"Former player {erased.pk}"
    assert [str(one) for one in erased.merged.all()] == [f"Former player {one.pk}" for one in erased.merged.all()]
    assert (erased.user, erased.nickname, erased.retired_on) == (None, "", timezone.localdate())
    assert FormerName.objects.count() == 0


def test_the_account_of_whoever_was_merged_into_them_goes_too(season, owner, client):
    twin = User.objects.create_user("zef", "zef@nitewell.example", "let me in")
    Player.objects.filter(name=TWIN).update(user=twin)
    OutboxMessage.objects.create(to=twin.email, subject="Your code", body="123456")
    client.force_login(twin)
    assert client.get("/players/notices").status_code == 200
    erase(owner)
    assert [one.username for one in User.objects.all()] == ["owner"]
    assert client.get("/players/notices").status_code == 303
    assert traces(dump()) == []


def test_nobody_erases_themselves_under_another_name(season, owner):
    Player.objects.filter(name=TWIN).update(user=owner)
    with pytest.raises(ValidationError, match="You can't erase yourself"):
        erase(owner)


def test_sentences_read_on_and_other_names_stay(season, owner):
    erased = erase(owner)
    said = list(Match.objects.first().revisions.order_by("number").values_list("reason", flat=True))
    assert said == ["", f"{erased} and {erased} agree", f"{erased} says it was {erased}'s"]
    assert Notice.objects.get().text == f"{erased} beat you"
    assert list(OutboxMessage.objects.values_list("to", "subject")) == [("bo@club.example", f"{erased} beat you")]


def test_results_and_ratings_stay_and_verify_is_clean(season, owner):
    def kept():
        return [list(model.objects.order_by("pk").values()) for model in (Match, Participant, RatingChange, Standing)]

    before = kept()
    matches_before = [record.players for record in load_records(season)]
    erased = erase(owner)
    for match in before[0]:
        match["reported_by_id"] = None
    assert kept() == before
    assert ledger.verify(season.ladder) == []
    named = [tuple(str(erased) if name == NAME else name for name in players) for players in matches_before]
    assert [record.players for record in load_records(season)] == named


def test_the_fingerprint_changes_by_the_name_only(season, owner):
    Player.objects.filter(key="zéphyra nightwell").update(name="Somebody")
    whole = ledger.fingerprint(season.ladder)
    Player.objects.filter(name="Somebody").update(name=NAME)
    erased = erase(owner)
    assert ledger.fingerprint(season.ladder) != whole
    Player.objects.filter(pk=erased.pk).update(name="Somebody")
    assert ledger.fingerprint(season.ladder) == whole


def test_what_is_shown_before_is_what_happens(season, owner):
    plan = plan_erasure(Player.objects.get(key="zéphyra nightwell"))
    assert (plan.matches, [one.username for one in plan.accounts]) == (2, ["nightwell.z"])
    erased = erase(owner)
    assert plan.neutral == str(erased)
    assert f"{erased} and {erased} agree" in plan.texts


def test_the_change_log_says_no_more_than_that_it_was(season, owner):
    erased = erase(owner)
    merged, renamed = load_log_page(season.ladder, what=LogFilter.EVENTS).lines
    twin = erased.merged.get()
    assert (merged.title, merged.entry.reason) == (f"{twin} into {erased}", f"{erased} is {erased}")
    assert (renamed.title, renamed.entry.differences) == (str(erased), [])


def test_only_the_owner_erases(season):
    member = User.objects.create_user("member")
    with pytest.raises(NotAllowed):
        erase(member)
    assert Player.objects.filter(name=NAME).exists()


def test_nobody_erases_themselves_and_no_merged_name_alone(season, owner):
    owner_player = make_player("Owner")
    owner_player.user = owner
    owner_player.save()
    with pytest.raises(ValidationError, match="You can't erase yourself"):
        erase_player(player=owner_player, by=owner)
    with pytest.raises(ValidationError, match="Zefram Nitewell is merged into Zéphyra Nightwell"):
        erase_player(player=Player.objects.get(name=TWIN), by=owner)


@pytest.mark.parametrize(
    ("said", "reads"),
    [
        ("Ann Holm won", "X won"),
        ("ann holm won, ANN HOLM lost", "X won, X lost"),
        ("Holm's win", "X's win"),
        ("a holm and an ann", "a holm and an ann"),
        ("Ann Holmgren and Ann Bo", "Ann Holmgren and Ann Bo"),
        ("mail ann@holm.example", "mail ann@holm.example"),
        ("Annholm", "Annholm"),
        ("Zoe\u0308 Ek said so", "X said so"),
        ("Noe\u0308l said so", "Noe\u0308l said so"),
    ],
)
def test_a_name_is_taken_out_where_it_is_meant(said, reads):
    assert build_name_eraser(["Ann Holm", "Zoë Ek"], ["Ann Holmgren", "Ann Bo"], "X")(said) == reads


def test_what_the_admin_noted_of_somebody_called_like_its_words_is_still_read(organiser):
    player = make_player("Fields")
    changed = {"name": "opening", "object": "Fields’s opening", "fields": ["Points"]}
    LogEntry.objects.log_actions(organiser.pk, [player], CHANGE, [{"changed": changed}, {"added": {}}])
    erased = erase_player(player=player, by=organiser)
    said = [one.get_change_message() for one in LogEntry.objects.order_by("pk")]
    assert said == [f"Changed Points for opening “{erased}’s opening”. Added.", "Erased."]


def test_a_name_is_taken_out_of_words_that_are_written_together():
    assert build_name_eraser(["王小明", "Ann"], ["Annika"], "X")("王小明赢了, Annika, Ann") == "X赢了, Annika, X"


def test_half_of_a_name_is_taken_out_too():
    forget = build_name_eraser(["Ann O'Hara-Holm"], ["Bo Holm-Berg", "Cy Hara"], "X")
    assert forget("O'Hara-Holm and Holm lost to Bo Holm-Berg, Hara won") == "X and X lost to Bo Holm-Berg, Hara won"


def test_nobody_becomes_who_was_erased_nor_is_invited_to(season, owner):
    erased, user = erase(owner), User.objects.create_user("robin")
    Player.objects.filter(pk=erased.pk).update(retired_on=None)
    said = f"{erased} was erased, so no account can play as them."
    for attempt in (
        lambda: claim_player(player=erased, user=user),
        lambda: link_account(player=erased, user=user),
        lambda: create_invitation(player=erased, by=owner),
        lambda: link_by_name(erased.name, user),
    ):
        with pytest.raises(ValidationError) as refused:
            attempt()
        assert refused.value.messages == [said]
    assert erased not in list_uninvited_players()
    assert not Claim.objects.exists()


def test_the_page_of_who_was_erased_offers_neither(client, season, owner):
    erased = erase(owner)
    client.force_login(User.objects.create_user("robin"))
    text = client.get(erased.get_absolute_url()).text
    assert (erased.name in text, "This is me" in text) == (True, False)
    assert client.post(f"/players/{erased.pk}/claim").status_code == 422
