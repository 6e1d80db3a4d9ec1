"""A challenge is made, answered, called off, or closed as a walkover: each step under the ladder's lock."""

from ladder.services.challenges.arranging import arrange_challenge
from ladder.services.challenges.calling_off import request_call_off
from ladder.services.challenges.challenging import (
    accept_challenge,
    challenge_player,
    decline_challenge,
    open_battle,
    withdraw_challenge,
)
from ladder.services.challenges.walkovers import record_walkover

__all__ = [
    "accept_challenge",
    "arrange_challenge",
    "challenge_player",
    "decline_challenge",
    "open_battle",
    "record_walkover",
    "request_call_off",
    "withdraw_challenge",
]
