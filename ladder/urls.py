"""The addresses of the ladders: the site's own words first, then ladder, season and board."""

from django.urls import path

from .views import (
    at_venue,
    challenges,
    corrections,
    disputes,
    entering,
    exports,
    feed,
    fixing,
    known,
    log,
    making,
    matches,
    recording,
    reporting,
    settling,
    setup,
    standings,
    systems,
    venue,
    venue_code,
)

app_name = "ladder"
urlpatterns = [
    path("", standings.home, name="home"),
    path("setup", setup.setup, name="setup"),
    path("ladders/new", making.ladder_new, name="ladder_new"),
    path("systems/", systems.systems, name="systems"),
    path("systems/<slug:key>/", systems.system, name="system"),
    path("matches/<int:pk>/", matches.match, name="match"),
    path("matches/<int:pk>/correct", corrections.match_correct, name="match_correct"),
    path("matches/<int:pk>/void", corrections.match_void, name="match_void"),
    path("matches/<int:pk>/restore", corrections.match_restore, name="match_restore"),
    path("matches/<int:pk>/revert/<int:number>", corrections.match_revert, name="match_revert"),
    path("matches/<int:pk>/fix", fixing.match_fix, name="match_fix"),
    path("matches/<int:pk>/undo", fixing.match_undo, name="match_undo"),
    path("matches/<int:pk>/confirm", disputes.match_confirm, name="match_confirm"),
    path("matches/<int:pk>/dispute", disputes.match_dispute, name="match_dispute"),
    path("matches/<int:pk>/uphold", disputes.match_uphold, name="match_uphold"),
    path("challenges/<int:pk>/accept", challenges.accept, name="challenge_accept"),
    path("challenges/<int:pk>/decline", challenges.decline, name="challenge_decline"),
    path("challenges/<int:pk>/withdraw", challenges.withdraw, name="challenge_withdraw"),
    path("challenges/<int:pk>/walkover", challenges.walkover, name="challenge_walkover"),
    path("disputes/", disputes.disputes, name="disputes"),
    path("<slug:ladder>/", standings.ladder, name="ladder"),
    path("<slug:ladder>/venue", venue.venue, name="venue"),
    path("<slug:ladder>/venue-code", venue_code.venue_code, name="venue_code"),
    path("<slug:ladder>/at-the-venue", at_venue.enter, name="at_venue"),
    path("<slug:ladder>/at-the-venue/report", at_venue.report, name="at_venue_report"),
    path("<slug:ladder>/at-the-venue/stake", at_venue.stake, name="at_venue_stake"),
    path("<slug:ladder>/at-the-venue/leave", at_venue.close, name="at_venue_leave"),
    path("<slug:ladder>/feed.xml", feed.results, name="feed"),
    path("<slug:ladder>/challenges", challenges.challenges, name="challenges"),
    path("<slug:ladder>/log", log.log, name="log"),
    path("<slug:ladder>/<slug:season>/", standings.standings, name="standings"),
    path("<slug:ladder>/<slug:season>/report", reporting.match_record, name="match_record"),
    path("<slug:ladder>/<slug:season>/report/battle", entering.battle_record, name="battle_record"),
    path("<slug:ladder>/<slug:season>/report/tournament", entering.tournament_record, name="tournament_record"),
    path("<slug:ladder>/<slug:season>/report/stake", reporting.stake, name="stake"),
    path("<slug:ladder>/<slug:season>/record", recording.record, name="record"),
    path("<slug:ladder>/<slug:season>/opening", settling.opening_change, name="opening_change"),
    path("<slug:ladder>/<slug:season>/reopen", settling.reopen, name="reopen"),
    *(
        path(f"<slug:ladder>/<slug:season>/export.{form}", exports.matches, {"form": form}, name=f"matches_{form}")
        for form in exports.TYPES
    ),
    *(
        path(
            f"<slug:ladder>/<slug:season>/<slug:board>/standings.{form}",
            exports.standings,
            {"form": form},
            name=f"standings_{form}",
        )
        for form in exports.TYPES
    ),
    path("<slug:ladder>/<slug:season>/<slug:board>/", standings.standings, name="board"),
    path("<slug:ladder>/<slug:season>/<slug:board>/rules", systems.rules, name="rules"),
    path("<slug:ladder>/<slug:season>/<slug:board>/change", settling.board_change, name="board_change"),
    path("<slug:ladder>/<slug:season>/<slug:board>/rows", standings.rows, name="rows"),
    path("<slug:ladder>/<slug:season>/<slug:board>/known", known.known, name="known"),
    path("<slug:ladder>/<slug:season>/<slug:board>/print", venue.sheet, name="sheet"),
    path("<slug:ladder>/<slug:season>/<slug:board>/embed", venue.embed, name="embed"),
]
