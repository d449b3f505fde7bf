"""Home Assistant that kills itself at a chosen point of a night.

Started by `test_kill.py` in place of the demo's launcher. The product is wrapped from outside, by import path. A file in
the configuration folder names the point; without it nothing happens.
"""

import asyncio
import os
import signal
import sqlite3
import sys
from contextlib import aclosing
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

KILL_FILE = "kill_at"
SPOKEN = 200
"""Characters of prose after which a night is in its middle."""
NOTES_S = 0.3
"""Seconds after which the notes call is in its middle."""


def demo_launcher():
    """Return the demo's launcher; the project is not on the path, and must not be."""
    file = Path(__file__).parents[2] / "demo" / "launcher.py"
    spec = spec_from_file_location("demo_launcher", file)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Death:
    """Kills this process when a point is reached that the file names."""

    def __init__(self, folder):
        self._file = folder / KILL_FILE
        self.told = False
        """Whether a night was journaled whose state is not saved yet."""

    def at(self, point):
        try:
            descriptor = os.open(self._file, os.O_RDONLY)
        except FileNotFoundError:
            return
        named = os.read(descriptor, 64).decode()
        os.close(descriptor)
        if named == point:
            os.kill(os.getpid(), signal.SIGKILL)


def wrap_stream(death):
    """Die when the first delta is about to be sent."""
    chat_log = import_module("homeassistant.components.conversation.chat_log").ChatLog
    real = chat_log.async_add_delta_content_stream

    def stream(self, *args, **options):
        death.at("before_first_delta")
        return real(self, *args, **options)

    chat_log.async_add_delta_content_stream = stream


def wrap_model(death):
    """Die while the model writes the prose or the notes."""
    path = "custom_components.mirae_story.servers.openai"
    server = import_module(path).OpenAIServer
    real_stream, real_ask = server.stream_text, server.ask_json

    async def stream_text(self, *args):
        spoken = 0
        async with aclosing(real_stream(self, *args)) as pieces:
            async for piece in pieces:
                death.at("after_recap")
                spoken += len(piece)
                if spoken > SPOKEN:
                    death.at("middle_of_prose")
                yield piece

    async def ask_json(self, *args):
        asyncio.get_running_loop().call_later(NOTES_S, death.at, "during_notes")
        return await real_ask(self, *args)

    server.stream_text, server.ask_json = stream_text, ask_json


def wrap_journal(death):
    """Die around the two steps of a night."""
    path = "custom_components.mirae_story.store.journal"
    journal = import_module(path).SqliteJournal
    real_told, real_reviewed = journal.add_told, journal.add_reviewed

    async def add_told(self, *args):
        death.at("before_add_told")
        await real_told(self, *args)
        death.told = True
        death.at("before_told_saved")

    async def add_reviewed(self, *args):
        death.at("before_add_reviewed")
        await real_reviewed(self, *args)
        death.at("before_reviewed_saved")

    journal.add_told, journal.add_reviewed = add_told, add_reviewed


def wrap_store(death):
    """Die when the state of a told night is saved."""
    store = import_module("custom_components.mirae_story.state_store").HomeStateStore
    real_save = store.save

    async def save(self, *args):
        await real_save(self, *args)
        if death.told:
            # The state after a review is saved too, perhaps when the next evening has begun.
            death.told = False
            death.at("after_told_saved")

    store.save = save


def wrap_sqlite(death):
    """Die inside the transaction that stores a night: everything is written, nothing is committed."""
    real_connect = sqlite3.connect

    def connect(*args, **options):
        connection = real_connect(*args, **options)
        written = []

        def trace(statement):
            words = " ".join(statement.split()).upper()
            if words.startswith("BEGIN"):
                written.clear()
            elif words.startswith("INSERT INTO EPISODES"):
                written.append(words)
            elif words.startswith("COMMIT") and written:
                death.at("inside_transaction")

        connection.set_trace_callback(trace)
        return connection

    sqlite3.connect = connect


def main():
    launcher = demo_launcher()
    folder, evenings = launcher.take_arguments()
    launcher.move_clock(folder, evenings)
    death = Death(folder)
    for wrap in (wrap_stream, wrap_model, wrap_journal, wrap_store, wrap_sqlite):
        wrap(death)
    return launcher.run_home_assistant()


if __name__ == "__main__":
    sys.exit(main())
