"""How the last night is told anew. Until the new telling is stored, the old one counts."""

from dataclasses import dataclass, replace

from .model import StoryState
from .teller import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class Retelling:
    """What a retelling begins from."""

    before: StoryState
    """The state before the night."""
    version: int
    """The version that is to be replaced."""
    softer: bool = False
    """Whether the night shall be gentler this time."""


def in_other_words(writer: Writer | None, by: int) -> Writer | None:
    """Return the writer with another seed, where it has one: the same would give the same words again."""
    if writer is None or writer.prose.seed is None:
        return writer
    return replace(writer, prose=replace(writer.prose, seed=writer.prose.seed + by))
