"""What every test may ask for."""

import pytest
from django.contrib.auth.models import User


@pytest.fixture
def organiser(db):
    return User.objects.create_user("organiser", "organiser@club.example", "let me in", is_staff=True)
