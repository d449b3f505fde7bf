"""A night from sound to sound: through Home Assistant's own wyoming integration and its voice pipelines, by every agent.

English nights are told by the real small model. It knows no Japanese: there a scripted server tells, over HTTP.
"""

import asyncio
from contextlib import AsyncExitStack
from time import monotonic

import pytest
from homeassistant.components import stt, tts
from homeassistant.components.assist_pipeline import (
    AudioSettings,
    Pipeline,
    PipelineStage,
)
from homeassistant.components.assist_pipeline.pipeline import (
    PipelineInput,
    PipelineRun,
)
from homeassistant.components.conversation.const import DATA_COMPONENT
from homeassistant.core import Context
from homeassistant.helpers import chat_session
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from demo.storyteller import Embedded
from tests.living_home import (
    NOTES,
    PROSE_JA,
    STORY_DATA,
    STORY_JA_DATA,
    set_up,
    story_entry,
)
from tests.scripted.openai_server import ScriptedOpenAI
from tests.scripted.script import Script
from tests.scripted.wyoming_servers import Ear, Voice, sound_of
from tests.speaking_home import DEFAULT_AGENT, OTHER_AGENT, Parrot

EAR, VOICE = "stt.ear", "tts.voice"
STORY_AGENT = "conversation.the_star_ship"
NIGHT_LIMIT_S = 100
MICROPHONE = [bytes(range(160)) * 20] * 5
"""Half a second of sound, as a satellite sends it: whole pieces of 10 ms, as Home Assistant cuts it."""
HEADER = 44
"""Bytes of a WAV file before its sound."""


class SpokenRun:
    """A run of a pipeline from the microphone to the loudspeaker, as a satellite has it."""

    def __init__(self, hass, agent, language):
        self.hass = hass
        self.language = language
        self.events = []
        self.times = {}
        self._pipeline = Pipeline(
            conversation_engine=agent,
            conversation_language=language,
            language=language,
            name="spoken",
            stt_engine=EAR,
            stt_language=language,
            tts_engine=VOICE,
            tts_language=language,
            tts_voice=None,
            wake_word_entity=None,
            wake_word_id=None,
        )

    def data(self, kind):
        """The data of the only event of this kind."""
        (event,) = [each for each in self.events if each.type == kind]
        return event.data

    def _happened(self, event):
        self.events.append(event)
        self.times[event.type] = monotonic()

    async def spoken(self):
        """Run from sound to sound; return what the loudspeaker got."""
        with chat_session.async_get_chat_session(self.hass) as session:
            heard = PipelineInput(
                run=PipelineRun(
                    self.hass,
                    context=Context(),
                    pipeline=self._pipeline,
                    start_stage=PipelineStage.STT,
                    end_stage=PipelineStage.TTS,
                    event_callback=self._happened,
                    # No ffmpeg: the loudspeaker takes what the voice gives.
                    tts_audio_output={tts.ATTR_PREFERRED_FORMAT: "wav"},
                    audio_settings=AudioSettings(is_vad_enabled=False),
                ),
                session=session,
                stt_metadata=stt.SpeechMetadata(
                    language=self.language,
                    format=stt.AudioFormats.WAV,
                    codec=stt.AudioCodecs.PCM,
                    bit_rate=stt.AudioBitRates.BITRATE_16,
                    sample_rate=stt.AudioSampleRates.SAMPLERATE_16000,
                    channel=stt.AudioChannels.CHANNEL_MONO,
                ),
                stt_stream=_microphone(),
            )
            await heard.execute(validate=True)
        token = self.data("run-start")["tts_output"]["token"]
        stream = tts.async_get_stream(self.hass, token)
        return b"".join([chunk async for chunk in stream.async_stream_result()])


async def _microphone():
    for chunk in MICROPHONE:
        yield chunk


class SpokenHome:
    """The home with its ear and its voice."""

    def __init__(self, hass, ear, voice, evenings):
        self.hass = hass
        self.ear = ear
        self.voice = voice
        self.evenings = evenings

    def story(self):
        """The only story of the home."""
        (entry,) = self.hass.config_entries.async_loaded_entries("mirae_story")
        (story,) = entry.runtime_data.stories.values()
        return story.story

    async def night(self, words, agent, language):
        """Ask for tonight's night and hear it to its end; return the run, and what the voice was given."""
        self.ear.understands = words
        run = SpokenRun(self.hass, agent, language)
        async with asyncio.timeout(NIGHT_LIMIT_S):
            sound = await run.spoken()
            await self.ear.at_rest()
            await self.voice.at_rest()
            story = self.story()
            await story.at_rest()
        (speech,) = self.voice.speeches
        assert self.ear.utterances[0].language == language
        assert self.ear.utterances[0].audio == b"".join(MICROPHONE)
        assert run.data("stt-end")["stt_output"]["text"] == words
        assert sound[HEADER:] == sound_of(speech.text)
        self.ear.utterances.clear()
        self.voice.speeches.clear()
        self.evenings.next()
        return run, speech, await story.last_episode()


def check(run, speech, episode, night):
    """Check that a night came whole and as it was told, and that nothing stays open behind it."""
    assert episode.night == night
    assert flat(speech.text) == flat(f"{episode.lead}\n{episode.prose}")
    assert speech.whole == speech.text
    assert (speech.streamed, speech.ended, speech.broken) == (True, True, False)
    # The voice had the first words before the model was done, and got the others one after the other.
    assert speech.pieces[0][0] < run.times["intent-end"]
    assert len(speech.pieces) > 2
    kinds = [str(event.type) for event in run.events]
    assert kinds[-1] == "run-end"
    assert "error" not in kinds
    intent_end = run.data("intent-end")["intent_output"]
    assert intent_end["continue_conversation"] is False
    left = [task.get_name() for task in asyncio.all_tasks()]
    assert not [name for name in left if "tts" in name]


def flat(text):
    """The text with all blanks alike."""
    return " ".join(text.split())


@pytest.fixture
async def furnished(hass, socket_enabled, evenings, tmp_path):
    """Begin a home with an ear, a voice and another agent; a test adds its story."""
    hass.config.config_dir = str(tmp_path)
    for component in ("homeassistant", "assist_pipeline"):
        assert await async_setup_component(hass, component, {})
    async with AsyncExitStack() as stack:
        ear = await stack.enter_async_context(Ear().serving())
        voice = await stack.enter_async_context(Voice().serving())
        entries = []
        for server in (ear, voice):
            entry = MockConfigEntry(
                domain="wyoming", data={"host": "127.0.0.1", "port": server.port}
            )
            entry.add_to_hass(hass)
            assert await hass.config_entries.async_setup(entry.entry_id)
            entries.append(entry)
        await hass.data[DATA_COMPONENT].async_add_entities([Parrot()])
        await hass.async_block_till_done()
        yield SpokenHome(hass, ear, voice, evenings)
        for entry in [
            *hass.config_entries.async_loaded_entries("mirae_story"),
            *entries,
        ]:
            await hass.config_entries.async_unload(entry.entry_id)
        await hass.async_block_till_done()


async def test_english_nights_by_a_real_model_in_every_pipeline(
    hass, furnished, tmp_path
):
    model = Embedded(tmp_path)
    try:
        server = (await model.start()).wishes() | {"order": 1}
        await set_up(hass, story_entry(STORY_DATA, servers=[server]))
        words = "Continue the story"
        calm = 0
        for night, agent in enumerate((DEFAULT_AGENT, STORY_AGENT, OTHER_AGENT), 1):
            run, speech, episode = await furnished.night(words, agent, "en")
            check(run, speech, episode, night)
            calm += episode.calm_ending
        # Most words are the model's own.
        assert calm <= 1
    finally:
        await model.child.stop()


async def test_a_japanese_night_with_the_default_agent(hass, furnished):
    def answer(payload):
        notes = "response_format" in payload
        return Script.of(NOTES if notes else PROSE_JA, delay=0.002)

    async with ScriptedOpenAI(answer=answer).serving() as server:
        data = {
            "kind": "openai",
            "url": f"{server.url}/v1",
            "model": "tiny",
            "order": 1,
            "context_tokens": 4096,
        }
        await set_up(hass, story_entry(STORY_JA_DATA, servers=[data]))
        run, speech, episode = await furnished.night(
            "続きを聞かせて", DEFAULT_AGENT, "ja"
        )
    check(run, speech, episode, 1)
    assert episode.calm_ending is False
    assert "ミナ" in speech.text
