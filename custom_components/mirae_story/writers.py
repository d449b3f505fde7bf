"""Which model writes which story, and with what options."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from aiohttp import ClientSession
from homeassistant.config_entries import ConfigEntry, ConfigSubentry
from homeassistant.core import HomeAssistant

from .const import (
    CONF_CONTEXT_TOKENS,
    CONF_EMBEDDING_MODEL,
    CONF_FIRST_TIMEOUT,
    CONF_MODEL,
    CONF_ORDER,
    CONF_SERVER,
    DEFAULT_CONTEXT_TOKENS,
    DEFAULT_FIRST_TIMEOUT,
    DEFAULT_ORDER,
    SUBENTRY_SERVER,
)
from .issues import (
    clear_embedding_issue,
    clear_server_issues,
    raise_embedding_issue,
    raise_server_issue,
)
from .memory.families import canonical
from .servers.connect import sampling_from_data, server_from_data
from .servers.embedding import ServerEmbedder
from .servers.failover import Failover, Member
from .story.errors import ServerError
from .story.length import wanted_length
from .story.model import HouseRules, Language
from .story.ports import ModelServer, Sampling, TalkServer
from .story.teller import Writer
from .waking import waker

TOKENS_A_WORD = 1.5
TOKENS_A_CHARACTER = 1.2
"""Rough upper rates of common tokenisers, for English words and Japanese characters."""
ROOM = 1.5
"""Share of the wanted length that a model may write before the server cuts it off."""
LONGEST_WAIT_S = 240.0
"""What a companion's model may take for its first word: Home Assistant ends a run after 300 seconds."""
SURE = 0.9
"""Share of a context that a prompt may fill by estimate: the estimate may be low."""
LONGEST_REPLY = 1024
"""Tokens of what a companion says at once; in small contexts a quarter of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talker:
    """The models that speak in one answer, the next where one fails, and how they are asked."""

    server: TalkServer
    servers: int
    """How many there are."""
    sampling: Sampling
    prompt_tokens: int
    """What is left for the prompt beside the reply, in the smallest of their contexts."""
    patience_s: float
    on_error: Callable[[ServerError], None]
    begin: Callable[[], None]
    """Gives every server its chance again."""
    move_on: Callable[[ServerError], bool]
    """Takes the next server; tells whether there is one."""
    look_after: Callable[[], None]
    """Sees in the background which servers answer, and wakes those that sleep."""


class Writers:
    """The model servers of the entry, made once for each server subentry."""

    def __init__(
        self, hass: HomeAssistant, entry: ConfigEntry, session: ClientSession
    ) -> None:
        """Make servers over Home Assistant's shared session, when they are asked for."""
        self._hass = hass
        self._entry = entry
        self._session = session
        self._servers: dict[str, tuple[Mapping[str, Any], TalkServer]] = {}
        self._others: dict[tuple[str, str], TalkServer] = {}
        """Servers with another model than their own, by subentry id and model."""
        self._away: dict[tuple[str, ...], set[int]] = {}
        """Which servers of a talk did not answer last, by the subentry ids of all of them."""
        self._embedder: ServerEmbedder | None = None

    def servers(self) -> dict[str, ModelServer]:
        """Return all servers in their order of use, by subentry id."""
        return {s.subentry_id: self._server(s) for s in self._subentries()}

    def forget_changed(self) -> None:
        """Drop servers whose subentry is gone or says something else now, and what was found out of them."""
        self._away.clear()
        for subentry_id, (data, _) in list(self._servers.items()):
            subentry = self._entry.subentries.get(subentry_id)
            if subentry is None or subentry.data != data:
                del self._servers[subentry_id]
                for key in [key for key in self._others if key[0] == subentry_id]:
                    del self._others[key]
                clear_server_issues(self._hass, subentry_id)

    def writer_for(
        self, story: ConfigSubentry, language: Language, rules: HouseRules
    ) -> Writer | None:
        """Return the writer that the family chose for a story, else the first server; None without any.

        Where its server fails, the others write in their order.
        """
        chain = self._chain(story)
        if not chain:
            return None
        first = chain[0].data
        servers = Failover([self._member(each) for each in chain])

        def begin() -> None:
            servers.begin()
            self._look_after(servers, chain)

        return Writer(
            server=servers,
            prose=_prose_sampling(first, story.data, language, rules),
            notes=sampling_from_data(first),
            context_tokens=min(_context_tokens(each.data) for each in chain),
            patience_s=_patience_s(chain[0]),
            on_error=servers.report,
            begin=begin,
            move_on=servers.move_on,
        )

    async def async_wake(self) -> bool:
        """Wake the servers that sleep, if the family gave a way to; return whether one answers at the end."""
        members = [self._member(each) for each in self._subentries()]
        return await Failover(members).look_after()

    def _look_after(self, servers: Failover, chain: Sequence[ConfigSubentry]) -> None:
        """See in the background which servers answer, and wake those that sleep: a night or talk begins meanwhile."""
        if len(chain) == 1 and waker(self._hass, chain[0].data) is None:
            return
        self._entry.async_create_background_task(
            self._hass, servers.look_after(), "mirae_story servers"
        )

    def _chain(self, asking: ConfigSubentry) -> list[ConfigSubentry]:
        """Return the server that a story names, else the first one, and then the others in their order."""
        chosen = self._chosen(asking)
        others = [s for s in self._subentries() if s is not chosen]
        return [] if chosen is None else [chosen, *others]

    def _member(self, subentry: ConfigSubentry, model: str | None = None) -> Member:
        own = sampling_from_data(subentry.data)
        return Member(
            server=self._server_with(subentry, model),
            adapt=lambda sampling: replace(
                sampling,
                context_tokens=own.context_tokens,
                keep_alive=own.keep_alive,
                think=own.think,
            ),
            on_error=self._reporter(subentry),
            wake=waker(self._hass, subentry.data),
        )

    def embedder(self) -> ServerEmbedder | None:
        """Return an embedder over all servers with the embedding model of the first that has one; None without any.

        It is the same one as before while nothing has changed.
        """
        able = [s for s in self._subentries() if s.data.get(CONF_EMBEDDING_MODEL)]
        if not able:
            self._embedder = None
            return None
        model: str = able[0].data[CONF_EMBEDDING_MODEL]
        same: dict[ModelServer, ConfigSubentry] = {
            self._server(subentry): subentry
            for subentry in able
            if canonical(subentry.data[CONF_EMBEDDING_MODEL]) == canonical(model)
        }
        servers = tuple(same)
        if self._embedder is None or self._embedder.servers != servers:

            def report(server: ModelServer, err: ServerError | None) -> None:
                if err is None:
                    clear_embedding_issue(self._hass, same[server])
                else:
                    raise_embedding_issue(self._hass, self._entry, same[server], err)

            self._embedder = ServerEmbedder(model, servers, heard=report)
        return self._embedder

    def talker_for(
        self, asking: ConfigSubentry, wishes: Mapping[str, Any] | None = None
    ) -> Talker | None:
        """Return the models of a talk: the server that the options name, else the first one, and then the others.

        A model that the options name belongs to the first of them. `wishes` are what the family wants of the
        sampling. None without any server.
        """
        chain = self._chain(asking)
        if not chain:
            return None
        first, *others = chain
        servers = Failover(
            [
                self._member(first, asking.data.get(CONF_MODEL)),
                *map(self._member, others),
            ],
            self._away.setdefault(tuple(s.subentry_id for s in chain), set()),
        )
        context = min(_context_tokens(each.data) for each in chain)
        reply = min(LONGEST_REPLY, context // 4)
        return Talker(
            server=servers,
            servers=len(chain),
            sampling=replace(sampling_from_data(first.data, wishes), max_tokens=reply),
            prompt_tokens=round((context - reply) * SURE),
            patience_s=min(max(map(_patience_s, chain)), LONGEST_WAIT_S),
            on_error=servers.report,
            begin=servers.begin,
            move_on=servers.move_on,
            look_after=lambda: self._look_after(servers, chain),
        )

    def _chosen(self, asking: ConfigSubentry) -> ConfigSubentry | None:
        """Return the server that a story or companion names, else the first one."""
        subentries = self._subentries()
        chosen = asking.data.get(CONF_SERVER)
        first = subentries[0] if subentries else None
        return next((s for s in subentries if s.subentry_id == chosen), first)

    def data_for(self, asking: ConfigSubentry) -> Mapping[str, Any]:
        """Return the data of the server that a story or companion uses; empty without any."""
        subentry = self._chosen(asking)
        return {} if subentry is None else subentry.data

    def _server_with(self, subentry: ConfigSubentry, model: str | None) -> TalkServer:
        """Return a server with its own model, or with another one that it has."""
        own = self._server(subentry)
        if not model or model == subentry.data.get(CONF_MODEL):
            return own
        key = (subentry.subentry_id, model)
        if key not in self._others:
            data = {**subentry.data, CONF_MODEL: model}
            self._others[key] = server_from_data(self._session, data)
        return self._others[key]

    def _subentries(self) -> list[ConfigSubentry]:
        servers = [
            subentry
            for subentry in self._entry.subentries.values()
            if subentry.subentry_type == SUBENTRY_SERVER
        ]
        return sorted(servers, key=lambda s: s.data.get(CONF_ORDER, DEFAULT_ORDER))

    def _server(self, subentry: ConfigSubentry) -> TalkServer:
        if (known := self._servers.get(subentry.subentry_id)) is not None:
            return known[1]
        server = server_from_data(self._session, subentry.data)
        self._servers[subentry.subentry_id] = (subentry.data, server)
        return server

    def _reporter(self, subentry: ConfigSubentry) -> Callable[[ServerError], None]:
        def report(err: ServerError) -> None:
            raise_server_issue(self._hass, self._entry, subentry, err)

        return report


def _context_tokens(server: Mapping[str, Any]) -> int:
    return int(server.get(CONF_CONTEXT_TOKENS, DEFAULT_CONTEXT_TOKENS))


def _patience_s(server: ConfigSubentry) -> float:
    return float(server.data.get(CONF_FIRST_TIMEOUT, DEFAULT_FIRST_TIMEOUT))


def _prose_sampling(
    server: Mapping[str, Any],
    story: Mapping[str, Any],
    language: Language,
    rules: HouseRules,
) -> Sampling:
    """Return the options of the prose call: the family's, and room for the wanted length."""
    rate = TOKENS_A_CHARACTER if language is Language.JA else TOKENS_A_WORD
    room = round(wanted_length(rules.minutes, language) * rate * ROOM)
    return replace(sampling_from_data(server, story), max_tokens=room)
