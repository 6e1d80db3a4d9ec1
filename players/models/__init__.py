"""Who plays, and the club they play in."""

from players.models.accounts import Claim as Claim
from players.models.accounts import Invitation as Invitation
from players.models.accounts import SetAsideAccount as SetAsideAccount
from players.models.club import Club as Club
from players.models.emblem import Emblem as Emblem
from players.models.follow import Follow as Follow
from players.models.notice import Notice as Notice
from players.models.notice import NoticeSettings as NoticeSettings
from players.models.notice import OutboxMessage as OutboxMessage
from players.models.photograph import Photograph as Photograph
from players.models.player import FormerName as FormerName
from players.models.player import Player as Player
from players.models.player import validate_name as validate_name
from players.models.player_break import PlayerBreak as PlayerBreak
