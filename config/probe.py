"""Ask the server in this container whether it is well: the health check of the Dockerfile."""

import sys
from urllib.error import URLError
from urllib.request import Request, urlopen

from config import environment


def main() -> int:
    """0 when the site answers, else 1."""
    host = environment.first_host(environment.hosts())
    address = f"http://127.0.0.1:{environment.port()}/healthz"
    try:
        with urlopen(Request(address, headers={"Host": host}), timeout=5):
            return 0
    except (URLError, TimeoutError):
        return 1


if __name__ == "__main__":
    sys.exit(main())
