"""How the site runs.

settings, environment        every setting, read from the environment, and refused where it makes no sense
serve, asgi, worker          the server: prepared, then each request in a thread; background has the clock
middleware, request_ids      what every request goes through, besides that of `players/`
database_trouble, refused_forms   pages for a database that is away, and for forms that can't be taken
htmx, appearance, urls       a page or a part of it, light or dark, the site's addresses
caches, many_machines, sqlite   where things are kept and read from
version, package_commit      which version and commit runs
command                      what an installed package is called by
health, checks               whether it is well: for a container, for a proxy, for whoever runs it
logs, metrics, counters      what it says of itself
admin, apps                  Django's admin with the club's sign-in, and the checks at the start
"""
