"""How every form prints its fields: the label says what belongs there, not grey words that go while one types."""

from typing import Any

from django.forms import BoundField, Widget
from django.forms.renderers import DjangoTemplates


class LabelledField(BoundField):
    """A field without the placeholder that its form, such as one of allauth's, gives it."""

    def build_widget_attrs(self, attrs: dict[str, Any], widget: Widget | None = None) -> dict[str, Any]:
        return super().build_widget_attrs({**attrs, "placeholder": False}, widget)


class Renderer(DjangoTemplates):
    """The forms of this site, by the name in `settings.FORM_RENDERER`."""

    bound_field_class = LabelledField
