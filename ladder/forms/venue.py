"""The venue code, typed from the wall."""

from django import forms

from players.code_field import CodeField


class VenueCodeForm(forms.Form):
    """Whether the code is right is the service's to say."""

    code = CodeField(
        label="Venue code",
        too_long="A venue code has six letters and figures.",
        help_text="Six letters and figures. It is on the wall, or an organiser tells you.",
    )
