"""One run of the demo: what is started, in which order, and how it is ended."""

import argparse
import asyncio
import json
import os
import sys
from pathlib import Path

from .client import USER, HomeClient
from .evenings import Evenings
from .home import Home, furnish
from .processes import free_port
from .show import Show
from .storyteller import Embedded, Storyteller

SERVE_PORT = 8123
KEY_VARIABLE = "MIRAE_STORY_API_KEY"
RESTART_FROM = 3
"""With so many nights Home Assistant is restarted once."""


class Demo:
    """One run."""

    def __init__(self, options: argparse.Namespace, show: Show, folder: Path) -> None:
        """Use an empty folder."""
        self._options = options
        self._show = show
        self._folder = folder
        port = SERVE_PORT if options.serve else free_port()
        self._home = Home(folder / "config", port)
        self._model = Embedded(folder)
        self.serving = False
        """Whether all is told, and Home Assistant only runs for its user now."""
        furnish(self._home.folder, port)

    async def run(self) -> None:
        """Tell the nights; end everything that was started, whatever happens."""
        try:
            teller = await self._storyteller()
            async with self._show.step("home"):
                await self._home.start()
            async with HomeClient(self._home.url) as client:
                await self._tell(client, teller)
        finally:
            await self._end()

    def kill(self) -> None:
        """End everything that was started, at once."""
        self._home.child.kill()
        self._model.child.kill()

    async def _end(self) -> None:
        if self._home.child.running or self._model.child.running:
            async with self._show.step("stopping"):
                await self._home.stop()
                await self._model.child.stop()

    async def _storyteller(self) -> Storyteller:
        options, key = self._options, os.environ.get(KEY_VARIABLE)
        if options.ollama:
            return Storyteller(
                kind="ollama", url=options.ollama, api_key=key, model=options.model
            )
        if options.openai:
            return Storyteller(
                kind="openai", url=options.openai, api_key=key, model=options.model
            )
        if options.language != Embedded.language:
            self._show.say("english_only")
        async with self._show.step("model"):
            return await self._model.start()

    async def _tell(self, client: HomeClient, teller: Storyteller) -> None:
        language = self._options.language
        async with self._show.step("onboard"):
            await client.onboard(language)
        async with self._show.step("flow"):
            # One evening follows the other at once: no time is left to prepare a night.
            wishes = teller.wishes() | {"language": language, "prepare_when": []}
            await client.add_integration(wishes, self._show.speed)
            agent = await client.story_entity()
            pipeline = await client.make_pipeline(agent, language)
        if language != Embedded.language:
            await self._model.child.stop()
        words = self._show.text("continue")
        evenings = Evenings(client, agent, pipeline, words)
        restarted = False
        for number in range(1, self._options.nights + 1):
            await self._evening(number, evenings)
            if self._options.nights >= RESTART_FROM and not restarted:
                await self._restart(client)
                restarted = True
        await evenings.look()
        self._write(evenings, restarted=restarted)
        if self._options.serve:
            await self._serve(client)

    async def _evening(self, number: int, evenings: Evenings) -> None:
        if number > 1 and not self._options.headless:
            self._show.say("again")
            await _enter_pressed()
        self._home.move_on(number - 1)
        self._show.say("evening", number=number)
        self._show.say("said", text=self._show.text("continue"))
        async with evenings.begin() as evening:
            await evening.hear(self._show.prose)
            self._show.line("\n")
            async with self._show.step("notes"):
                noted = await evening.noted()
        if not noted:
            self._show.say("notes_late")
        self._show.night(evenings.last, evenings.state)

    async def _restart(self, client: HomeClient) -> None:
        async with self._show.step("restart"):
            await client.disconnect()
            await self._home.stop()
            await self._home.start()
            await client.connect()

    def _write(self, evenings: Evenings, *, restarted: bool) -> None:
        file: Path | None = self._options.json
        if file is None:
            return
        report = {
            "nights": evenings.report(),
            "state": evenings.state,
            "restarted": restarted,
        }
        file.write_text(json.dumps(report, ensure_ascii=False, indent=2) + "\n")
        self._show.say("written", file=file)

    async def _serve(self, client: HomeClient) -> None:
        self._show.say("serve", url=self._home.url, user=USER, password=client.password)
        await client.disconnect()
        self.serving = True
        await self._home.child.wait()
        self.serving = False
        raise self._home.child.ended()


async def _enter_pressed() -> None:
    """Wait for a line on the terminal, in a way that can be cancelled."""
    loop, pressed = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(sys.stdin, pressed.set)
    try:
        await pressed.wait()
        sys.stdin.readline()
    finally:
        loop.remove_reader(sys.stdin)
