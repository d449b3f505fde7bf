"""The steps that lead to a tested model server: shared by the first flow and the flows of a `server` subentry."""

from abc import abstractmethod
from asyncio import Task
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, cast, override

import voluptuous as vol
from homeassistant.core import HomeAssistant, callback
from homeassistant.data_entry_flow import FlowContext, FlowHandler, FlowResult
from homeassistant.helpers.aiohttp_client import async_get_clientsession

from .const import (
    CONF_API_KEY,
    CONF_CONTEXT_TOKENS,
    CONF_EMBEDDING_MODEL,
    CONF_KEEP_ALIVE,
    CONF_KIND,
    CONF_MODEL,
    CONF_ORDER,
    CONF_TOKENS_PER_S,
    CONF_URL,
    CONF_WAKE_MAC,
    CONF_WAKE_SCRIPT,
    DEFAULT_MINUTES,
    DEFAULT_ORDER,
    DEFAULT_URLS,
    DOMAIN,
    LIVE_TOKENS_PER_S,
    SECTION_ADVANCED,
    ServerKind,
)
from .server_form import (
    KEPT_KEY,
    address_or_default,
    find_model,
    model_schema,
    read_key,
    read_model_answer,
    server_schema,
)
from .servers.connect import sampling_from_data, server_from_data
from .servers.measure import Speed, measure_speed, night_seconds
from .servers.ollama import OllamaServer
from .servers.openai import OpenAIServer
from .story.errors import (
    MiraeError,
    ModelMissingError,
    ServerError,
    ServerNotFoundError,
)
from .story.model import Language
from .story.ports import ModelInfo


class ServerSteps[ContextT: FlowContext, ResultT: FlowResult[Any, Any], HandlerT](
    FlowHandler[ContextT, ResultT, HandlerT]
):
    """Ask for a server, test it, pick its models, measure its speed."""

    stored_server: Mapping[str, Any] | None = None
    """Data of the server that is changed; none when one is added."""
    server_order: int = DEFAULT_ORDER
    """Place of a new server in the order of use."""

    def __init__(self) -> None:
        """Start with nothing asked."""
        super().__init__()
        self.server: dict[str, Any] = {}
        self._models: Sequence[ModelInfo] = ()
        self._fault: ServerError | None = None
        self._task: Task[None] | None = None
        self._speed = Speed(tokens_per_s=0, first_token_s=0)

    @abstractmethod
    async def async_server_ready(self) -> ResultT:
        """Go on with `self.server`: complete, tested subentry data."""

    async def async_step_server(
        self, user_input: dict[str, Any] | None = None
    ) -> ResultT:
        """Ask for kind, address and key, and see whether the server answers."""
        stored = self.stored_server or {}
        if user_input is None:
            return self._show_server(
                {**stored, CONF_API_KEY: KEPT_KEY} if CONF_API_KEY in stored else stored
            )
        kind = user_input.get(CONF_KIND) or stored[CONF_KIND]
        try:
            url = address_or_default(kind, user_input.get(CONF_URL))
            key = read_key(user_input.get(CONF_API_KEY), stored.get(CONF_API_KEY))
        except ServerNotFoundError:
            return self._show_server(user_input, {CONF_URL: "invalid_url"})
        except vol.Invalid:
            return self._show_server(user_input, {CONF_API_KEY: "key_broken"})
        self.server = {**stored, CONF_KIND: kind, CONF_URL: url}
        self.server.pop(CONF_API_KEY, None)
        if key:
            self.server[CONF_API_KEY] = key
        try:
            health = await connect(self.hass, self.server).check()
        except ServerError as err:
            values = {**user_input, CONF_URL: url}
            return self._show_server(values, {"base": err.key}, err)
        self._models = health.models
        return await self.async_step_model()

    def _show_server(
        self,
        values: Mapping[str, Any],
        errors: dict[str, str] | None = None,
        fault: MiraeError | None = None,
    ) -> ResultT:
        schema = server_schema(kind_is_open=self.stored_server is None)
        return self.async_show_form(
            step_id="server",
            data_schema=self.add_suggested_values_to_schema(schema, values),
            errors=errors,
            description_placeholders=self._placeholders(fault),
        )

    async def async_step_model(
        self, user_input: dict[str, Any] | None = None
    ) -> ResultT:
        """Ask which of the server's models to use; missing ones can be downloaded to Ollama."""
        if user_input is None:
            fault, self._fault = self._fault, None
            errors = {"base": fault.key} if fault else None
            known = {CONF_ORDER: self.server_order} | self.server
            values = {**known, SECTION_ADVANCED: known}
            return self._show_model(values, errors, fault)
        try:
            answer = read_model_answer(user_input)
        except vol.Invalid as err:
            return self._show_model(user_input, {"base": INVALID[str(err.path[0])]})
        if not answer[CONF_MODEL]:
            return self._show_model(user_input, {CONF_MODEL: "model_required"})
        for optional in (CONF_EMBEDDING_MODEL, CONF_WAKE_MAC, CONF_WAKE_SCRIPT):
            self.server.pop(optional, None)
        self.server = {CONF_ORDER: self.server_order} | self.server | answer
        self.server[CONF_CONTEXT_TOKENS] = self._context_tokens()
        if not self._missing():
            return await self.async_step_measure()
        if self.server[CONF_KIND] == ServerKind.OLLAMA:
            return await self.async_step_missing()
        fault = ModelMissingError(model=self._missing()[0])
        return self._show_model(user_input, {"base": fault.key}, fault)

    def _context_tokens(self) -> int:
        """Return the wanted context, or the model's own where the server says that it is smaller."""
        wanted: int = self.server[CONF_CONTEXT_TOKENS]
        model = find_model(self.server[CONF_MODEL], self._models)
        return min(wanted, (model and model.context_tokens) or wanted)

    def _missing(self) -> list[str]:
        """Return the chosen models that the server does not list; a server may list nothing at all."""
        chosen = [self.server[CONF_MODEL], self.server.get(CONF_EMBEDDING_MODEL)]
        if not self._models and self.server[CONF_KIND] != ServerKind.OLLAMA:
            return []
        return [name for name in chosen if name and not find_model(name, self._models)]

    def _show_model(
        self,
        values: Mapping[str, Any],
        errors: dict[str, str] | None = None,
        fault: MiraeError | None = None,
    ) -> ResultT:
        schema = model_schema(self.server[CONF_KIND], self._models)
        return self.async_show_form(
            step_id="model",
            data_schema=self.add_suggested_values_to_schema(schema, values),
            errors=errors,
            description_placeholders=self._placeholders(fault),
        )

    async def async_step_missing(
        self, _user_input: dict[str, Any] | None = None
    ) -> ResultT:
        """Offer to download what is missing, or to choose again."""
        return self.async_show_menu(
            step_id="missing",
            menu_options=["pull", "model"],
            description_placeholders={"models": ", ".join(self._missing())},
        )

    async def async_step_pull(
        self, _user_input: dict[str, Any] | None = None
    ) -> ResultT:
        """Download the missing models, with progress."""
        models = ", ".join(self._missing())
        return self._progress("pull", self._pull, {"models": models})

    async def _pull(self) -> None:
        # Only Ollama's flow comes here.
        server = cast("OllamaServer", connect(self.hass, self.server))
        for name in self._missing():
            async for progress in server.pull(name):
                if progress.fraction is not None:
                    self.async_update_progress(progress.fraction)
        self._models = (await server.check()).models

    async def async_step_measure(
        self, _user_input: dict[str, Any] | None = None
    ) -> ResultT:
        """Measure how fast the model writes, and see whether the embedding model answers."""
        model = self.server[CONF_MODEL]
        return self._progress("measure", self._measure, {"model": model})

    async def _measure(self) -> None:
        server = connect(self.hass, self.server)
        if CONF_EMBEDDING_MODEL in self.server:
            await server.embed(["moon"])
        sampling = sampling_from_data(self.server)
        self._speed = await measure_speed(server, self._language, sampling)
        self.server[CONF_TOKENS_PER_S] = round(self._speed.tokens_per_s, 2)

    @property
    def _language(self) -> Language:
        """The language of the home, as far as stories can be told in it."""
        is_japanese = self.hass.config.language.startswith(Language.JA)
        return Language.JA if is_japanese else Language.EN

    def _progress(
        self,
        step: str,
        work: Callable[[], Coroutine[Any, Any, None]],
        placeholders: dict[str, str],
    ) -> ResultT:
        """Show progress until the work is done; a fault leads back to the models."""
        if self._task is None:
            self._task = self.hass.async_create_background_task(
                work(), f"{DOMAIN} {step}"
            )
        if not self._task.done():
            return self.async_show_progress(
                step_id=step,
                progress_action=step,
                description_placeholders=placeholders,
                progress_task=self._task,
            )
        task, self._task = self._task, None
        try:
            task.result()
        except ServerError as err:
            self._fault = err
            return self.async_show_progress_done(next_step_id="model")
        return self.async_show_progress_done(next_step_id=AFTER[step])

    async def async_step_speed(
        self, _user_input: dict[str, Any] | None = None
    ) -> ResultT:
        """Go to the words that fit the measured speed."""
        if self.server[CONF_TOKENS_PER_S] >= LIVE_TOKENS_PER_S:
            return await self.async_step_live()
        return await self.async_step_slow()

    async def async_step_live(
        self, user_input: dict[str, Any] | None = None
    ) -> ResultT:
        """Say that the model keeps up with the voice."""
        return await self._show_speed("live", user_input)

    async def async_step_slow(
        self, user_input: dict[str, Any] | None = None
    ) -> ResultT:
        """Say that the model is slower than the voice."""
        return await self._show_speed("slow", user_input)

    async def _show_speed(
        self, step: str, user_input: dict[str, Any] | None
    ) -> ResultT:
        if user_input is not None:
            return await self.async_server_ready()
        seconds = night_seconds(self._speed, DEFAULT_MINUTES, self._language)
        return self.async_show_form(
            step_id=step,
            data_schema=vol.Schema({}),
            description_placeholders={
                "tokens_per_s": f"{self._speed.tokens_per_s:.1f}",
                "night": f"{seconds / 60:.1f}",
                "minutes": f"{DEFAULT_MINUTES:g}",
            },
        )

    def _placeholders(self, fault: MiraeError | None = None) -> dict[str, str]:
        """Return all that a form's text or an error may name."""
        places = fault.placeholders if fault else {}
        return {
            "url": self.server.get(CONF_URL, ""),
            "model": self.server.get(CONF_MODEL, ""),
            "ollama_url": DEFAULT_URLS[ServerKind.OLLAMA],
            "openai_url": DEFAULT_URLS[ServerKind.OPENAI],
        } | {name: place for name, place in places.items() if place}

    @callback
    @override
    def async_remove(self) -> None:
        """Stop what still runs when the flow is closed."""
        if self._task is not None:
            self._task.cancel()


INVALID = {
    CONF_KEEP_ALIVE: "invalid_keep_alive",
    CONF_WAKE_MAC: "invalid_wake_mac",
}
"""What is said of a field that was filled in wrongly."""
AFTER = {"pull": "measure", "measure": "speed"}


def connect(
    hass: HomeAssistant, data: Mapping[str, Any]
) -> OllamaServer | OpenAIServer:
    """Return a client for this server data; raises ServerNotFoundError for a senseless URL."""
    return server_from_data(async_get_clientsession(hass), data)
