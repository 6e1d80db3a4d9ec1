"""What the owner and the organisers look after: the site's first start, ladders, settings, roles and the desk.

A new site is set up with a code that `config.serve` prints and stores nowhere. The forms list every editable field of
`Ladder` and `Club`, so a new setting needs a model field only; what no section names comes last. A form that several
people may have open sends back what it showed: a field that was left alone stays as it is stored by then, and one that
somebody else changed meanwhile is refused once (`players.form_fields`). The desk shows an organiser what waits for
them. The first steps of a new club are read from what is stored; a `FirstStep` is noted only where nothing else shows
that a step was done.
"""
