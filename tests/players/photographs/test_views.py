"""The page of a photograph, who sees the picture, and where it goes with its player."""

from base64 import b64decode, b64encode
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from ladder.backups.queries.tables import list_column_readers, read_table_rows
from ladder.models import Role
from ladder.people.actions.erasure import erase_player
from ladder.people.queries import load_personal_data
from players.models import Club, Photograph, Player
from players.photographs.pictures import NO_PICTURE
from tests.factories import make_ladder, make_member, play, season_of, signed_in

pytestmark = pytest.mark.django_db


def picture(colour="teal"):
    file = BytesIO()
    Image.new("RGB", (90, 90), colour).save(file, "PNG")
    return SimpleUploadedFile("../../me.svg", file.getvalue(), content_type="image/svg+xml")


@pytest.fixture
def ana():
    season = season_of(make_ladder())
    play(season, "Ana", "Ben")
    player = make_member("Ana")
    Role.objects.create(user=make_member("Olga").user, ladder=season.ladder, role=Role.Kind.ORGANISER)
    signed_in(player.user).post(f"/players/{player.pk}/photograph", {"file": picture()})
    return Player.objects.get(pk=player.pk)


def address_of(player):
    return f"/players/{player.pk}/photograph/{player.photograph_key}.webp"


def test_the_picture_has_a_fixed_type_and_is_asked_for_again(client, ana):
    found = client.get(address_of(ana))
    assert (found.status_code, found["Content-Type"], found["X-Content-Type-Options"]) == (200, "image/webp", "nosniff")
    assert "no-cache" in found["Cache-Control"]
    assert found.content[8:12] == b"WEBP"
    assert client.get(address_of(ana), headers={"If-None-Match": found["ETag"]}).status_code == 304
    assert f'src="{address_of(ana)}" alt=""' in client.get(ana.get_absolute_url()).text


@pytest.mark.parametrize("changes", [{"hidden": True}, {"names": Club.Names.INITIAL}])
def test_who_does_not_see_the_name_does_not_see_the_picture(client, ana, changes):
    Club.objects.update_or_create(pk=Club.current().pk or 1, defaults={"names": changes.get("names", Club.Names.FULL)})
    Player.objects.filter(pk=ana.pk).update(hidden=changes.get("hidden", False))
    assert client.get(address_of(ana)).status_code == 404
    assert "photograph/" not in client.get(ana.get_absolute_url()).text
    assert signed_in(make_member("Cid").user).get(address_of(ana)).status_code == 200


def test_a_file_that_is_no_picture_is_refused_beside_the_field(ana):
    browser = signed_in(ana.user)
    for content, sentence in ((b"", "This file is empty."), (b"<svg/>", NO_PICTURE)):
        answer = browser.post(f"/players/{ana.pk}/photograph", {"file": SimpleUploadedFile("a.png", content)})
        assert (answer.status_code, sentence in answer.text) == (422, True)
    assert browser.post(f"/players/{ana.pk}/photograph", {"file": "no file"}).status_code == 422
    assert Player.objects.get(pk=ana.pk).photograph_key == ana.photograph_key


def test_another_photograph_has_another_address(client, ana):
    signed_in(ana.user).post(f"/players/{ana.pk}/photograph", {"file": picture("red")})
    assert client.get(address_of(ana)).status_code == 404
    assert client.get(address_of(Player.objects.get(pk=ana.pk))).status_code == 200
    assert Photograph.objects.count() == 1


@pytest.mark.parametrize(("who", "status"), [("Ana", 303), ("Olga", 303), ("Cid", 403)])
def test_only_the_player_and_organisers_remove_it(client, ana, who, status):
    user = User.objects.filter(player__name=who).first() or make_member(who).user
    assert signed_in(user).post(f"/players/{ana.pk}/photograph/remove").status_code == status
    assert client.get(address_of(ana)).status_code == (404 if status == 303 else 200)
    if who != "Ana":
        assert signed_in(user).post(f"/players/{ana.pk}/photograph", {"file": picture()}).status_code == 403


def test_it_is_in_the_players_data_and_goes_when_they_are_erased(ana):
    (kept,) = load_personal_data(ana)["player"]["photographs"]
    assert b64decode(kept["webp"]) == bytes(Photograph.objects.get().content)
    erase_player(player=ana, by=User.objects.create_superuser("owner"))
    assert not Photograph.objects.exists()
    assert Player.objects.get(pk=ana.pk).photograph_key == ""


def test_a_backup_holds_it_and_takes_nothing_else_in_its_place(ana):
    (row,) = read_table_rows(Photograph)
    content = next(one for one in list_column_readers(Photograph) if one.name == "content")
    assert bytes(content.decode(row["content"])) == bytes(Photograph.objects.get().content)
    with pytest.raises(Exception, match="no picture as the site keeps it"):
        content.decode(b64encode(b"<svg onload=alert(1)>").decode())
