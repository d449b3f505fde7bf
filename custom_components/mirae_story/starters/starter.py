"""The shape of a ready-made beginning."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Starter:
    """A story that a family can begin as it is, or after changing what it likes."""

    genre: str
    """Key of a listed genre; it is also the starter's key within its language."""
    genre_name: str
    title: str
    premise: str
    protagonist_name: str
    protagonist_role: str
    first_cast: tuple[tuple[str, str], ...]
    """Names and roles of those who are there from the first night."""
    audience_age: int
