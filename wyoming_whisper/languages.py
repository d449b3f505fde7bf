"""Languages as people and programs write them, and as Whisper knows them."""

from collections.abc import Sequence

from .errors import UnsupportedLanguageError

AUTO = "auto"


def fold(language: str) -> str:
    """Return the language without its region: ja-JP, JA and ja_JP are all ja."""
    return language.strip().replace("_", "-").partition("-")[0].casefold()


def choose(wanted: object, served: Sequence[str]) -> str | None:
    """Return the language to decode in; None if it is to be found out.

    Raises UnsupportedLanguageError for one that is not served.
    """
    if wanted is not None and not isinstance(wanted, str):
        message = f"The language must be a text, not {type(wanted).__name__}."
        raise UnsupportedLanguageError(message)
    language = fold(wanted or AUTO)
    if language in {"", AUTO}:
        return served[0] if len(served) == 1 else None
    if language not in served:
        message = (
            f"The language {language[:20]!r} is not served here; "
            f"these are: {', '.join(served)}."
        )
        raise UnsupportedLanguageError(message)
    return language
