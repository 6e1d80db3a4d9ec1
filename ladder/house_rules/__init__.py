"""The rules of a ladder as a club prints them: one sheet, written from the settings, and the questions that set them.

`queries/sheet.py` gathers the sheet; `queries/rung_sentences.py` has the sentences on who moves how far, each with an
example that the rating system itself works out. Sentences on challenges are those that stand beside a refusal
(`ladder/challenges/queries/rule_sentences.py`).
"""
