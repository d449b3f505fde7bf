"""A living story on a real journal: nights, notes, crashes of the model, and steps that cannot be torn."""

import asyncio
from dataclasses import replace
from datetime import date

import pytest

from custom_components.mirae_story.servers.repair import repair_json
from custom_components.mirae_story.servers.sentences import Sentences
from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.store.journal import SqliteJournal
from custom_components.mirae_story.story import writing
from custom_components.mirae_story.story.errors import (
    AlreadyToldError,
    ServerUnreachableError,
    StoreError,
)
from custom_components.mirae_story.story.model import (
    Change,
    Character,
    HouseRules,
    Language,
    NotesStatus,
    Outcome,
    Reference,
)
from custom_components.mirae_story.story.state import begin_state
from custom_components.mirae_story.story.story import Happening, Story, Surroundings
from custom_components.mirae_story.story.teller import Writer
from tests.living_home import NOTES, PROSE, SECOND
from tests.story.fakes import Clock, ScriptedModel

RULES = HouseRules(minutes=0.5)
FAREWELL = PROSE.replace(
    "Lulu purred when they came back.",
    "Theo hugged Mina, said goodbye and left the ship for good.",
)
LEFT = NOTES.replace('"left": []', '"left": [{"name": "Theo", "reason": "home"}]')


class States:
    def __init__(self):
        self.saved = []

    async def save(self, state):
        self.saved.append(state)


class World:
    """A story with everything it needs, and what came of it."""

    def __init__(self, database, model, rules=RULES):
        self.journal = SqliteJournal(database)
        self.model, self.rules = model, rules
        self.clock, self.states = Clock(), States()
        self.happened, self.tasks = [], []

    def spawn(self, work, name):
        task = asyncio.get_running_loop().create_task(work, name=name)
        self.tasks.append(task)
        return task

    def story(self, state, *, retry_after_s=(0, 0, 3600)):
        around = Surroundings(
            journal=self.journal,
            states=self.states,
            cutter=Sentences,
            repair=repair_json,
            now=self.clock,
            spawn=self.spawn,
            notify=lambda what, night: self.happened.append((what, night)),
            retry_after_s=retry_after_s,
        )
        writer = Writer(server=self.model) if self.model else None
        return Story(state, self.rules, writer, around)

    async def begin(self, **kwargs):
        state = begin_state(
            story_id="01JSTARSH1P000000000000000",
            title="The Star Ship",
            reference=Reference(
                language=Language.EN,
                genre="adventure_at_sea",
                premise="A small ship sails from island to island.",
                audience_age=6,
            ),
            protagonist=Character(name="Mina", role="captain", protagonist=True),
            first_cast=[Character(name="Theo", role="navigator")],
        )
        await self.journal.begin(state, self.clock())
        return self.story(state, **kwargs)

    async def rest(self):
        """Wait until nothing runs in the background."""
        while running := [task for task in self.tasks if not task.done()]:
            await asyncio.wait(running, timeout=5)


@pytest.fixture
async def database(tmp_path):
    database = Database(tmp_path / "story.db")
    await database.open()
    yield database
    await database.close()


@pytest.fixture
def model():
    return ScriptedModel(default_prose=PROSE, default_notes=NOTES)


@pytest.fixture
def world(database, model):
    return World(database, model)


async def night(world, story, wish=""):
    telling = story.tell(wish)
    await telling.ended()
    await world.rest()
    return telling


async def test_a_night_is_told_noted_and_kept(world):
    story = await world.begin()
    telling = await night(world, story, wish="a whale")
    assert telling.stored
    assert story.state.night == 1
    assert story.state.revision == 3
    assert story.state.told_on == date(2026, 11, 30)
    assert story.state.situation.text == "The ship rests in a calm bay under the stars."
    episode = await story.last_episode()
    assert episode.prose == PROSE
    assert telling.text == f"{episode.lead}{telling.text[len(episode.lead) :]}"
    assert (episode.wish, episode.notes) == ("a whale", NotesStatus.USED)
    assert world.happened == [(Happening.NIGHT_TOLD, 1), (Happening.NIGHT_NOTED, 1)]
    assert world.states.saved[-1] == story.state
    assert await world.journal.replay(story.state.story_id) == story.state


async def test_an_evening_has_its_nights_and_no_more(world):
    story = await world.begin()
    await night(world, story)
    with pytest.raises(AlreadyToldError):
        story.tell()
    world.clock.next_evening()
    world.model.default_prose = SECOND
    assert SECOND in (await night(world, story)).text
    assert story.state.night == 2


async def test_one_who_leaves_is_gone_the_next_night(world):
    world.model.prose.extend([FAREWELL, SECOND.replace("Theo", "she")])
    world.model.notes.append(LEFT)
    story = await world.begin()
    await night(world, story)
    assert [m.name for m in story.state.cast.on_stage] == ["Mina"]
    world.clock.next_evening()
    telling = await night(world, story)
    assert "Theo" not in telling.text.partition("Soft rain")[2]


async def test_what_the_notes_leave_out_waits_for_a_person(world):
    world.model.prose.append(FAREWELL)
    story = await world.begin()
    await night(world, story)
    theo = story.state.cast.named("Theo")
    assert theo.pending is Change.LEFT
    assert (Happening.DECISION_NEEDED, 1) in world.happened
    episode = await story.last_episode()
    assert [d.outcome for d in episode.decisions] == [Outcome.PENDING]


async def test_useless_notes_are_asked_for_again_and_then_derived(world):
    world.model.default_notes = "I am only a small model."
    story = await world.begin(retry_after_s=(0, 0, 0))
    await night(world, story)
    assert len(world.model.notes_calls) == 3
    asked = [str(messages) for messages, _ in world.model.notes_calls]
    assert ["joined: NAME - ROLE" in each for each in asked] == [False, True, True]
    assert (Happening.NOTES_LATE, 1) in world.happened
    episode = await story.last_episode()
    assert episode.notes is NotesStatus.WAITING
    assert episode.notes_raw == "I am only a small model."
    world.model.default_notes = NOTES
    world.clock.next_evening()
    await night(world, story)
    first, second = await story.last_episodes()
    assert (first.notes, second.notes) == (NotesStatus.DERIVED, NotesStatus.USED)
    assert first.recap


async def test_notes_in_plain_lines_are_taken(world):
    world.model.notes.append("useless")
    world.model.notes.append(
        "joined: none\nleft: none\ndied: none\ntitle: The lamp\n"
        "recap: Mina lit the lamp.\nsummary: Mina sails.\nsituation: The ship rests."
    )
    story = await world.begin()
    await night(world, story)
    episode = await story.last_episode()
    assert (episode.title, episode.notes) == ("The lamp", NotesStatus.USED)
    assert story.state.reference.summary == "Mina sails."


async def test_the_next_night_does_not_wait_for_notes(world):
    world.model.notes.append("useless")
    story = await world.begin(retry_after_s=(0, 3600))
    telling = story.tell()
    await telling.ended()
    await asyncio.sleep(0.1)
    world.clock.next_evening()
    telling = story.tell()
    await telling.ended()
    assert story.state.night == 2
    assert (await story.last_episodes())[0].notes is NotesStatus.DERIVED
    await story.close()
    await asyncio.gather(*world.tasks, return_exceptions=True)


async def test_a_server_that_gives_no_notes_is_not_the_end(world):
    world.model.notes.append(ServerUnreachableError(url="x"))
    story = await world.begin()
    await night(world, story)
    assert (await story.last_episode()).notes is NotesStatus.USED


async def test_notes_are_caught_up_after_a_restart(world):
    world.model.default_notes = "useless"
    story = await world.begin(retry_after_s=(0,))
    await night(world, story)
    world.model.default_notes = NOTES
    again = world.story(story.state)
    await again.resume()
    await world.rest()
    assert (await again.last_episode()).notes is NotesStatus.USED
    await again.resume()
    assert all(task.done() for task in world.tasks)


async def test_a_new_story_has_nothing_to_catch_up(world):
    await (await world.begin()).resume()
    assert world.tasks == []


async def test_without_a_model_nights_are_told_and_notes_wait(database):
    world = World(database, None)
    story = await world.begin()
    telling = await night(world, story)
    assert telling.stored
    episode = await story.last_episode()
    assert episode.calm_ending
    assert episode.notes is NotesStatus.WAITING


async def test_a_night_stopped_early_is_told_anew(world):
    world.model.gate.clear()
    story = await world.begin()
    telling = story.tell()
    assert story.tell() is telling
    await asyncio.sleep(0.05)
    telling.stop()
    world.model.gate.set()
    await telling.ended()
    await world.rest()
    assert not telling.stored
    assert story.state.night == 0
    assert world.happened == []
    await night(world, story)
    assert story.state.night == 1


async def test_a_night_stopped_after_half_counts(world):
    world.model.prose.append([PROSE.partition("Lulu purred")[0]])
    story = await world.begin()
    telling = story.tell()
    async for _ in telling.listen():
        if "like a smile" in telling.text or "filled the lamp" in telling.text:
            telling.stop()
    await world.rest()
    assert telling.stored
    assert story.state.night == 1


async def test_a_full_disk_lets_the_night_be_heard_but_not_counted(world, monkeypatch):
    async def refuse(*_args, **_kwargs):
        raise StoreError

    story = await world.begin()
    monkeypatch.setattr(world.journal, "add_told", refuse)
    telling = await night(world, story)
    assert PROSE in telling.text
    assert not telling.stored
    assert story.state.night == 0
    assert world.happened == [(Happening.NIGHT_FAILED, 1)]


async def test_a_journal_that_cannot_be_read_does_not_keep_a_child_waiting(
    world, monkeypatch
):
    async def refuse(*_args, **_kwargs):
        raise StoreError

    story = await world.begin()
    monkeypatch.setattr(world.journal, "episodes", refuse)
    assert PROSE in (await night(world, story)).text


async def test_an_unforeseen_fault_ends_the_telling(world, monkeypatch, caplog):
    story = await world.begin()
    monkeypatch.setattr(writing, "tonights_prompt", lambda *_args, **_more: 1 / 0)
    telling = await night(world, story)
    assert telling.finished
    assert world.happened == [(Happening.NIGHT_FAILED, 1)]
    assert "broke off" in caplog.text


async def test_lost_notes_are_logged(world, monkeypatch, caplog):
    async def refuse(*_args, **_kwargs):
        raise StoreError

    story = await world.begin()
    monkeypatch.setattr(world.journal, "add_reviewed", refuse)
    await night(world, story)
    assert story.state.night == 1
    assert "Notes on night 1 were lost" in caplog.text


async def test_late_notes_on_an_older_night_change_nothing(world):
    story = await world.begin()
    await night(world, story)
    state = story.state
    old = replace(await story.last_episode(), night=0)
    from custom_components.mirae_story.story.model import Notes  # noqa: PLC0415

    await story._settle(old, Notes(), NotesStatus.DERIVED)
    assert story.state is state


async def test_an_edit_is_journaled_once(world):
    story = await world.begin()
    for _ in range(2):
        await story.edit(title="The Lamp Ship", audience_age=9)
    assert (story.state.title, story.state.revision) == ("The Lamp Ship", 2)
    assert world.states.saved == [story.state]
    assert await world.journal.replay(story.state.story_id) == story.state


async def test_passages_are_found_in_told_nights(world):
    story = await world.begin()
    await night(world, story)
    assert [e.night for e in await story.passages(["island"])] == [1]


async def test_a_recap_that_the_gate_refuses_is_replaced(world, monkeypatch):
    story = await world.begin()
    await night(world, story)
    from custom_components.mirae_story.story import staging as module  # noqa: PLC0415

    monkeypatch.setattr(
        module, "recap", lambda *_args, **_kwargs: "<script>Mina</script>" * 9
    )
    world.clock.next_evening()
    world.model.default_prose = SECOND
    telling = await night(world, story)
    assert "<script>" not in telling.text
    assert len(telling.text.partition(SECOND)[0]) > 60


async def test_a_stopped_story_can_be_asked_for_again_at_once(world):
    world.model.gate.clear()
    story = await world.begin()
    first = story.tell()
    await asyncio.sleep(0.05)
    first.stop()
    async with asyncio.timeout(5):
        await story.at_rest()
    world.model.gate.set()
    second = await night(world, story)
    assert second is not first
    assert PROSE in second.text
    await story.at_rest()


async def test_a_story_that_is_closed_says_good_night_to_its_listeners(world):
    world.model.gate.clear()
    story = await world.begin()
    telling = story.tell()
    await asyncio.sleep(0.05)
    opening = telling.text
    async with asyncio.timeout(5):
        await story.close()
    assert telling.finished
    assert len(telling.text) > len(opening) + 5
    assert story.state.night == 0


async def test_a_step_that_is_being_journaled_is_finished_before_closing(
    world, monkeypatch
):
    reviewed = world.journal.add_reviewed

    async def slow(*args):
        await asyncio.sleep(0.2)
        await reviewed(*args)

    monkeypatch.setattr(world.journal, "add_reviewed", slow)
    story = await world.begin()
    await story.tell().ended()
    await asyncio.sleep(0.1)
    await story.close()
    assert (await story.last_episode()).notes is NotesStatus.USED


async def test_a_state_file_that_cannot_be_written_does_not_undo_a_night(
    world, monkeypatch, caplog
):
    async def refuse(_state):
        message = "secret"
        raise OSError(message)

    monkeypatch.setattr(world.states, "save", refuse)
    story = await world.begin()
    telling = await night(world, story)
    assert telling.stored
    assert (await story.last_episode()).notes is NotesStatus.USED
    assert "could not be saved" in caplog.text
    assert "secret" not in caplog.text


async def test_unforeseen_faults_of_notes_are_logged_without_their_words(world, caplog):
    world.model.notes.append(ValueError("secret"))
    world.model.ask_json = None
    story = await world.begin()
    await night(world, story)
    assert story.state.night == 1
    assert "were lost: TypeError" in caplog.text


async def test_without_told_nights_the_recap_is_plain(world, monkeypatch):
    story = await world.begin()
    await night(world, story)

    async def lost(*_args, **_kwargs):
        return []

    monkeypatch.setattr(world.journal, "episodes", lost)
    world.clock.next_evening()
    world.model.default_prose = SECOND
    lead = (await night(world, story)).text.partition(SECOND)[0]
    assert "last night" not in lead
    assert len(lead) > 60
