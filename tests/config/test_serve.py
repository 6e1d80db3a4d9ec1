"""Which port the server takes."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.serve import free_port


def test_a_free_port_is_taken(unused_port):
    assert free_port("127.0.0.1", unused_port) == unused_port


def test_a_taken_port_is_left_for_the_next_free_one(taken_port, capsys):
    assert free_port("127.0.0.1", taken_port) > taken_port
    assert capsys.readouterr().out.splitlines()[0] == f"Port {taken_port} is taken, trying the next one."


def test_a_container_does_not_look_for_another_port(taken_port):
    with pytest.raises(ImproperlyConfigured) as refused:
        free_port("0.0.0.0", taken_port)
    assert str(refused.value) == f"Port {taken_port} on 0.0.0.0 cannot be used: Address already in use."
