"""How the word lists of this package are written down: as text, for people to read."""


def word_list(text: str) -> tuple[str, ...]:
    """Return the words of a text, longest first, each once."""
    return tuple(
        sorted(dict.fromkeys(text.split()), key=lambda word: (-len(word), word))
    )
