"""Options and fixtures that every test may use."""

import pytest

# The test plugin puts a `custom_components` package of its own first on the path: ours is imported before it.
import custom_components.mirae_story  # noqa: F401

pytest_plugins = ("tests.living_home", "tests.speaking_home")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--full",
        action="store_true",
        help="run the long tests (fuzzing, kills, thousands of nights) at full length",
    )


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    """Tell whether long tests shall run at full length."""
    return request.config.getoption("--full")
