"""Reads single fields of a server's JSON without trusting their type."""

from collections.abc import Mapping
from typing import Any


def text_of(data: Mapping[str, Any], key: str) -> str:
    """Return the text of a field, empty where it is none."""
    value = data.get(key)
    return value if isinstance(value, str) else ""


def count_of(data: Mapping[str, Any], key: str) -> int | None:
    """Return the whole number of a field, if it is one."""
    value = data.get(key)
    return value if type(value) is int else None


def object_of(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return the object of a field, empty where it is none."""
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def objects_of(data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]] | None:
    """Return the objects in the list of a field; `None` where it is no list."""
    value = data.get(key)
    if not isinstance(value, list):
        return None
    return [item for item in value if isinstance(item, dict)]
