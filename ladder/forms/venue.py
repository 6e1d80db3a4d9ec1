"""The venue code, typed from the wall."""

from django import forms

from players.code_field import CodeField


class VenueCodeForm(forms.Form):
    """Whether the code is right is the service's to say."""

    code = CodeField(
        label="Venue code",
        too_long="A venue code has six letters and digits.",
        help_text="Six letters and digits. It is on the wall, or ask an organiser.",
    )
