"""What is said of a match without changing it, and which version of it was shown."""

from typing import Any

from .reason import ReasonForm


class NoteForm(ReasonForm):
    """Somebody who played says what is wrong."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = "What is wrong?"
        self.fields["reason"].error_messages["required"] = "Say what is wrong. An organiser reads it."
