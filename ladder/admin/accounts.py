"""Accounts in the admin: somebody always owns the club."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from ladder.admin.settings import RefusableForm, RefusingAdmin
from players.accounts.actions.accounts import keep_an_owner, store_given_address
from players.accounts.security_log import log_security_event

admin.site.unregister(User)


class AccountForm(RefusableForm, UserChangeForm):
    pass


@admin.register(User)
class AccountAdmin(RefusingAdmin, UserAdmin):
    """Django's own, which takes nobody's place away who is the last owner."""

    form = AccountForm

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        with keep_an_owner():
            super().save_model(request, obj, form, change)
            store_given_address(obj)
        fields = ",".join(form.changed_data) if change else "new"
        log_security_event("account changed in the admin", changed=obj.pk, fields=fields, is_owner=obj.is_staff)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        pk = obj.pk
        with keep_an_owner():
            super().delete_model(request, obj)
        log_security_event("account deleted in the admin", deleted=pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        keys = list(queryset.values_list("pk", flat=True))
        with keep_an_owner():
            super().delete_queryset(request, queryset)
        log_security_event("accounts deleted in the admin", deleted=keys)
