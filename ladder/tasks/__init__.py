"""What takes long is done by a worker, where there is one (TASKS=database): decision 0043.

A feature stores what its task needs with `ask_worker`, and sends the browser to the page of the task, which says how
far it is. The feature's own `tasks.py` has the function that the worker calls, which hands itself to `do_large_task`:
what it does and its end are stored in one transaction, under the lock of the task's row. So a task that is done again
changes nothing, one whose worker was killed has changed nothing, and nobody does it twice at the same time.
`rescue_tasks`, which the clock calls, lets the task of a killed worker be done again.
"""
