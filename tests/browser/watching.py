"""What a browser complains about."""


def watch(page, problems):
    """Add everything that should not happen on a page to the problems."""
    page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
    page.on("console", lambda message: problems.append(f"{page.url}: {message.text}") if complains(message) else None)
    page.on("response", lambda answer: problems.append(f"{answer.status} {answer.url}") if failed(answer) else None)


def complains(message):
    """Answers of 400 and more are judged by `failed`, which knows what asked for them."""
    return message.type in ("error", "warning") and not message.text.startswith("Failed to load resource")


def failed(answer):
    """Pages may refuse; what belongs to a page must load."""
    refused = 400 <= answer.status < 500 and (answer.request.is_navigation_request() or answer.status == 422)
    return answer.status >= 400 and not refused
