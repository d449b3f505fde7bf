"""Readable object ids."""

import pytest

from custom_components.mirae_story.naming import story_slug


@pytest.mark.parametrize(
    ("title", "protagonist", "genre", "slug"),
    [
        ("The Star Ship", "Mina", "adventure_at_sea", "the_star_ship"),
        ("星の船", "ミナ", "adventure_at_sea", "mina_adventure_at_sea"),
        ("ミナとふね", "ミナ", "fairy_tale", "minatohune"),
        ("ミーナ", "ミーナ", "fairy_tale", "mina"),
        ("星の船", "美奈", "adventure_at_sea", "adventure_at_sea"),
        ("星の船", "美奈", "海賊と宝", "story"),
        ("✨✨", "✨", "", "story"),
    ],
)
def test_ids_can_be_read(title, protagonist, genre, slug):
    assert story_slug(title, protagonist, genre) == slug
