"""Ask the server in this container whether it is well: the health check of the Dockerfile."""

import sys
from urllib.error import URLError
from urllib.request import Request, urlopen

from config.environment import find_first_host, read_hosts, read_port


def probe_site() -> int:
    """Return 0 if the site answers, else 1."""
    host = find_first_host(read_hosts())
    address = f"http://127.0.0.1:{read_port()}/healthz"
    try:
        with urlopen(Request(address, headers={"Host": host}), timeout=5):
            return 0
    except (URLError, TimeoutError):
        return 1


if __name__ == "__main__":
    sys.exit(probe_site())
