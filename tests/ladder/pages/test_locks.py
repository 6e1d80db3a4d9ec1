"""One thread at a time holds the lock; whoever waits in vain is told so, and takes it from nobody."""

import threading

from ladder.pages.locks import hold_lock

LONG, SHORT = 60.0, 0.01


def test_threads_come_one_after_the_other():
    lock, inside, most = threading.Lock(), [], []

    def work():
        for _ in range(50):
            with hold_lock(lock, LONG) as is_ours:
                assert is_ours
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(most), max(most), lock.locked()) == (400, 1, False)


def test_who_waits_in_vain_is_told_and_leaves_the_lock_with_its_owner():
    lock = threading.Lock()
    with hold_lock(lock, SHORT) as first:
        with hold_lock(lock, SHORT) as second:
            assert (first, second) == (True, False)
        assert lock.locked()
    with hold_lock(lock, SHORT) as third:
        assert third
