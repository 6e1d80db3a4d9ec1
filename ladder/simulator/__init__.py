"""A season played at random through the site's own pages, with everything checked after each step."""

from .checks import problems
from .club import Club
from .play import Report, play
from .scratch import scratch

__all__ = ["Club", "Report", "play", "problems", "scratch"]
