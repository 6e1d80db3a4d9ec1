"""The emblem of the club: who uploads it, where everybody sees it, and what is refused in its place."""

import re
from io import BytesIO

import pytest
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from ladder.club.actions import change_club, store_emblem
from ladder.models import Ladder
from ladder.pictures.drawing import EMBLEM_SIZE, HEAD_HEIGHT, MARGIN
from players.models import Club, Emblem
from players.models.club import forget_club, remember_club
from players.photographs.pictures import NO_PICTURE
from tests.factories import make_ladder, make_member, play, season_of, signed_in
from tests.players.photographs.test_views import picture

pytestmark = pytest.mark.django_db
PAGE = "/settings/emblem"
SHOWN = re.compile(r'<img class="face large" src="(/settings/emblem/\w{16}\.webp)" alt=""')
KEPT = b"RIFF\x04\0\0\0WEBP\xfe"


@pytest.fixture
def owner(admin_client):
    """The owner's browser, on a site with two ladders."""
    make_ladder()
    make_ladder(slug="darts", name="Darts")
    return admin_client


def find_emblem(browser):
    """Return the address of the emblem on the first page; None where the monogram stands there."""
    found = SHOWN.search(browser.get("/").text)
    return found and found[1]


def test_everybody_sees_it_beside_the_name(owner, client):
    assert (find_emblem(client), "CL</span>" in client.get("/").text) == (None, True)
    assert owner.post(PAGE, {"file": picture()}).status_code == 303
    address = find_emblem(Client())
    answer = Client().get(address)
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/webp", "nosniff")
    assert answer.content == bytes(Emblem.objects.get().content)
    assert answer.content[8:12] == b"WEBP"
    assert Client().get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_another_one_takes_its_place_and_none_the_monogram(owner, client):
    owner.post(PAGE, {"file": picture()})
    first = find_emblem(client)
    owner.post(PAGE, {"file": picture("red")})
    assert (client.get(first).status_code, Emblem.objects.count()) == (404, 1)
    assert "Remove the emblem" in owner.get(PAGE).text
    assert owner.post(f"{PAGE}/remove").status_code == 303
    assert (find_emblem(client), Emblem.objects.exists(), Club.stored().emblem_key) == (None, False, "")


@pytest.mark.usefixtures("memory")
def test_a_process_that_has_not_read_the_club_again_keeps_no_page_for_others(owner, client):
    older = Club.stored()
    store_emblem(content=KEPT, by=None)
    remember_club(older)
    assert find_emblem(client) is None
    forget_club()
    assert find_emblem(client) == f"/settings/emblem/{Club.stored().emblem_key}.webp"
    assert caches["pages"]._cache


def test_a_phone_gets_it_where_the_site_is_put_among_its_programs(owner, client):
    owner.post(PAGE, {"file": picture("teal")})
    icon = Image.open(BytesIO(client.get("/icon-192.png").content)).convert("RGB")
    assert icon.size == (192, 192)
    assert all(abs(found - wanted) < 6 for found, wanted in zip(icon.getpixel((96, 96)), (0, 128, 128), strict=True))


@pytest.mark.usefixtures("memory")
def test_it_stands_on_pictures_to_share_and_goes_again(owner, client):
    address = f"{play(season_of(Ladder.objects.get(slug='club')), 'Ana', 'Ben').get_absolute_url()}card.png"
    before = client.get(address).content
    owner.post(PAGE, {"file": picture("teal")})
    card = Image.open(BytesIO(client.get(address).content)).convert("RGB")
    middle = card.getpixel((MARGIN + EMBLEM_SIZE // 2, HEAD_HEIGHT // 2))
    assert all(abs(found - wanted) < 6 for found, wanted in zip(middle, (0, 128, 128), strict=True))
    owner.post(f"{PAGE}/remove")
    assert client.get(address).content == before


def test_a_file_that_only_looks_like_a_picture_leaves_icon_and_cards_as_they_are(owner, client):
    match = play(season_of(Ladder.objects.get(slug="club")), "Ana", "Ben")
    addresses = "/icon-192.png", f"{match.get_absolute_url()}card.png"
    before = [client.get(one).content for one in addresses]
    store_emblem(content=KEPT, by=None)
    assert [client.get(one).content for one in addresses] == before


def test_other_settings_leave_it_as_it_is(owner, client):
    store_emblem(content=KEPT, by=None)
    before = find_emblem(client)
    change_club(values={"name": "Otters"})
    assert find_emblem(client) == before


@pytest.mark.parametrize(("content", "sentence"), [(b"", "This file is empty."), (b"<svg/>", NO_PICTURE)])
def test_what_is_no_picture_is_refused_beside_the_field(owner, content, sentence):
    answer = owner.post(PAGE, {"file": SimpleUploadedFile("a.png", content)})
    assert (answer.status_code, sentence in answer.text) == (422, True)
    assert not Emblem.objects.exists()


def test_only_the_owner_stores_and_removes_it(owner, client):
    store_emblem(content=KEPT, by=None)
    member = signed_in(make_member("Mia").user)
    for browser, status in ((member, 403), (client, 303)):
        for url, sent in ((PAGE, {"file": picture()}), (f"{PAGE}/remove", {})):
            assert browser.post(url, sent).status_code == status
    assert bytes(Emblem.objects.get().content) == KEPT
