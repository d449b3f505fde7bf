"""A told night as sound, in the voice of its story: to be played again, or kept as a file."""

from http import HTTPStatus
from typing import TYPE_CHECKING

from aiohttp import web
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.http import KEY_HASS, HomeAssistantView

from .const import DOMAIN
from .home import HomeStory
from .playing import voice_of_story
from .story.errors import MiraeError, NightNotFoundError
from .voices import async_begin_speech
from .which import loaded_home

if TYPE_CHECKING:
    from homeassistant.components.tts import ResultStream

URL = f"/api/{DOMAIN}/night/{{story_id}}/{{night}}"


async def async_sound_of_night(
    hass: HomeAssistant, home_story: HomeStory, night: int
) -> ResultStream:
    """Return the sound of a told night; it is made when it is fetched, and kept by the home's text-to-speech.

    Raises NightNotFoundError, StoreError, NoVoiceError, and HomeAssistantError when the voice is not there.
    """
    episode = await loaded_home(hass).journal.episode(home_story.story_id, night)
    if episode is None:
        raise NightNotFoundError
    sound = async_begin_speech(hass, voice_of_story(hass, home_story))
    sound.async_set_message(f"{episode.lead}\n{episode.prose}")
    return sound


def name_of_sound(home_story: HomeStory, night: int, extension: str) -> str:
    """Return the name of a file with a night's sound."""
    return f"{home_story.slug}_{night}.{extension}"


class NightView(HomeAssistantView):
    """The download of a night's sound, for users and by signed links."""

    url = URL
    name = f"api:{DOMAIN}:night"

    async def get(
        self, request: web.Request, story_id: str, night: str
    ) -> web.StreamResponse:
        """Return the sound as it is made."""
        hass = request.app[KEY_HASS]
        try:
            home_story = loaded_home(hass).by_story_id(story_id)
            if home_story is None or not night.isdecimal():
                return web.Response(status=HTTPStatus.NOT_FOUND)
            sound = await async_sound_of_night(hass, home_story, int(night))
            pieces = sound.async_stream_result()
            first = await anext(pieces, b"")
        except MiraeError:
            return web.Response(status=HTTPStatus.NOT_FOUND)
        except HomeAssistantError:
            return web.Response(status=HTTPStatus.BAD_GATEWAY)
        name = name_of_sound(home_story, int(night), sound.extension)
        response = web.StreamResponse(
            headers={
                "Content-Type": sound.content_type,
                "Content-Disposition": f'attachment; filename="{name}"',
                "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff",
            }
        )
        await response.prepare(request)
        await response.write(first)
        async for piece in pieces:
            await response.write(piece)
        await response.write_eof()
        return response
