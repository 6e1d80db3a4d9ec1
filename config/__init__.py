"""How the site runs: settings, addresses and the server."""
