"""The pages with the story of a ladder and with its honours."""

from datetime import date

from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from config.htmx import wants_partial
from ladder.access.guards import get_member, redirect_browser, require_member
from ladder.access.permissions import find_account_player
from ladder.models import Ladder, Match
from ladder.pages.addresses import find_back_address, find_season_or_404
from ladder.pages.kept_pages import keep_for_visitors
from ladder.pages.navigation import show_ladder_in_header
from ladder.pages.unfinished import is_unfinished
from ladder.story.actions import react_to_match
from ladder.story.queries.certificates import load_certificates
from ladder.story.queries.honours_page import load_honours
from ladder.story.queries.ladder_story import DAYS_ON_A_PAGE, cut_days, load_story, name_days, pick_days
from ladder.story.queries.latest import FOLLOWED
from ladder.story.queries.notes import add_notes
from ladder.story.queries.reactions import load_reactions
from ladder.story.queries.recap import load_recap
from players.following.queries import list_followed_keys


@require_safe
@keep_for_visitors
def show_story(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show what happened on a ladder, day by day, the newest first; members may pick the people they follow."""
    found = get_object_or_404(Ladder, slug=ladder)
    show_ladder_in_header(request, found)
    story = load_story(found)
    is_picked = request.user.is_authenticated and request.GET.get("who") == FOLLOWED
    told = pick_days(story.days, list_followed_keys(request.user)) if is_picked else story.days
    page = Paginator(told, DAYS_ON_A_PAGE).get_page(request.GET.get("page"))
    newer = told[page.start_index() - 2] if page.has_previous() else None
    days = name_days(cut_days(page.object_list))
    context = {
        "ladder": found,
        "page_obj": page,
        "days": days if is_picked else add_notes(found, days, newer),
        "is_pending": story.is_pending,
        "has_too_many": story.has_too_many,
        "is_picked": is_picked,
        "reactions": load_reactions(request.user, [tale.match for day in page.object_list for tale in day.tales]),
        "back": request.get_full_path(),
    }
    return TemplateResponse(request, "ladder/story/story.html", context)


@require_member
@require_POST
def handle_reaction(request: HttpRequest, pk: int) -> HttpResponse:
    """React to what is told of a match, or take it back."""
    match = get_object_or_404(Match, pk=pk, status=Match.Status.COUNTED)
    try:
        react_to_match(match=match, by=get_member(request), kind=request.POST.get("kind", ""))
    except ValidationError as error:
        return HttpResponse(error.messages[0], status=422)
    back = find_back_address(request, match.get_absolute_url())
    if wants_partial(request):
        shown = load_reactions(request.user, [pk])[pk]
        return render(request, "ladder/story/_reactions.html", {"match": pk, "shown": shown, "back": back})
    return redirect_browser(request, back)


@require_safe
@keep_for_visitors
def show_honours(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the records, lists, badges and champions of a ladder."""
    found = get_object_or_404(Ladder, slug=ladder)
    show_ladder_in_header(request, found)
    first = parse_date_text(request.GET.get("from", ""))
    honours = load_honours(found, request.GET.get("span", ""), first)
    context = {"ladder": found, "honours": honours, "is_pending": is_unfinished()}
    return TemplateResponse(request, "ladder/story/honours.html", context)


@require_safe
@keep_for_visitors
def show_recap(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show a season in one page, with what the member who looks did in it."""
    found = find_season_or_404(ladder, season)
    show_ladder_in_header(request, found.ladder)
    recap = load_recap(found, find_account_player(request.user))
    return TemplateResponse(
        request,
        "ladder/story/recap.html",
        {"ladder": found.ladder, "season": found, "recap": recap, "is_pending": is_unfinished()},
    )


@require_safe
@keep_for_visitors
def show_certificates(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show sheets to print for the best of a season that is closed; of any other, that they are still to come."""
    found = find_season_or_404(ladder, season)
    context = {
        "ladder": found.ladder,
        "season": found,
        "certificates": load_certificates(found) if found.closed_at else [],
        "url": reverse("ladder:certificates", args=[found.ladder.slug, found.slug]),
    }
    return TemplateResponse(request, "ladder/story/certificates.html", context)


def parse_date_text(text: str) -> date | None:
    """Return the day that a link names as 2026-05-01; None for any other text."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
