"""Fixtures that every test may use."""

# The test plugin puts a `custom_components` package of its own first on the path: ours is imported before it.
import custom_components.mirae_story  # noqa: F401
