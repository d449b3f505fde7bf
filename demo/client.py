"""What a new user does in a browser, over the same HTTP and websocket interfaces: onboarding, log-in, integration, Assist."""

import asyncio
import os
import secrets
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Self

import aiohttp

from .errors import ConnectionGoneError, NoStoryError, RefusedError
from .flow import walk
from .processes import POLL_S, START_LIMIT_S
from .websocket import Json, Value, Websocket

DOMAIN = "mirae_story"
FLOW = "/api/config/config_entries/flow"
USER = "demo"
RUN_LIMIT_S = 1800.0
"""For one run of a pipeline; Home Assistant's own five minutes are short for a slow machine."""


class HomeClient:
    """One user of one Home Assistant."""

    def __init__(self, url: str) -> None:
        """Name the address; nothing is sent yet."""
        self.url = url
        self.password = secrets.token_urlsafe(9)
        self._refresh_token = ""
        self._headers: dict[str, str] = {}
        self._session: aiohttp.ClientSession | None = None
        self._websocket: Websocket | None = None

    async def __aenter__(self) -> Self:
        """Open a session."""
        self._session = aiohttp.ClientSession(
            timeout=aiohttp.ClientTimeout(total=None, connect=10)
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close what is open."""
        await self.disconnect()
        if self._session is not None:
            await self._session.close()

    @property
    def session(self) -> aiohttp.ClientSession:
        """The open session."""
        if self._session is None:
            raise ConnectionGoneError
        return self._session

    @property
    def websocket(self) -> Websocket:
        """The connection, after `onboard` or `connect`."""
        if self._websocket is None:
            raise ConnectionGoneError
        return self._websocket

    @property
    def _client_id(self) -> str:
        return f"{self.url}/"

    async def get(self, path: str) -> Value:
        """Return the JSON answer to a GET. Raises `RefusedError`."""
        return await self._request("GET", path)

    async def post(self, path: str, body: Mapping[str, Value]) -> Value:
        """Return the JSON answer to a POST. Raises `RefusedError`."""
        return await self._request("POST", path, json=body)

    async def _request(self, method: str, path: str, **options: Value) -> Value:
        request = self.session.request(
            method, f"{self.url}{path}", headers=self._headers, **options
        )
        async with request as response:
            if not response.ok:
                detail = (await response.text())[:500]
                raise RefusedError(path, response.status, detail)
            return await response.json()

    async def onboard(self, language: str) -> None:
        """Make the first user, sign in, and finish the other steps."""
        user = {
            "name": "Demo",
            "username": USER,
            "password": self.password,
            "client_id": self._client_id,
            "language": language,
        }
        answer = await self.post("/api/onboarding/users", user)
        tokens = await self._token(
            grant_type="authorization_code", code=answer["auth_code"]
        )
        self._refresh_token = tokens["refresh_token"]
        await self.connect()
        await self.websocket.call(
            "config/core/update", language=language, **_place(language)
        )
        for step in ("core_config", "analytics"):
            await self.post(f"/api/onboarding/{step}", {})
        returned = {"client_id": self._client_id, "redirect_uri": self._client_id}
        await self.post("/api/onboarding/integration", returned)
        # Address and port count as a trial until somebody who reached Home Assistant there confirms them.
        await self.websocket.call("http/config/promote")

    async def connect(self) -> None:
        """Sign in (again, after a restart) and wait until everything has started."""
        await self.disconnect()
        tokens = await self._token(
            grant_type="refresh_token", refresh_token=self._refresh_token
        )
        token = tokens["access_token"]
        self._headers = {"Authorization": f"Bearer {token}"}
        self._websocket = await Websocket.connect(self.session, self.url, token)
        async with asyncio.timeout(START_LIMIT_S):
            while True:
                if (await self.websocket.call("get_config"))["state"] == "RUNNING":
                    return
                await asyncio.sleep(POLL_S)

    async def disconnect(self) -> None:
        """Close the websocket if it is open."""
        if self._websocket is not None:
            await self._websocket.close()
            self._websocket = None

    async def _token(self, **fields: str) -> Json:
        data = {"client_id": self._client_id} | fields
        answer: Json = await self._request("POST", "/auth/token", data=data)
        return answer

    async def add_integration(
        self, wishes: Mapping[str, Value], told: Callable[[Json], None]
    ) -> Json:
        """Walk through the integration's config flow; return the entry. Raises `FlowError`."""
        start = {"handler": DOMAIN, "show_advanced_options": False}
        result = await walk(self, FLOW, start, wishes, told)
        entry: Json = result["result"]
        return entry

    async def story_entity(self) -> str:
        """Return the entity id of the first story's conversation agent. Raises `NoStoryError`."""
        entities = await self.websocket.call("config/entity_registry/list")
        for entity in entities:
            entity_id: str = entity["entity_id"]
            if entity["platform"] == DOMAIN and entity_id.startswith("conversation."):
                return entity_id
        raise NoStoryError

    async def make_pipeline(self, agent: str, language: str) -> str:
        """Make a voice assistant with this agent, prefer it, and return its id."""
        voice = ["stt_engine", "stt_language", "tts_engine", "tts_language"]
        voice += ["tts_voice", "wake_word_entity", "wake_word_id"]
        pipeline = await self.websocket.call(
            "assist_pipeline/pipeline/create",
            name="Bedtime",
            language=language,
            conversation_engine=agent,
            conversation_language=language,
            **dict.fromkeys(voice),
        )
        pipeline_id: str = pipeline["id"]
        await self.websocket.call(
            "assist_pipeline/pipeline/set_preferred", pipeline_id=pipeline_id
        )
        return pipeline_id

    async def say(self, text: str, pipeline: str) -> AsyncGenerator[Json]:
        """Say a sentence to a pipeline; yield its events until the run ends."""
        run = self.websocket.subscribe(
            "assist_pipeline/run",
            start_stage="intent",
            end_stage="intent",
            input={"text": text},
            pipeline=pipeline,
            timeout=RUN_LIMIT_S,
        )
        async with run as events:
            async for event in events:
                yield event
                if event["type"] == "run-end":
                    return

    async def story(self, entity_id: str) -> Json:
        """Return a story's state and its told nights."""
        answer: Json = await self.websocket.call(
            "mirae_story/story", entity_id=entity_id
        )
        return answer


def _place(language: str) -> Json:
    """Return where the home is, as far as the machine knows."""
    place = {"country": "JP" if language == "ja" else "GB"}
    zone = os.environ.get("TZ") or str(Path("/etc/localtime").resolve())
    _, found, name = zone.rpartition("zoneinfo/")
    return place | ({"time_zone": name} if found and "/" in name else {})
