#!/usr/bin/env python
"""Run one of the site's commands."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from config import key, private


def main() -> None:
    private.hide_new_files()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    key.provide()
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
