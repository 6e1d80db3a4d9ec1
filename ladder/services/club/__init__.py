"""What the owner does with the site: set it up, choose the club's settings, give roles, see to unsent mail."""

from .settings import change, plan

__all__ = ["change", "plan"]
