"""The tests, in the shape of the project."""

import os

IS_DRILL = os.environ.get("DRILL") == "1"
"""Whether this is `make drill`, in which some tests take their long form."""
