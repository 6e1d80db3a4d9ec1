"""Pictures to share: a card as PNG for a match, a player, a board and a season, and the icons of the club.

`queries` says what is on a card, from what the page says that the card belongs to, and `ladder/nights/` of a night;
`drawing` draws it, with the faces that `lettering` finds and the colours of the style sheets. A card is for everybody,
so names are those that visitors read, whoever asks; a page that visitors can't see has no card. It is kept as pages for
visitors are.
"""
