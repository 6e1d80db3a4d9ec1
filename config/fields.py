"""How every form prints its fields: the label says what belongs there, and the answer what is missing."""

from typing import Any

from django.forms import BoundField, Widget
from django.forms.renderers import DjangoTemplates


class LabelledField(BoundField):
    """A field without the placeholder that allauth's forms give it, and without `required`.

    What is missing is said beside the field, in our words; and a form may be sent unfinished, as for a preview.
    """

    def build_widget_attrs(self, attrs: dict[str, Any], widget: Widget | None = None) -> dict[str, Any]:
        return super().build_widget_attrs({**attrs, "placeholder": False}, widget) | {"required": False}


class FormRenderer(DjangoTemplates):
    """The forms of this site, by the name in `settings.FORM_RENDERER`."""

    bound_field_class = LabelledField
