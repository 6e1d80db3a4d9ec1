"""What members and organisers do on the pages, with a thumb."""

from playwright.sync_api import expect


def report_duel(page, opponent, **given):
    """Report a match that was won against a known player; what is given is typed or tapped by its field."""
    page.goto("/club/all-time/report")
    page.locator("#id_opponent label", has_text=opponent).tap()
    page.locator("#more summary").press("Enter")  # what is at stake may come in and push it from under a thumb
    for name, value in given.items():
        tap_or_type(page.locator(f"#id_{name}"), value)
    page.locator("#stake label", has_text="I won").tap()
    page.get_by_role("button", name="Report result").tap()
    expect(page.locator("#toasts")).to_contain_text("Saved.")


def tap_or_type(field, value):
    """Choose one of a field's buttons, or fill it."""
    if field.evaluate("field => field.matches('fieldset')"):
        field.locator("label").get_by_text(value, exact=True).tap()
    else:
        field.fill(value)


def report_battle(page, *rows):
    """Report who left a battle, how and in which round."""
    page.goto("/club/all-time/report/battle")
    for seat, row in enumerate(rows):
        fill_row(page, seat, *row)
    page.get_by_role("button", name="Report battle").tap()
    expect(page.locator("#toasts")).to_contain_text("Saved.")


def fill_row(page, seat, name, left, number):
    page.locator(f"#id_player_{seat}").fill(name)
    page.locator(f"#id_exit_{seat} label", has_text=left).tap()
    page.locator(f"#id_round_{seat}").fill(number)


def record_tournament(page, **places):
    """Record everybody's place; nobody else took part."""
    page.goto("/club/all-time/report/tournament")
    page.locator("#id_field").fill(str(len(places)))
    for seat, (name, place) in enumerate(places.items()):
        page.locator(f"#id_player_{seat}").fill(name)
        page.locator(f"#id_place_{seat}").fill(str(place))
    page.get_by_role("button", name="Record places").tap()
    expect(page.locator("#toasts")).to_contain_text("Saved.")


def void(page, match):
    """Void a match from its page; everybody can read there why."""
    page.goto(match.get_absolute_url())
    page.get_by_role("link", name="Void").tap()
    page.get_by_label("Reason").fill("It was practice.")
    page.get_by_role("button", name="Void match").tap()
    expect(page.locator("#match")).to_contain_text("This match is void.")
    expect(page.locator(".log")).to_contain_text("“It was practice.”")


def hold(page, pattern):
    """Keep back what the page asks of this address; return a function that lets the next of it go, when it comes."""
    kept = []
    page.route(pattern, lambda route: kept.append(route))  # Playwright marks the function

    def let_go():
        for _ in range(400):
            if kept:
                return kept.pop(0).continue_()
            page.wait_for_timeout(50)
        raise AssertionError(f"nothing asked for {pattern}")

    return let_go
