"""Accounts in the admin: somebody always owns the club."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from players import security_log
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
        fields = ",".join(form.changed_data) if change else "new"
        security_log.write("account changed in the admin", changed=obj.pk, fields=fields, is_owner=obj.is_staff)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        pk = obj.pk
        with owners.one_left():
            super().delete_model(request, obj)
        security_log.write("account deleted in the admin", deleted=pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        keys = list(queryset.values_list("pk", flat=True))
        with owners.one_left():
            super().delete_queryset(request, queryset)
        security_log.write("accounts deleted in the admin", deleted=keys)
