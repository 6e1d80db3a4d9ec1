"""Everybody plays everybody once, in as few rounds as there can be."""


def list_round_robin(count: int) -> list[list[tuple[int, int]]]:
    """Return the rounds of the circle method for the numbers below `count`: in each everybody is in one pair.

    Of an odd number one is left out in each round.
    """
    modulus = count - (count % 2 == 0)
    rounds = []
    for turn in range(modulus):
        pairs = [((turn + step) % modulus, (turn - step) % modulus) for step in range(1, (modulus + 1) // 2)]
        rounds.append([*pairs, (turn, modulus)] if count % 2 == 0 else pairs)
    return rounds
