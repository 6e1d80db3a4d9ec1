"""What an older version of the site stored or sent still works: codes on paper, second factors, links, sessions."""

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User

from players.accounts.codes import digest_code
from players.accounts.second_factor import open_secret
from players.notices.delivery import read_unsubscribe_token

pytestmark = pytest.mark.django_db

SEALED = (
    "sealed:gAAAAABlU_EAMDEyMzQ1Njc4OWFiY2RlZixxSqO0BQtv5p6YM9ey_S_vAi5RxpRUei06P1gPLowfles9-wW40COLtFMjkPUelAlJablTcn8"
    "ovHJ3TpANw98="
)


@pytest.fixture(autouse=True)
def key(settings):
    settings.SECRET_KEY = "k" * 50


def test_a_printed_code_is_found_by_the_digest_that_was_stored():
    stored = "f000e29736799c53c13ba758cc0459af39f55a411f6e9500930f213af045102f"
    assert digest_code("K7QX-2MRT-9AHD") == stored


def test_a_second_factor_that_was_stored_opens():
    assert open_secret(SEALED) == "JBSWY3DPEHPK3PXP"


def test_a_link_in_an_old_mail_leaves():
    user = User.objects.create_user("ana", pk=7)
    found = read_unsubscribe_token("WzcsImRpc3B1dGUiXQ:1xVQCu:C0TabOWglXTlsMru35Ohp0UN2Xf7R47lfQkto6ypVcg")
    assert found == (user, "dispute")


def test_a_session_signs_in(client):
    user = User.objects.create_user("ana")
    session = client.session
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "players.backends.NameBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert client.get("/players/notices").context["user"] == user
