"""The voices in which a story can be read aloud: those of the home's text-to-speech entities."""

from typing import NamedTuple

from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.entity_component import DATA_INSTANCES
from homeassistant.helpers.selector import SelectOptionDict

SEPARATOR = "|"


class Voice(NamedTuple):
    """What a text-to-speech call needs. `name` is `None` for the engine's own choice."""

    engine: str
    """Entity id."""
    language: str
    """As the engine spells it, such as `en-GB` or `ja_JP`."""
    name: str | None = None


def voice_from_text(text: str) -> Voice:
    """Read a voice as a story's data keeps it: `tts.piper|en-GB` or `tts.piper|en-GB|alba`."""
    engine, language, *name = text.split(SEPARATOR, 2)
    return Voice(engine, language, name[0] if name else None)


@callback
def async_voices(hass: HomeAssistant, language: str) -> list[SelectOptionDict]:
    """Return the voices that speak this language (`en`, `ja`) as options of a select field."""
    component = hass.data.get(DATA_INSTANCES, {}).get("tts")
    if component is None:
        return []
    options: list[SelectOptionDict] = []
    for entity in component.entities:
        for spoken in entity.supported_languages:
            if spoken.replace("_", "-").partition("-")[0].lower() != language:
                continue
            named = entity.async_get_supported_voices(spoken) or []
            state = hass.states.get(entity.entity_id)
            engine = f"{state.name if state else entity.entity_id} ({spoken})"
            options.append(_option(engine, entity.entity_id, spoken))
            options.extend(
                _option(f"{engine}: {v.name}", entity.entity_id, spoken, v.voice_id)
                for v in named
            )
    return sorted(options, key=lambda option: option["label"])


def _option(label: str, *parts: str) -> SelectOptionDict:
    return SelectOptionDict(value=SEPARATOR.join(parts), label=label)
