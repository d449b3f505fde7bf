"""A real Home Assistant in this process, with a story, pipelines and a voice that notes what it gets and when."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import override

from homeassistant.components import conversation, tts
from homeassistant.components.assist_pipeline import Pipeline
from homeassistant.components.assist_pipeline.pipeline import (
    PipelineInput,
    PipelineRun,
    PipelineStage,
    async_get_pipeline,
    async_update_pipeline,
)
from homeassistant.components.conversation.const import DATA_COMPONENT
from homeassistant.components.tts.const import DATA_COMPONENT as SPEECH
from homeassistant.components.tts.entity import TTSAudioRequest, TTSAudioResponse
from homeassistant.config_entries import ConfigSubentryData
from homeassistant.core import Context, HomeAssistant, ServiceCall
from homeassistant.helpers import chat_session, frame, intent, llm
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.loader import DATA_CUSTOM_COMPONENTS
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import (  # type: ignore[import-untyped]
    MockConfigEntry,
    async_test_home_assistant,
)

from custom_components.mirae_story import clock
from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.home import HomeStory

VOICE = "tts.noting"
STORY_AGENT = "conversation.the_star_ship"
OTHER_AGENT = "conversation.parrot"
PLAYER = "media_player.nursery"
ASK = "Continue the story, please."
STORY_ID = "01JSTARSH1P000000000000000"
STORY = {
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
    "death_policy": "never",
    "nights_a_day": 1,
    "max_active": 8,
    "day_starts_at": "12:00:00",
    "prepare_when": [],
    "not_ready": "live",
}


class NotingVoice(tts.TextToSpeechEntity):
    """Speaks nothing; keeps each text with its moment."""

    _attr_name = "Noting"
    _attr_default_language = "en"
    _attr_supported_languages = ["en", "ja"]  # noqa: RUF012 - as in Home Assistant

    def __init__(self) -> None:
        """Have heard nothing."""
        self.heard: list[tuple[float, str]] = []
        self.begun, self.silent = asyncio.Event(), asyncio.Event()

    @override
    async def async_stream_tts_audio(
        self, request: TTSAudioRequest
    ) -> TTSAudioResponse:
        """Note the text as it comes."""

        async def audio() -> AsyncGenerator[bytes]:
            async for text in request.message_gen:
                self.heard.append((monotonic(), text))
                self.begun.set()
                yield b"."
            self.silent.set()

        return TTSAudioResponse("mp3", audio())


class Parrot(conversation.ConversationEntity):
    """Another agent."""

    _attr_name = "Parrot"

    @property
    @override
    def supported_languages(self) -> list[str]:
        """Hear what we say."""
        return ["en", "ja"]

    @override
    async def _async_handle_message(
        self,
        user_input: conversation.ConversationInput,
        chat_log: conversation.ChatLog,
    ) -> conversation.ConversationResult:
        """Repeat what was heard."""
        response = intent.IntentResponse(language=user_input.language)
        response.async_set_speech(user_input.text)
        return conversation.ConversationResult(response, chat_log.conversation_id)


class SpokenHome:
    """The home, evening after evening."""

    def __init__(self, hass: HomeAssistant, voice: NotingVoice, device_id: str) -> None:
        """Stand in this Home Assistant."""
        self.hass = hass
        self.voice = voice
        self._device_id = device_id

    @property
    def story(self) -> HomeStory:
        """The home's only story."""
        (entry,) = self.hass.config_entries.async_loaded_entries(DOMAIN)
        stories: dict[str, HomeStory] = entry.runtime_data.stories
        return next(iter(stories.values()))

    async def ask_pipeline(self, agent: str) -> None:
        """Say the sentence to a pipeline with this agent, and let the voice read to the end."""
        pipeline = Pipeline(
            conversation_engine=agent,
            conversation_language="en",
            language="en",
            name="bench",
            stt_engine=None,
            stt_language=None,
            tts_engine=VOICE,
            tts_language="en",
            tts_voice=None,
            wake_word_entity=None,
            wake_word_id=None,
        )
        with chat_session.async_get_chat_session(self.hass) as session:
            heard = PipelineInput(
                run=PipelineRun(
                    self.hass,
                    context=Context(),
                    pipeline=pipeline,
                    start_stage=PipelineStage.INTENT,
                    end_stage=PipelineStage.TTS,
                    event_callback=lambda _: None,
                ),
                session=session,
                intent_input=ASK,
            )
            await heard.execute(validate=True)

    async def call_tool(self) -> None:
        """Let an agent call the tool in the room with the player."""
        context = llm.LLMContext(
            platform="bench",
            context=Context(),
            language="en",
            assistant="conversation",
            device_id=self._device_id,
        )
        api = await llm.async_get_api(self.hass, llm.LLM_API_ASSIST, context)
        await api.async_call_tool(llm.ToolInput(f"{DOMAIN}__continue_story", {}))

    async def call_action(self) -> None:
        """Call the action for the room with the player; it is not waited for until that has played."""
        call = self.hass.services.async_call(
            DOMAIN, "tell", {"story": STORY_AGENT, "speaker": PLAYER}, blocking=True
        )
        task = asyncio.ensure_future(call)
        await self.voice.silent.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def at_rest(self) -> None:
        """Wait until the night, its speech and its notes are done, then let the next evening come."""
        await self.voice.silent.wait()
        story = self.story.story
        for _ in range(500):
            if not story.is_telling and not await self._notes_come():
                break
            await asyncio.sleep(0.02)
        _EVENING.moment += timedelta(days=1)
        self.voice.heard.clear()
        self.voice.begun.clear()
        self.voice.silent.clear()

    async def _notes_come(self) -> bool:
        episode = await self.story.story.last_episode()
        return episode is not None and not episode.calm_ending and not episode.title


class _Evening:
    """The clock of the home."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 12, 1, 20, tzinfo=dt_util.UTC)


_EVENING = _Evening()


@asynccontextmanager
async def spoken_home(folder: Path, url: str) -> AsyncGenerator[SpokenHome]:
    """Start a home whose model server is at this address, and wait until it is at rest."""
    restore: Callable[[], datetime] = clock.local_now
    clock.local_now = lambda: _EVENING.moment
    try:
        async with async_test_home_assistant(config_dir=str(folder)) as hass:
            hass.loop.set_debug(False)
            frame.async_setup(hass)
            hass.data.pop(DATA_CUSTOM_COMPONENTS, None)
            try:
                yield await _furnish(hass, url)
            finally:
                for entry in hass.config_entries.async_loaded_entries(DOMAIN):
                    await hass.config_entries.async_unload(entry.entry_id)
                await hass.async_stop(force=True)
    finally:
        clock.local_now = restore


async def _furnish(hass: HomeAssistant, url: str) -> SpokenHome:
    for component in ("homeassistant", "conversation", "intent", "assist_pipeline"):
        await async_setup_component(hass, component, {})
    await async_setup_component(hass, "media_source", {})
    voice = NotingVoice()
    await hass.data[SPEECH].async_add_entities([voice])
    await hass.data[DATA_COMPONENT].async_add_entities([Parrot()])
    await async_update_pipeline(
        hass, async_get_pipeline(hass), tts_engine=VOICE, tts_language="en"
    )
    entry = _entry(url)
    entry.add_to_hass(hass)
    if not await hass.config_entries.async_setup(entry.entry_id):
        message = "the integration could not be set up"
        raise RuntimeError(message)
    await hass.async_block_till_done()
    return SpokenHome(hass, voice, _player(hass, entry))


def _entry(url: str) -> MockConfigEntry:
    server = {
        "kind": "openai",
        "url": url,
        "model": "timed",
        "order": 1,
        "context_tokens": 4096,
        "tokens_per_s": 20.0,
    }
    return MockConfigEntry(
        domain=DOMAIN,
        title="Mirae Story",
        subentries_data=[
            ConfigSubentryData(
                data=server, subentry_type="server", title="timed", unique_id=None
            ),
            ConfigSubentryData(
                data=STORY, subentry_type="story", title="story", unique_id=STORY_ID
            ),
        ],
    )


def _player(hass: HomeAssistant, entry: MockConfigEntry) -> str:
    """Add a player that plays nothing; return the device that it belongs to."""
    device = dr.async_get(hass).async_get_or_create(
        config_entry_id=entry.entry_id, identifiers={("bench", "nursery")}
    )
    er.async_get(hass).async_get_or_create(
        "media_player",
        "bench",
        "nursery",
        suggested_object_id="nursery",
        device_id=device.id,
    )
    hass.states.async_set(PLAYER, "idle")

    async def play(_: ServiceCall) -> None:
        """Play nothing: the voice notes what is to be played."""

    hass.services.async_register("media_player", "play_media", play)
    return device.id
