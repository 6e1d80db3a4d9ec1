"""What the pages of all features share: numbers and dates as texts, addresses, navigation, QR codes and form fields.

A view calls one action or one query and answers with a whole page, or with one named part of the same template when
htmx asks (`config/htmx.py`). Everything works without JavaScript first. Numbers leave the queries as texts: templates
print and never rank.
"""
