"""The venue code, typed from the wall."""

from django import forms


class VenueCodeForm(forms.Form):
    """Whether the code is right is the service's to say."""

    use_required_attribute = False

    code = forms.CharField(
        label="Venue code",
        max_length=40,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
        error_messages={"required": "Give the code.", "max_length": "A venue code has six letters and figures."},
        help_text="Six letters and figures. It is on the wall, or an organiser tells you.",
    )
