"""A change as a person makes it: first the preview, then Apply with the token that the preview gave."""

import re


def previewed(client, url, values):
    """Return the values with the token of their preview; without one, as they are."""
    answer = client.post(url, values | {"preview": "1"}).content.decode()
    token = re.search(r'name="token" value="([^"]+)"', answer)
    return values | ({"token": token[1]} if token else {})


def applied(client, url, values):
    """Return the answer to Apply after a preview."""
    return client.post(url, previewed(client, url, values))
