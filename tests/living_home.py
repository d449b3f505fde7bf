"""Fixtures of a home in which a story lives: a real Home Assistant, a real database, a scripted model."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from homeassistant.config_entries import ConfigSubentryData
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.mirae_story import clock
from custom_components.mirae_story.const import DOMAIN
from tests.story.fakes import ScriptedModel

SERVER_DATA = {
    "kind": "openai",
    "url": "http://127.0.0.1:9/v1",
    "model": "tiny",
    "order": 1,
    "context_tokens": 4096,
}
STORY_ID = "01JSTARSH1P000000000000000"
STORY_DATA = {
    "story_id": STORY_ID,
    "title": "The Star Ship",
    "language": "en",
    "genre": "adventure_at_sea",
    "premise": "A small ship sails from island to island and lights old lamps.",
    "protagonist_name": "Mina",
    "protagonist_role": "captain",
    "first_cast": [
        {"name": "Theo", "role": "navigator"},
        {"name": "Lulu", "role": "ship's cat"},
    ],
    "audience_age": 6,
    "minutes": 0.5,
    "death_policy": "allow",
    "nights_a_day": 1,
    "max_active": 8,
    "day_starts_at": "12:00:00",
    "prepare_when": [],
}
STORY_JA_ID = "01JHOSH1NOFUNE000000000000"
STORY_JA_DATA = STORY_DATA | {
    "story_id": STORY_JA_ID,
    "title": "星の船",
    "language": "ja",
    "premise": "小さな船が島から島へ旅をして、古い灯りをともしていきます。",
    "protagonist_name": "ミナ",
    "protagonist_role": "船長",
    "first_cast": [
        {"name": "テオ", "role": "航海士"},
        {"name": "ルル", "role": "船ねこ"},
    ],
}

PROSE = (
    "Mina stood at the wheel and looked at the quiet sea. Theo read the old chart "
    "aloud while Lulu slept in a coil of rope. A small green island came out of the "
    "mist, and on it stood a lamp that nobody had lit for years. Mina rowed over with "
    "Theo and filled the lamp with oil. The light ran over the water like a smile. "
    "Lulu purred when they came back. Then Mina turned the ship into a calm bay, and "
    "everybody went to sleep under the stars."
)
SECOND = (
    f"Soft rain fell on the sails of the ship. {PROSE.partition('Then Mina')[0]}"
    "At last the rain stopped, and one after the other fell asleep to the sound of the last drops."
)
"""A night that begins and ends in another way: two alike in a row would be refused."""
PROSE_JA = (
    "ミナは舵をにぎって、しずかな海を見ていました。テオは古い地図を読みあげました。ルルは"
    "ロープの上でまるくなって眠っています。霧の中から小さな緑の島があらわれました。島には"
    "長いあいだ消えたままの灯りがありました。ミナとテオはボートで島へわたり、灯りに油を"
    "さしました。光は海の上をやさしく走りました。ミナは船をしずかな入り江にとめて、みんなは"
    "星の下で眠りました。"
)
NOTES = (
    '{"joined": [], "left": [], "died": [], "title": "The green island", '
    '"recap": "Mina lit the lamp of the green island.", '
    '"summary": "Mina and her friends sail from lamp to lamp.", '
    '"situation": "The ship rests in a calm bay under the stars."}'
)


@pytest.fixture(autouse=True)
def _our_integration(request):
    """Let Home Assistant find our integration wherever a test uses Home Assistant."""
    if "hass" in request.fixturenames:
        request.getfixturevalue("enable_custom_integrations")


@pytest.fixture
def model():
    """A model that tells the same good night again and again."""
    return ScriptedModel(default_prose=PROSE, default_notes=NOTES)


class Evenings:
    """The clock of the home: it stands still until a test moves the evening on."""

    def __init__(self):
        self.moment = dt_util.now().replace(hour=20, minute=0)

    def next(self, days=1):
        self.moment += timedelta(days=days)


@pytest.fixture
def evenings(monkeypatch):
    """Eight o'clock in the evening, until a test says otherwise."""
    evenings = Evenings()
    monkeypatch.setattr(clock, "local_now", lambda: evenings.moment)
    return evenings


def story_entry(*stories, servers=(SERVER_DATA,)):
    """A config entry with these subentries."""
    return MockConfigEntry(
        domain=DOMAIN,
        title="Mirae Story",
        subentries_data=[
            *(
                ConfigSubentryData(
                    data=data,
                    subentry_type="server",
                    title="tiny",
                    unique_id=None,
                )
                for data in servers
            ),
            *(
                ConfigSubentryData(
                    data=data,
                    subentry_type="story",
                    title=data["title"],
                    unique_id=data["story_id"],
                )
                for data in stories
            ),
        ],
    )


async def set_up(hass, entry):
    """Set an entry up, with what it depends on."""
    for component in ("homeassistant", "conversation", "intent"):
        assert await async_setup_component(hass, component, {})
    if entry not in hass.config_entries.async_entries(DOMAIN):
        entry.add_to_hass(hass)
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()
    return entry


@pytest.fixture
async def entry(hass, model, evenings, tmp_path):
    """The home's entry, set up, with one English story."""
    hass.config.config_dir = str(tmp_path)
    with patch(
        "custom_components.mirae_story.writers.server_from_data", return_value=model
    ):
        entry = await set_up(hass, story_entry(STORY_DATA))
        yield entry
        await hass.config_entries.async_unload(entry.entry_id)
        await hass.async_block_till_done()
