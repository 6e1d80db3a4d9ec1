from django import forms


def test_a_field_has_neither_a_placeholder_nor_required():
    class Asking(forms.Form):
        name = forms.CharField(widget=forms.TextInput({"placeholder": "Your name"}))

    assert str(Asking()["name"]) == '<input type="text" name="name" id="id_name">'
