"""A home that can speak: pipelines with a voice that records what it gets and when, and another agent beside ours."""

import asyncio
import io
import wave
from time import monotonic

import pytest
from homeassistant.components import conversation, tts
from homeassistant.components.assist_pipeline import (
    Pipeline,
    PipelineStage,
    async_get_pipeline,
    async_update_pipeline,
)
from homeassistant.components.assist_pipeline.pipeline import (
    PipelineInput,
    PipelineRun,
)
from homeassistant.components.assist_satellite import (
    AssistSatelliteConfiguration,
    AssistSatelliteEntity,
    AssistSatelliteEntityFeature,
)
from homeassistant.components.assist_satellite.const import (
    DATA_COMPONENT as SATELLITES,
)
from homeassistant.components.conversation.const import DATA_COMPONENT
from homeassistant.const import MATCH_ALL
from homeassistant.core import Context
from homeassistant.helpers import chat_session, intent
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

VOICE = "tts.recording"
OTHER_AGENT = "conversation.parrot"
DEFAULT_AGENT = conversation.HOME_ASSISTANT_AGENT


class RecordingVoice(tts.TextToSpeechEntity):
    """Speaks nothing; keeps each text with its time, and whether it came to an end."""

    _attr_name = "Recording"
    _attr_default_language = "en"

    def __init__(self):
        self._attr_supported_languages = ["en", "ja"]
        self.heard = []
        self.ended = 0
        self.begun = 0
        self.speaks = asyncio.Event()
        self.is_silent = asyncio.Event()

    @property
    def text(self):
        return "".join(text for _, text in self.heard)

    async def async_stream_tts_audio(self, request):
        self.begun += 1

        async def audio():
            yield b"RIFF"
            async for text in request.message_gen:
                self.heard.append((monotonic(), text))
                self.speaks.set()
                yield text.encode()
            self.ended += 1
            self.is_silent.set()

        return tts.TTSAudioResponse("mp3", audio())


class WholeVoice(tts.TextToSpeechEntity):
    """A voice that waits for the whole text."""

    _attr_name = "Whole"
    _attr_default_language = "en"

    def __init__(self):
        self._attr_supported_languages = ["en", "ja"]
        self.heard = []

    async def async_get_tts_audio(self, message, language, options):
        self.heard.append(message)
        return "mp3", message.encode()


class WaveVoice(tts.TextToSpeechEntity):
    """A voice whose sound is a tenth of a second for each text; it fails at what it cannot say."""

    _attr_name = "Wave"
    _attr_default_language = "en"

    def __init__(self):
        self._attr_supported_languages = ["en", "ja"]
        self.heard = []
        self.unspeakable = ""

    async def async_get_tts_audio(self, message, language, options):
        self.heard.append(message)
        if self.unspeakable and self.unspeakable in message:
            return None, None
        return "wav", wave_file(0.1)


def wave_file(seconds, rate=1000, width=2):
    """Return a WAV file of ones."""
    sound = io.BytesIO()
    with wave.open(sound, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(b"\x01" * round(rate * seconds) * width)
    return sound.getvalue()


class Parrot(conversation.ConversationEntity):
    """Another agent: it repeats what it hears."""

    _attr_name = "Parrot"

    @property
    def supported_languages(self):
        return MATCH_ALL

    async def _async_handle_message(self, user_input, chat_log):
        response = intent.IntentResponse(language=user_input.language)
        response.async_set_speech(f"You said {user_input.text}")
        return conversation.ConversationResult(response, chat_log.conversation_id)


class Satellite(AssistSatelliteEntity):
    """A satellite that fetches what it is to announce, and hears one answer to each question."""

    _attr_name = "Nursery"
    _attr_unique_id = "nursery"
    _attr_supported_features = (
        AssistSatelliteEntityFeature.ANNOUNCE
        | AssistSatelliteEntityFeature.START_CONVERSATION
    )

    def __init__(self):
        self.announced = []
        self.questions = []
        self.answers = []
        self.played = asyncio.Event()

    def on_pipeline_event(self, event):
        """Nothing is shown."""

    def async_get_configuration(self):
        return AssistSatelliteConfiguration([], [], 0)

    async def async_set_configuration(self, config):
        """Nothing can be set."""

    async def async_start_conversation(self, announcement):
        self.questions.append(announcement.message)
        answer = self.answers.pop(0) if self.answers else None
        self._ask_question_future.set_result(answer)

    async def async_announce(self, announcement):
        stream = announcement.tts_token or announcement.media_id
        self.announced.append(stream)
        self.played.set()


@pytest.fixture
def whole_voice():
    """The voice that waits."""
    return WholeVoice()


@pytest.fixture
async def voice(hass, whole_voice):
    """A home with pipelines and another agent: the recording voice."""
    recording = RecordingVoice()
    assert await async_setup_component(hass, "assist_pipeline", {})
    await hass.async_block_till_done()
    await hass.data[tts.DATA_COMPONENT].async_add_entities([recording, whole_voice])
    await hass.data[DATA_COMPONENT].async_add_entities([Parrot()])
    return recording


@pytest.fixture
async def nursery(hass, entry, voice):
    """A satellite with its device; the home's preferred pipeline speaks with the recording voice."""
    assert await async_setup_component(hass, "assist_satellite", {})
    assert await async_setup_component(hass, "media_source", {})
    other = MockConfigEntry(domain="furniture")
    other.add_to_hass(hass)
    device = dr.async_get(hass).async_get_or_create(
        config_entry_id=other.entry_id, identifiers={("furniture", "nursery")}
    )
    await async_update_pipeline(
        hass, async_get_pipeline(hass), tts_engine=VOICE, tts_language="en"
    )
    satellite = Satellite()
    await hass.data[SATELLITES].async_add_entities([satellite])
    er.async_get(hass).async_update_entity(satellite.entity_id, device_id=device.id)
    return satellite, device


class Run:
    """A pipeline's run from text to speech, as a satellite has it."""

    def __init__(self, hass, *, agent, language="en", engine=VOICE, satellite=None):
        self.hass = hass
        self._satellite = satellite
        self._last = PipelineStage.TTS if engine else PipelineStage.INTENT
        self.events = []
        self.audio = b""
        self.audio_ended = False
        self._pipeline = Pipeline(
            conversation_engine=agent,
            conversation_language=language,
            language=language,
            name="test",
            stt_engine=None,
            stt_language=None,
            tts_engine=engine,
            tts_language=language,
            tts_voice=None,
            wake_word_entity=None,
            wake_word_id=None,
        )

    def data(self, kind):
        """The data of the first event of this kind."""
        return next(event.data for event in self.events if event.type == kind)

    @property
    def reply(self):
        return self.data("intent-end")["intent_output"]

    async def say(self, text):
        """Run from this text to the end of the pipeline's work."""
        with chat_session.async_get_chat_session(self.hass) as session:
            heard = PipelineInput(
                run=PipelineRun(
                    self.hass,
                    context=Context(),
                    pipeline=self._pipeline,
                    start_stage=PipelineStage.INTENT,
                    end_stage=self._last,
                    event_callback=self.events.append,
                ),
                session=session,
                intent_input=text,
                satellite_id=self._satellite,
            )
            await heard.execute(validate=True)

    async def listen(self, limit_s=5):
        """Fetch the sound to its end, as a player does; raises TimeoutError where it never ends."""
        stream = tts.async_get_stream(
            self.hass, self.data("run-start")["tts_output"]["token"]
        )
        async with asyncio.timeout(limit_s):
            async for chunk in stream.async_stream_result():
                self.audio += chunk
        self.audio_ended = True
