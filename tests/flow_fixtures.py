"""Fixtures for tests of flows; a test module names this one in `pytest_plugins`."""

from unittest.mock import AsyncMock, patch

import pytest
from homeassistant.setup import async_setup_component

COMPONENT = "custom_components.mirae_story"


@pytest.fixture
async def setups(hass, enable_custom_integrations):
    """Set nothing up but the flows; counts the set-ups of the entry."""
    assert await async_setup_component(hass, "homeassistant", {})
    with (
        patch(f"{COMPONENT}.async_setup", AsyncMock(return_value=True), create=True),
        patch(
            f"{COMPONENT}.async_unload_entry",
            AsyncMock(return_value=True),
            create=True,
        ),
        patch(
            f"{COMPONENT}.async_setup_entry",
            AsyncMock(return_value=True),
            create=True,
        ) as setup_entry,
    ):
        yield setup_entry
