"""The voices in which a story can be read aloud: those of the home's text-to-speech entities."""

from typing import TYPE_CHECKING, NamedTuple, cast

from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.entity_component import DATA_INSTANCES, EntityComponent
from homeassistant.helpers.selector import SelectOptionDict

if TYPE_CHECKING:
    from homeassistant.components.tts import ResultStream, TextToSpeechEntity

SEPARATOR = "|"


class Voice(NamedTuple):
    """What a text-to-speech call needs. `name` is `None` for the engine's own choice."""

    engine: str
    """Entity id."""
    language: str
    """As the engine spells it, such as `en-GB` or `ja_JP`."""
    name: str | None = None
    pause_s: float = 0.0
    """How long it rests between sentences, where the story is played."""
    ahead: bool = False
    """Whether the speech of prepared nights is made beforehand."""


def voice_from_text(text: str) -> Voice:
    """Read a voice as a story's data keeps it: `tts.piper|en-GB` or `tts.piper|en-GB|alba`."""
    engine, language, *name = text.split(SEPARATOR, 2)
    return Voice(engine, language, name[0] if name else None)


@callback
def async_begin_speech(
    hass: HomeAssistant, voice: Voice, *, wave: bool = False
) -> ResultStream:
    """Return speech in this voice, to be given its text; as WAV, if wished.

    Raises HomeAssistantError when the voice is not there.
    """
    from homeassistant.components.tts import (  # noqa: PLC0415 - the voice is one of it
        ATTR_PREFERRED_FORMAT,
        async_create_stream,
    )

    options = {"voice": voice.name} if voice.name else {}
    if wave:
        options[ATTR_PREFERRED_FORMAT] = "wav"

    return async_create_stream(
        hass,
        voice.engine,
        language=voice.language,
        options=options or None,
    )


@callback
def async_voices(hass: HomeAssistant, language: str) -> list[SelectOptionDict]:
    """Return the voices that speak this language (`en`, `ja`) as options of a select field."""
    # Looked up by name: importing the component would need its requirements.
    component = cast(
        "EntityComponent[TextToSpeechEntity] | None",
        hass.data.get(DATA_INSTANCES, {}).get("tts"),
    )
    if component is None:
        return []
    options = [
        option
        for engine in component.entities
        for spoken in engine.supported_languages
        if spoken.replace("_", "-").partition("-")[0].lower() == language
        for option in _voices_of(hass, engine, spoken)
    ]
    return sorted(options, key=lambda option: option["label"])


def _voices_of(
    hass: HomeAssistant, engine: TextToSpeechEntity, spoken: str
) -> list[SelectOptionDict]:
    state = hass.states.get(engine.entity_id)
    name = f"{state.name if state else engine.entity_id} ({spoken})"
    value = f"{engine.entity_id}{SEPARATOR}{spoken}"
    return [
        SelectOptionDict(value=value, label=name),
        *(
            SelectOptionDict(
                value=f"{value}{SEPARATOR}{voice.voice_id}",
                label=f"{name}: {voice.name}",
            )
            for voice in engine.async_get_supported_voices(spoken) or ()
        ),
    ]
