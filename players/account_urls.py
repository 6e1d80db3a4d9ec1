"""The addresses about accounts, beside allauth's own."""

from django.urls import path

from .views import outbox

app_name = "accounts"
urlpatterns = [
    path("outbox", outbox.outbox, name="outbox"),
    path("outbox/<int:pk>/remove", outbox.remove, name="outbox_remove"),
]
