"""Short cuts for tests of flows: entries, and the answers a person gives."""

from homeassistant.config_entries import ConfigSubentryData
from homeassistant.data_entry_flow import FlowResultType
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.starters import STARTERS
from custom_components.mirae_story.story.model import Character, Language, Reference
from custom_components.mirae_story.story.state import begin_state

ADVANCED = {
    "order": 1,
    "context_tokens": 8192,
    "think": False,
    "first_token_timeout": 600,
    "next_token_timeout": 120,
}
OLLAMA_ADVANCED = ADVANCED | {"keep_alive": "30m"}
RULES = {
    "minutes": 2.5,
    "death_policy": "never",
    "nights_a_day": 1,
    "shelf": {
        "prepare_when": ["after_telling"],
        "prepare_at": "15:00:00",
        "approval": False,
        "not_ready": "loved",
        "speech_ahead": False,
    },
    "advanced": {
        "max_active": 8,
        "day_starts_at": "12:00:00",
        "offer_choice": False,
        "sentence_pause": 0,
        "all_change": False,
        "voice_decide": False,
        "voice_begin": False,
        "voice_forget": False,
    },
}
STORY_DATA = {
    "story_id": "01JSTARSH1P000000000000000",
    "title": "The Star Ship",
    "language": "en",
    "genre": "adventure_at_sea",
    "premise": "A small ship sails from island to island and lights old lamps.",
    "protagonist_name": "Mina",
    "protagonist_role": "captain",
    "first_cast": [{"name": "Theo", "role": "navigator"}],
    "audience_age": 6,
    "minutes": 2.5,
    "death_policy": "never",
    "nights_a_day": 1,
    "max_active": 8,
    "day_starts_at": "12:00:00",
    "prepare_when": ["after_telling"],
    "prepare_at": "15:00:00",
    "approval": False,
    "not_ready": "loved",
    "speech_ahead": False,
    "offer_choice": False,
    "sentence_pause": 0,
    "all_change": False,
    "voice_decide": False,
    "voice_begin": False,
    "voice_forget": False,
}


def server_data(server, **changes):
    """Subentry data of a scripted Ollama."""
    return {
        "kind": "ollama",
        "url": server.url,
        "model": "tiny:latest",
        "tokens_per_s": 10.0,
        **OLLAMA_ADVANCED,
        **changes,
    }


def entry_with(*servers, stories=()):
    """A config entry with these servers and stories."""
    of_servers = [
        ConfigSubentryData(
            data=data, subentry_type="server", title=f"{data['model']}", unique_id=None
        )
        for data in servers
    ]
    of_stories = [
        ConfigSubentryData(
            data=data,
            subentry_type="story",
            title=data["title"],
            unique_id=data["story_id"],
        )
        for data in stories
    ]
    return MockConfigEntry(
        domain=DOMAIN, title="Mirae Story", subentries_data=[*of_servers, *of_stories]
    )


def subentry(entry, kind):
    """The entry's first subentry of this type."""
    return next(s for s in entry.subentries.values() if s.subentry_type == kind)


class Walk:
    """A flow under way, and what a person answers."""

    def __init__(self, manager, result):
        self.manager = manager
        self.result = result

    @property
    def step(self):
        return self.result.get("step_id")

    @property
    def errors(self):
        return self.result.get("errors") or {}

    @property
    def places(self):
        return self.result["description_placeholders"]

    def field(self, name):
        """The marker of a field of the form that is shown, also one inside a section."""
        return next(m for m in self._markers(self.result["data_schema"]) if m == name)

    def _markers(self, schema):
        for marker, value in schema.schema.items():
            yield marker
            if hasattr(value, "schema") and hasattr(value.schema, "schema"):
                yield from self._markers(value.schema)

    def suggested(self, name):
        """What the form already holds in a field."""
        marker = self.field(name)
        if marker.description and "suggested_value" in marker.description:
            return marker.description["suggested_value"]
        return marker.default()

    def options(self, name):
        """The values that a select field offers."""
        field = self.result["data_schema"].schema[self.field(name)]
        return [
            o if isinstance(o, str) else o["value"] for o in field.config["options"]
        ]

    async def answer(self, answer=None):
        """Submit the form that is shown."""
        self.result = await self.manager.async_configure(self.result["flow_id"], answer)
        return self

    async def choose(self, option):
        """Choose from the menu that is shown."""
        assert self.result["type"] is FlowResultType.MENU
        return await self.answer({"next_step_id": option})

    async def wait(self, hass):
        """Wait until the progress that is shown is done."""
        while self.result["type"] is FlowResultType.SHOW_PROGRESS:
            await hass.async_block_till_done(wait_background_tasks=True)
            await self.answer()
        return self

    async def to_models(self, server, **answers):
        """Name a scripted Ollama."""
        assert self.step == "server"
        await self.answer({"kind": "ollama", "url": server.url, **answers})
        assert self.step == "model", self.errors
        return self

    async def to_speed(self, hass, model="tiny:latest", **answers):
        """Choose a model and let it be measured."""
        assert self.step == "model"
        await self.answer({"model": model, "advanced": OLLAMA_ADVANCED, **answers})
        return await self.wait(hass)

    async def to_details(self, language="en", starter="adventure_at_sea"):
        """Choose language and starter."""
        await self.answer({"language": language})
        assert self.step == "starter"
        await self.answer({"starter": starter})
        assert self.step == "details"
        return self


def details(language="en", genre="adventure_at_sea", **changes):
    """A filled details form, as a starter fills it."""
    starter = STARTERS[language][genre]
    return {
        "title": starter.title,
        "genre": starter.genre,
        "premise": starter.premise,
        "protagonist_name": starter.protagonist_name,
        "protagonist_role": starter.protagonist_role,
        "first_cast": [{"name": n, "role": r} for n, r in starter.first_cast],
        "audience_age": starter.audience_age,
        **changes,
    }


def kept_state():
    """The state of a story that was told here before."""
    return begin_state(
        "01JKEPTST0RY00000000000000",
        "The Kept Story",
        Reference(
            language=Language.JA,
            genre="school",
            premise="小さな学校のお話です。",
            audience_age=5,
        ),
        Character(name="ハナ", role="一年生", protagonist=True),
        [Character(name="ソラ", role="同級生")],
    )
