"""Who belongs to the fictional club, and who of them plays on a ladder."""

import random
from collections.abc import Mapping
from typing import NamedTuple

NAMES = (
    *("Amara Okonkwo", "Anouk Lefebvre", "Bartholomew Featherstone", "Bram van der Heijden", "Chiara Bellandi"),
    *("Cosmo Pritchard", "Dagny Thorvaldsdottir", "Dmitri Volkonin", "Elif Karadeniz", "Emeka Nwachukwu"),
    *("Femi Adeyemi", "Freya Lindqvist", "Gaspar Etxeberria", "Goran Petrovski", "Hannelore Breitenbacher"),
    *("Hinata Kurosawa", "Ilse Grünewald", "Ilse Novotná", "Jacinta Figueiredo", "Jorun Haugland", "Kenji Matsuda"),
    *("Kofi Asantewaa", "Leilani Kealoha", "Lupe Villaseñor", "Maximiliane Hohenstauffen", "Mirek Dvořáček"),
    *("Nils Österberg", "Noor Haddad", "Odile Marchand", "Oluwaseun Adeyemi-Bright", "Paavo Rautiainen"),
    *("Priya Raghunathan", "Quim", "Ruben Castellanos", "Rukmini Deshpande", "Saoirse Gallagher", "Sorcha MacEachern"),
    *("Tariq Al-Mansouri", "Thandi Mokoena", "Ulla Feddersen", "Umar Siddiqui", "Vesna Marušić", "Viggo Falkenborg"),
    *("Wanjiru Kamau", "Wen Liang", "Xiomara Santisteban", "Yaretzi Montemayor", "Zsófia Halmos"),
)
MEMBER, RECORDER, ORGANISER = "Noor Haddad", "Wen Liang", "Vesna Marušić"
USERNAMES = {MEMBER: "Noor", RECORDER: "Wen", ORGANISER: "Vesna"}  # of those who can be signed in with
COME, GONE, NEW = 5, 4, 1  # how many of a ladder come during the year, stop during it, and are quite new


class ClubMember(NamedTuple):
    """A player of one ladder: how well and how often they play, and during which part of the year."""

    player: int
    skill: float  # 0 is the middle of the ladder, 1 a standard deviation
    attendance: float
    joined: float = 0.0
    left: float = 1.0

    def plays(self, passed: float) -> bool:
        """Say whether they play when that share of the year has passed."""
        return self.joined <= passed <= self.left


def make_roster(luck: random.Random, players: Mapping[str, int], size: int) -> list[ClubMember]:
    """Return the players of a ladder by primary key; the member and the organiser play on all, and often."""
    others = luck.sample([name for name in NAMES if name not in (MEMBER, ORGANISER)], size - 2)
    members = [ClubMember(players[name], luck.gauss(0.4, 0.5), 0.75) for name in (MEMBER, ORGANISER)]
    members += [ClubMember(players[name], luck.gauss(0, 1), luck.uniform(0.25, 0.65)) for name in others]
    for seat in range(2, 2 + COME):
        members[seat] = members[seat]._replace(joined=luck.uniform(0.2, 0.8), attendance=0.6)
    for seat in range(2 + COME, 2 + COME + GONE):
        members[seat] = members[seat]._replace(left=luck.uniform(0.3, 0.8))
    for seat in range(size - NEW, size):
        members[seat] = members[seat]._replace(joined=0.94, attendance=0.9)
    return members


def list_present(luck: random.Random, members: list[ClubMember], passed: float, least: int = 2) -> list[ClubMember]:
    """Return who comes on a night; all who play at all when these would be too few."""
    playing = [one for one in members if one.plays(passed)]
    here = [one for one in playing if luck.random() < one.attendance]
    return here if len(here) >= least else playing
