"""Several machines on one: `python -m tests.cluster` lets each part fail in turn while people report and read."""
