"""The page on which members add and remove their photograph, and the picture itself."""

from collections.abc import Callable
from functools import wraps
from threading import Lock

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.htmx import render_page
from ladder.access.guards import get_member, redirect_browser, require_member
from ladder.access.permissions import is_organiser
from ladder.pages.locks import hold_lock
from players.accounts.second_factor import is_second_factor_missing, render_second_factor_page
from players.models import Photograph, Player
from players.people.queries import get_player_or_404
from players.photographs.actions import OWN_ONLY, delete_photographs, owns_player, store_photograph
from players.photographs.pictures import PICTURE_TYPE, make_picture
from players.photographs.queries import may_see_photograph

PICTURE_LOCK = Lock()  # a large picture takes a quarter of a gigabyte while it is decoded
LONGEST_PICTURE_WAIT = 5.0  # seconds
OTHERS_FIRST = "Others are sending pictures at the moment. Send yours again."
NOT_YOUR_PHOTOGRAPH = "Only the player themselves and organisers can remove a photograph."


class PictureForm(forms.Form):
    """A file with a picture; `content` is the small picture that is made of it."""

    file = forms.FileField(
        label="Picture",
        help_text="JPEG, PNG, WebP or GIF, at most 8 MB. Only a small square from its middle is kept, without where"
        " and when it was taken.",
        error_messages={"required": "Choose a file.", "empty": "This file is empty."},
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp,image/gif"}),
    )

    def clean_file(self) -> UploadedFile:
        """Make the small picture."""
        file: UploadedFile = self.cleaned_data["file"]
        try:
            with hold_lock(PICTURE_LOCK, LONGEST_PICTURE_WAIT) as is_ours:
                if not is_ours:
                    raise ValueError(OTHERS_FIRST)
                self.content = make_picture(file, file.size or 0)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error
        return file


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def edit_photograph(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the photograph of a player with a form for another one, and store it."""
    player, user = get_player_or_404(pk).itself, get_member(request)
    if not owns_player(user, player):
        raise PermissionDenied(OWN_ONLY)
    form = PictureForm(request.POST, request.FILES) if request.method == "POST" else PictureForm()
    if form.is_valid():
        store_photograph(player=player, content=form.content, by=user)
        messages.success(request, "Your photograph is on your page.")
        return redirect_browser(request, player.get_absolute_url())
    context = {"player": player, "form": form}
    status = 422 if form.errors else 200
    return render_page(request, "players/photographs/photograph.html", context, partial="form", status=status)


def require_player_or_organiser(view: Callable[[HttpRequest, Player], HttpResponse]) -> Callable[..., HttpResponse]:
    """Guard a view: only the player themselves and organisers get to it."""

    @wraps(view)
    def guarded(request: HttpRequest, pk: int) -> HttpResponse:
        player, user = get_player_or_404(pk).itself, get_member(request)
        if owns_player(user, player):
            return view(request, player)
        if not is_organiser(user):
            raise PermissionDenied(NOT_YOUR_PHOTOGRAPH)
        return render_second_factor_page(request) if is_second_factor_missing(user) else view(request, player)

    return require_member(guarded)


@require_player_or_organiser
@require_POST
def remove_photograph(request: HttpRequest, player: Player) -> HttpResponse:
    """Remove the photograph of a player."""
    delete_photographs([player])
    messages.success(request, "The photograph is removed.")
    return redirect_browser(request, player.get_absolute_url())


@require_safe
def show_photograph(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Send the photograph of a player to those who see their name whole."""
    player = get_player_or_404(pk).itself
    shown = key == player.photograph_key and may_see_photograph(player)
    found = Photograph.objects.filter(player=player).first() if shown else None
    if found is None:
        raise Http404
    return send_picture(request, bytes(found.content), key)


def send_picture(request: HttpRequest, content: bytes, key: str) -> HttpResponse:
    """Return a picture as it is kept, or 304 to a browser that has it; it is asked for each time."""
    answer = HttpResponse(content, content_type=PICTURE_TYPE)
    answer["ETag"] = f'"{key}"'
    answer["Cache-Control"] = "private, no-cache"  # so that a removed one is not shown again
    patch_vary_headers(answer, ("Cookie",))
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer
