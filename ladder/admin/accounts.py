"""Accounts in the admin: somebody always owns the club."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from players.services import accounts, owners

from .refusing import RefusableForm, RefusingAdmin

admin.site.unregister(User)


class AccountForm(RefusableForm, UserChangeForm):
    pass


@admin.register(User)
class AccountAdmin(RefusingAdmin, UserAdmin):
    """Django's own, which takes nobody's place away who is the last owner."""

    form = AccountForm

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        with owners.one_left():
            super().save_model(request, obj, form, change)
            accounts.store_given(obj)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        with owners.one_left():
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        with owners.one_left():
            super().delete_queryset(request, queryset)
