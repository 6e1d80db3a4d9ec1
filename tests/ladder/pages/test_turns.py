"""One thread at a time has the turn; whoever loses patience is told so, and takes it from nobody."""

import threading

from ladder.pages.turns import take_turn

LONG, SHORT = 60.0, 0.01


def test_threads_come_one_after_the_other():
    turn, inside, most = threading.Lock(), [], []

    def work():
        for _ in range(50):
            with take_turn(turn, LONG) as is_ours:
                assert is_ours
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(most), max(most), turn.locked()) == (400, 1, False)


def test_who_waits_in_vain_is_told_and_leaves_the_turn_with_its_owner():
    turn = threading.Lock()
    with take_turn(turn, SHORT) as first:
        with take_turn(turn, SHORT) as second:
            assert (first, second) == (True, False)
        assert turn.locked()
    with take_turn(turn, SHORT) as third:
        assert third
