"""Run one of the site's commands."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from config.private_files import hide_new_files, provide_secret_key


def main() -> None:
    hide_new_files()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        provide_secret_key()
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
