"""The addresses of the ladders: the site's own words first, then ladder, season and board."""

from django.urls import path

from .views import matches, standings

app_name = "ladder"
urlpatterns = [
    path("", standings.home, name="home"),
    path("matches/<int:pk>/", matches.match, name="match"),
    path("matches/<int:pk>/correct", matches.match_correct, name="match_correct"),
    path("matches/<int:pk>/void", matches.match_void, name="match_void"),
    path("matches/<int:pk>/restore", matches.match_restore, name="match_restore"),
    path("<slug:ladder>/", standings.ladder, name="ladder"),
    path("<slug:ladder>/<slug:season>/", standings.standings, name="standings"),
    path("<slug:ladder>/<slug:season>/report", matches.match_record, name="match_record"),
    path("<slug:ladder>/<slug:season>/report/stake", matches.stake, name="stake"),
    path("<slug:ladder>/<slug:season>/<slug:board>/", standings.standings, name="board"),
    path("<slug:ladder>/<slug:season>/<slug:board>/rows", standings.rows, name="rows"),
]
