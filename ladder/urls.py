"""The addresses of the ladders: the site's own words first, then ladder, season and board."""

from django.urls import path

from ladder.backups.views import download_backup, download_made_backup, restore_site, show_backup
from ladder.boxes.views import (
    download_box_grids,
    show_box_chances,
    show_box_making,
    show_box_sheet,
    show_box_withdrawal,
    show_boxes,
    show_next_boxes,
    show_race,
)
from ladder.challenges.views.answers import (
    handle_acceptance,
    handle_call_off,
    handle_call_off_request,
    handle_decline,
    handle_postponement,
    handle_walkover,
    handle_withdrawal,
)
from ladder.challenges.views.page import show_challenges
from ladder.changes.views import show_log
from ladder.club.views import (
    edit_emblem,
    remove_emblem,
    remove_role,
    send_emblem,
    show_club_settings,
    show_desk,
    show_ladder_settings,
    show_new_ladder,
    show_poster,
    show_roles,
    show_setup,
    update_first_steps,
)
from ladder.devtools.views import show_demonstration_removal
from ladder.exports.views import CONTENT_TYPES, download_matches, download_standings
from ladder.house_rules.views import edit_house_rules, show_house_rules
from ladder.imports.views import import_match_file, show_system_choice, undo_match_import
from ladder.lab.views import show_lab
from ladder.matches.views.corrections import (
    confirm_reported_match,
    show_correction,
    show_dispute_form,
    show_disputes,
    show_restoring,
    show_reverting,
    show_uphold_form,
    show_voiding,
)
from ladder.matches.views.fixes import show_fix_form, undo_own_report
from ladder.matches.views.match import show_match
from ladder.matches.views.reports import show_report_form, show_stake
from ladder.matches.views.row_reports import show_rows_form
from ladder.matches.views.sitting import show_sitting
from ladder.matches.views.venue import (
    enter_venue_code,
    follow_report_code,
    leave_venue,
    show_venue_code,
    show_venue_report,
    show_venue_stake,
)
from ladder.nights.views.acts import handle_night_act
from ladder.nights.views.pages import (
    show_by_hand,
    show_night,
    show_night_card,
    show_night_form,
    show_night_screen,
    show_tonight,
)
from ladder.nights.views.wishes import show_partner_wishes
from ladder.pages.offline import show_worker
from ladder.pairings.views import show_pairing, show_pairing_form
from ladder.pictures.views import (
    ICON_SIZES,
    show_board_card,
    show_icon,
    show_manifest,
    show_match_card,
    show_season_card,
)
from ladder.rounds.views import answer_by_link, handle_round, handle_round_wish, show_round_sheet, show_rounds
from ladder.seasons.views import (
    change_board_position,
    show_board_change,
    show_board_removal,
    show_new_board,
    show_next_season,
    show_opening_rule,
    show_reopening,
    show_season_closing,
    show_season_dates,
    show_seasons,
    show_starting_ratings,
)
from ladder.standings.views.board import show_about, show_as_known_then, show_ladder, show_rows, show_standings
from ladder.standings.views.displays import show_embedded, show_feed, show_print_sheet
from ladder.standings.views.home import show_home
from ladder.story.views import handle_reaction, show_certificates, show_honours, show_recap, show_story
from ladder.systems.views import show_board_rules, show_system, show_systems
from ladder.tasks.views import download_task_file, show_task
from ladder.venue.views import show_venue_screen

app_name = "ladder"
urlpatterns = [
    path("", show_home, name="home"),
    path("worker.js", show_worker, name="worker"),
    path("manifest.webmanifest", show_manifest, name="manifest"),
    *(path(f"icon-{size}.png", show_icon, {"size": size}, name=f"icon_{size}") for size in ICON_SIZES),
    path("backup", show_backup, name="backup"),
    path("backup/file", download_backup, name="backup_file"),
    path("backup/made/<uuid:task>", download_made_backup, name="backup_made"),
    path("backup/restore", restore_site, name="restore"),
    path("setup", show_setup, name="setup"),
    path("settings", show_club_settings, name="club"),
    path("settings/emblem", edit_emblem, name="emblem"),
    path("settings/emblem/remove", remove_emblem, name="emblem_remove"),
    path("settings/emblem/<slug:key>.webp", send_emblem, name="emblem_file"),
    path("settings/demonstration", show_demonstration_removal, name="demonstration_leave"),
    path("desk", show_desk, name="desk"),
    path("desk/first-steps", update_first_steps, name="first_steps"),
    path("desk/tasks/<uuid:task>", show_task, name="task"),
    path("desk/tasks/<uuid:task>/file", download_task_file, name="task_file"),
    path("ladders/new", show_new_ladder, name="ladder_new"),
    path("systems/", show_systems, name="systems"),
    path("systems/<slug:key>/", show_system, name="system"),
    path("matches/<int:pk>/", show_match, name="match"),
    path("matches/<int:pk>/card.png", show_match_card, name="match_card"),
    path("matches/<int:pk>/correct", show_correction, name="match_correct"),
    path("matches/<int:pk>/void", show_voiding, name="match_void"),
    path("matches/<int:pk>/restore", show_restoring, name="match_restore"),
    path("matches/<int:pk>/revert/<int:number>", show_reverting, name="match_revert"),
    path("matches/<int:pk>/fix", show_fix_form, name="match_fix"),
    path("matches/<int:pk>/undo", undo_own_report, name="match_undo"),
    path("matches/<int:pk>/confirm", confirm_reported_match, name="match_confirm"),
    path("matches/<int:pk>/dispute", show_dispute_form, name="match_dispute"),
    path("matches/<int:pk>/react", handle_reaction, name="react"),
    path("matches/<int:pk>/uphold", show_uphold_form, name="match_uphold"),
    path("challenges/<int:pk>/accept", handle_acceptance, name="challenge_accept"),
    path("challenges/<int:pk>/decline", handle_decline, name="challenge_decline"),
    path("challenges/<int:pk>/withdraw", handle_withdrawal, name="challenge_withdraw"),
    path("challenges/<int:pk>/postpone", handle_postponement, name="challenge_postpone"),
    path("challenges/<int:pk>/call-off", handle_call_off_request, name="challenge_call_off"),
    path("challenges/<int:pk>/close", handle_call_off, name="challenge_close"),
    path("challenges/<int:pk>/walkover", handle_walkover, name="challenge_walkover"),
    path("disputes/", show_disputes, name="disputes"),
    path("<slug:ladder>/", show_ladder, name="ladder"),
    path("<slug:ladder>/about", show_about, name="about"),
    path("<slug:ladder>/venue", show_venue_screen, name="venue"),
    path("<slug:ladder>/report", follow_report_code, name="report"),
    path("<slug:ladder>/venue-code", show_venue_code, name="venue_code"),
    path("<slug:ladder>/at-the-venue", enter_venue_code, name="at_venue"),
    path("<slug:ladder>/at-the-venue/report", show_venue_report, name="at_venue_report"),
    path("<slug:ladder>/at-the-venue/report/<slug:format>", show_venue_report, name="at_venue_sides"),
    path("<slug:ladder>/at-the-venue/stake", show_venue_stake, name="at_venue_stake"),
    path("<slug:ladder>/at-the-venue/leave", leave_venue, name="at_venue_leave"),
    path("<slug:ladder>/feed.xml", show_feed, name="feed"),
    path("<slug:ladder>/challenges", show_challenges, name="challenges"),
    path("<slug:ladder>/tonight", show_tonight, name="tonight"),
    path("<slug:ladder>/tonight/form", show_night_form, name="night_form"),
    path("<slug:ladder>/tonight/screen", show_night_screen, name="night_screen"),
    path("<slug:ladder>/tonight/wishes", show_partner_wishes, name="night_wishes"),
    path("<slug:ladder>/tonight/courts/<int:pk>", show_by_hand, name="night_by_hand"),
    path("<slug:ladder>/tonight/<slug:act>", handle_night_act, name="night_act"),
    path("<slug:ladder>/nights/<int:pk>", show_night, name="night"),
    path("<slug:ladder>/nights/<int:pk>/card.png", show_night_card, name="night_card"),
    path("<slug:ladder>/rounds", show_rounds, name="rounds"),
    path("<slug:ladder>/rounds/print", show_round_sheet, name="round_sheet"),
    path("<slug:ladder>/rounds/wish", handle_round_wish, name="round_wish"),
    path("<slug:ladder>/rounds/answer/<str:token>", answer_by_link, name="round_answer"),
    path("<slug:ladder>/rounds/change", handle_round, name="round_change"),
    path("<slug:ladder>/race", show_race, name="race"),
    path("<slug:ladder>/log", show_log, name="log"),
    path("<slug:ladder>/story", show_story, name="story"),
    path("<slug:ladder>/honours", show_honours, name="honours"),
    path("<slug:ladder>/lab", show_lab, name="lab"),
    path("<slug:ladder>/people", show_roles, name="people"),
    path("<slug:ladder>/people/<int:pk>/remove", remove_role, name="people_remove"),
    path("<slug:ladder>/settings", show_ladder_settings, name="settings"),
    path("<slug:ladder>/house-rules", show_house_rules, name="house_rules"),
    path("<slug:ladder>/edit-rules", edit_house_rules, name="house_rules_edit"),
    path("<slug:ladder>/seasons", show_seasons, name="seasons"),
    path("<slug:ladder>/poster", show_poster, name="poster"),
    path("<slug:ladder>/<slug:season>/", show_standings, name="standings"),
    path("<slug:ladder>/<slug:season>/boxes", show_boxes, name="boxes"),
    path("<slug:ladder>/<slug:season>/boxes.csv", download_box_grids, name="boxes_csv"),
    path("<slug:ladder>/<slug:season>/boxes/chances", show_box_chances, name="boxes_chances"),
    path("<slug:ladder>/<slug:season>/boxes/print", show_box_sheet, name="box_sheet"),
    path("<slug:ladder>/<slug:season>/boxes/make", show_box_making, name="boxes_make"),
    path("<slug:ladder>/<slug:season>/boxes/next", show_next_boxes, name="boxes_next"),
    path("<slug:ladder>/<slug:season>/boxes/withdraw", show_box_withdrawal, name="boxes_withdraw"),
    path("<slug:ladder>/<slug:season>/recap", show_recap, name="recap"),
    path("<slug:ladder>/<slug:season>/certificates", show_certificates, name="certificates"),
    path("<slug:ladder>/<slug:season>/recap.png", show_season_card, name="season_card"),
    path("<slug:ladder>/<slug:season>/report", show_report_form, name="match_record"),
    path("<slug:ladder>/<slug:season>/report/stake", show_stake, name="stake"),
    path("<slug:ladder>/<slug:season>/report/<slug:format>", show_rows_form, name="rows_record"),
    path("<slug:ladder>/<slug:season>/before", show_pairing_form, name="pairings"),
    path("<slug:ladder>/<slug:season>/before/<slug:first>/<slug:second>", show_pairing, name="pairing"),
    path("<slug:ladder>/<slug:season>/record", show_sitting, name="record"),
    path("<slug:ladder>/<slug:season>/record/<slug:format>", show_sitting, name="record_sides"),
    path("<slug:ladder>/<slug:season>/import", import_match_file, name="match_import"),
    path("<slug:ladder>/<slug:season>/import/systems", show_system_choice, name="import_systems"),
    path("<slug:ladder>/<slug:season>/import/<int:pk>", undo_match_import, name="import_take_back"),
    path("<slug:ladder>/<slug:season>/opening", show_opening_rule, name="opening_change"),
    path("<slug:ladder>/<slug:season>/ratings", show_starting_ratings, name="ratings_give"),
    path("<slug:ladder>/<slug:season>/reopen", show_reopening, name="reopen"),
    path("<slug:ladder>/<slug:season>/edit", show_season_dates, name="season_edit"),
    path("<slug:ladder>/<slug:season>/close", show_season_closing, name="season_close"),
    path("<slug:ladder>/<slug:season>/next", show_next_season, name="season_next"),
    path("<slug:ladder>/<slug:season>/tables", show_new_board, name="board_add"),
    *(
        path(f"<slug:ladder>/<slug:season>/export.{form}", download_matches, {"form": form}, name=f"matches_{form}")
        for form in CONTENT_TYPES
    ),
    *(
        path(
            f"<slug:ladder>/<slug:season>/<slug:board>/standings.{form}",
            download_standings,
            {"form": form},
            name=f"standings_{form}",
        )
        for form in CONTENT_TYPES
    ),
    path("<slug:ladder>/<slug:season>/<slug:board>/", show_standings, name="board"),
    path("<slug:ladder>/<slug:season>/<slug:board>/card.png", show_board_card, name="board_card"),
    path("<slug:ladder>/<slug:season>/<slug:board>/about", show_about, name="board_about"),
    path("<slug:ladder>/<slug:season>/<slug:board>/rules", show_board_rules, name="rules"),
    path("<slug:ladder>/<slug:season>/<slug:board>/change", show_board_change, name="board_change"),
    path("<slug:ladder>/<slug:season>/<slug:board>/remove", show_board_removal, name="board_remove"),
    path("<slug:ladder>/<slug:season>/<slug:board>/lead", change_board_position, {"to_top": True}, name="board_lead"),
    path("<slug:ladder>/<slug:season>/<slug:board>/up", change_board_position, {"to_top": False}, name="board_up"),
    path("<slug:ladder>/<slug:season>/<slug:board>/rows", show_rows, name="rows"),
    path("<slug:ladder>/<slug:season>/<slug:board>/known", show_as_known_then, name="known"),
    path("<slug:ladder>/<slug:season>/<slug:board>/print", show_print_sheet, name="sheet"),
    path("<slug:ladder>/<slug:season>/<slug:board>/embed", show_embedded, name="embed"),
]
