"""Who plays, and the club they play in."""

from .club import Club as Club
from .invitation import Claim as Claim
from .invitation import Invitation as Invitation
from .notice import Notice as Notice
from .notice import NoticeSettings as NoticeSettings
from .outbox import OutboxMessage as OutboxMessage
from .player import FormerName as FormerName
from .player import Player as Player
from .player import validate_name as validate_name
from .set_aside import SetAsideAccount as SetAsideAccount
