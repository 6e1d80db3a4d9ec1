"""A fictional club, to look at and to try things out on."""

from ladder.services.demo.accounts import DemoAccount
from ladder.services.demo.leaving import leave_demonstration
from ladder.services.demo.making import make_demonstration

__all__ = ["DemoAccount", "leave_demonstration", "make_demonstration"]
