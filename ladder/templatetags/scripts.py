"""The scripts of a page: one file where static files are collected, else htmx and ours."""

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django_htmx.jinja import htmx_script

register = template.Library()
SCRIPT_HTML = '<script src="{}" defer></script>'


@register.simple_tag
def page_scripts() -> SafeString:
    """Return the tags of htmx and of our script, which has htmx in it where static files are joined."""
    ours = format_html(SCRIPT_HTML, staticfiles_storage.url("js/site.js"))
    if getattr(staticfiles_storage, "has_one_script", False):
        return ours
    return format_html("{}{}", htmx_script(version=2), ours)
