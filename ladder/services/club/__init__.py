"""What the owner does with the site: set it up, choose the club's settings, give roles, see to unsent mail."""

from ladder.services.club.settings import change_club, plan_club_change

__all__ = ["change_club", "plan_club_change"]
