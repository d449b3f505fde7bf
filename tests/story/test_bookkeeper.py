"""Chapters of a living story: by the model or by code, in the prompt, and gone with an undone night."""

import json
from dataclasses import replace

import pytest

from custom_components.mirae_story.servers.repair import repair_json
from custom_components.mirae_story.story.bookkeeper import (
    LINE_SCHEMA,
    background,
    due_chapters,
    is_chapter_due,
)
from custom_components.mirae_story.story.chapters import Maker, standing
from custom_components.mirae_story.story.errors import (
    ServerUnreachableError,
    StoreError,
)
from custom_components.mirae_story.story.prompt import NO_BACKGROUND
from custom_components.mirae_story.story.replay import CHAPTER
from custom_components.mirae_story.story.surroundings import Happening
from tests.living_home import NOTES, PROSE
from tests.story.test_story import night

LINE = "Mina and Theo lit seven lamps."
BOOK = "From lamp to lamp went the Star Ship."
FIRST = [
    "Soft rain fell on the sails of the old ship.",
    "The morning smelled of bread and of oranges.",
    "A gull sat on the mast and would not go away.",
    "Theo had lost his favourite pencil in a barrel.",
    "Far away somebody was playing a slow flute.",
    "The fog lay thick and white on all the water.",
    "Blue jellyfish glowed below the quiet keel.",
    "Nobody aboard could find the second sock.",
    "A letter in a bottle knocked at the hull.",
]


class Chronicler:
    """Answers requests for lines with `lines`, and all others with notes."""

    def __init__(self, model, lines):
        self.model, self.lines, self.asked = model, list(lines), []
        self.other = model.ask_json
        model.ask_json = self

    async def __call__(self, messages, schema, sampling):
        if schema != LINE_SCHEMA:
            return await self.other(messages, schema, sampling)
        self.asked.append(messages)
        reply = self.lines.pop(0) if self.lines else "useless"
        if isinstance(reply, Exception):
            raise reply
        return reply


def line(text):
    return json.dumps({"line": text})


async def nights(world, story, count):
    for _ in range(count):
        number = story.state.night
        end = f"At last {FIRST[number % 9].lower().rstrip('.')}, and they slept."
        prose = PROSE.partition("Then Mina")[0]
        world.model.prose.append(f"{FIRST[number % 9]} {prose}{end}")
        world.model.notes.append(
            NOTES.replace("the green island", f"green island {number + 1}")
        )
        await night(world, story)
        world.clock.next_evening()


async def chapters(world, story):
    return await world.journal.chapters(story.state.story_id)


async def test_seven_nights_become_a_chapter_and_the_summary_begins_anew(world):
    chronicler = Chronicler(world.model, [line(LINE), line(BOOK)])
    story = await world.begin()
    await nights(world, story, 7)
    (chapter,) = await chapters(world, story)
    assert (chapter.number, chapter.text, chapter.made_by) == (1, LINE, Maker.MODEL)
    assert (chapter.book, chapter.book_made_by) == (BOOK, Maker.MODEL)
    assert story.state.reference.summary == LINE
    assert world.states.saved[-1] == story.state
    asked = [messages[1].content for messages in chronicler.asked]
    assert all(f"green island {number}." in asked[0] for number in range(1, 8))
    assert LINE in asked[1]
    kinds = [step.kind for step in await world.journal.steps(story.state.story_id)]
    assert kinds[-1] == CHAPTER
    assert await world.journal.replay(story.state.story_id) == story.state
    await nights(world, story, 1)
    told = world.model.prose_calls[-1][1].content
    assert f"The book so far: {BOOK}" in told
    assert told.count(LINE) == 1


async def test_the_book_is_never_made_from_itself(world):
    chronicler = Chronicler(
        world.model, [line(text) for text in (LINE, BOOK, "Two.", "Both chapters.")]
    )
    story = await world.begin()
    await nights(world, story, 14)
    first, second = await chapters(world, story)
    assert (second.number, second.book) == (2, "Both chapters.")
    last = chronicler.asked[-1][1].content
    assert LINE in last
    assert "Two." in last
    assert BOOK not in last
    past = await background(world.journal, story.state, "")
    assert (past.book, past.chapters) == ("Both chapters.", (LINE, "Two."))
    assert standing([first, second], await world.journal.recaps(story.state.story_id))


@pytest.mark.parametrize(
    "reply",
    [
        "useless",
        "[" * 100_000,
        '{"line": 7}',
        '["line"]',
        line("Sure! Here is the summary of the story."),
        line("七つの灯りをともしました。"),
        ServerUnreachableError(url="x"),
    ],
)
async def test_code_writes_what_the_model_cannot(world, reply):
    Chronicler(world.model, [reply, reply])
    story = await world.begin()
    await nights(world, story, 7)
    (chapter,) = await chapters(world, story)
    assert (chapter.made_by, chapter.book_made_by) == (Maker.CODE, Maker.CODE)
    assert chapter.text.startswith("Mina lit the lamp of green island 1.")
    assert "green island 7" in chapter.text
    assert chapter.book.startswith("Mina lit the lamp of green island 1.")
    assert story.state.reference.summary == chapter.text


async def test_a_nearly_right_line_is_read(world):
    Chronicler(world.model, [f"{{line: '{LINE}',}}", line(f" {BOOK}\n")])
    story = await world.begin()
    await nights(world, story, 7)
    (chapter,) = await chapters(world, story)
    assert (chapter.text, chapter.book) == (LINE, BOOK)


async def test_a_chapter_waits_for_the_notes_and_then_the_next_night_makes_it(world):
    story = await world.begin(retry_after_s=(0,))
    await nights(world, story, 6)
    world.model.notes.append("useless")
    world.model.default_notes = "useless"
    await night(world, story)
    assert story.state.night == 7
    assert await chapters(world, story) == []
    world.clock.next_evening()
    await nights(world, story, 1)
    (chapter,) = await chapters(world, story)
    assert chapter.made_by is Maker.CODE
    assert "The last chapters:" in world.model.prose_calls[-1][1].content
    assert await world.journal.replay(story.state.story_id) == story.state


async def test_an_older_story_gets_its_chapters_after_an_update(world, monkeypatch):
    async def nothing_due(*_args):
        for chapter in ():
            yield chapter

    story = await world.begin()
    with monkeypatch.context() as patch:
        patch.setattr(
            "custom_components.mirae_story.story.story.due_chapters", nothing_due
        )
        await nights(world, story, 15)
    assert await chapters(world, story) == []
    summary = story.state.reference.summary
    Chronicler(world.model, [line(text) for text in (LINE, BOOK, "Two.", "Both.")])
    again = world.story(story.state)
    await again.resume()
    await world.rest()
    assert [each.text for each in await chapters(world, story)] == [LINE, "Two."]
    assert again.state == story.state
    assert again.state.reference.summary == summary
    assert not await is_chapter_due(world.journal, story.state.story_id)


async def test_a_chapter_of_an_undone_night_is_ignored_and_made_again(world):
    Chronicler(world.model, [line(text) for text in (LINE, BOOK, "Anew.", "New.")])
    story = await world.begin()
    await nights(world, story, 7)
    before, episode = await story.before_last()
    state = replace(before, revision=story.state.revision + 1)
    await world.journal.undo(episode, state, world.clock())
    story.state = state
    past = await background(world.journal, story.state, "")
    assert (past.book, past.chapters) == ("", ())
    world.model.notes.append(NOTES.replace("the green", "quite another"))
    world.model.prose.append(f"Quite another night began. {PROSE}")
    world.clock.next_evening()
    await night(world, story)
    past = await background(world.journal, story.state, "")
    assert (past.book, past.chapters) == ("New.", ("Anew.",))
    assert story.state.reference.summary == "Anew."
    assert await world.journal.replay(story.state.story_id) == story.state


async def test_a_night_told_anew_is_told_without_its_own_chapter(world):
    Chronicler(world.model, [line(LINE), line(BOOK)])
    story = await world.begin()
    await nights(world, story, 7)
    world.model.prose.append(f"Quite another night began. {PROSE}")
    telling = await story.retell()
    await telling.ended()
    await world.rest()
    assert LINE not in world.model.prose_calls[-1][1].content
    recaps = await world.journal.recaps(story.state.story_id)
    (standing_one,) = standing(await chapters(world, story), recaps)
    assert standing_one.text != LINE
    assert await world.journal.replay(story.state.story_id) == story.state


async def test_without_a_journal_the_prompt_goes_without_the_past(world, monkeypatch):
    async def refuse(*_args):
        raise StoreError

    story = await world.begin()
    monkeypatch.setattr(world.journal, "chapters", refuse)
    assert await background(world.journal, story.state, "") == NO_BACKGROUND


async def test_nothing_is_due_in_a_new_story(world):
    story = await world.begin()
    assert not await is_chapter_due(world.journal, story.state.story_id)
    made = due_chapters(world.journal, story.state, None, repair_json)
    assert [chapter async for chapter in made] == []


async def test_a_wish_recalls_what_was_told_long_ago(world):
    story = await world.begin()
    world.model.prose.append(
        f"A glass whale sang under the bridge that night. {PROSE.partition('Then')[0]}"
        "Everybody fell asleep with that song in the ears."
    )
    await night(world, story)
    world.clock.next_evening()
    await nights(world, story, 8)
    await night(world, story, wish="the glass whale again")
    asked = world.model.prose_calls[-1][1].content
    assert "From night 1, long past, only a memory: A glass whale sang" in asked


async def test_an_unfit_wish_is_dropped_quietly_and_the_night_goes_on(world, caplog):
    story = await world.begin()
    wish = "somebody is stabbed and there is blood everywhere"
    telling = await night(world, story, wish=wish)
    assert telling.stored
    asked = str(world.model.prose_calls)
    assert "stabbed" not in asked
    assert "A wish for tonight" not in asked
    assert "stabbed" not in telling.text
    episode = await story.last_episode()
    assert (episode.wish, episode.wish_dropped) == (wish, True)
    assert "stabbed" not in caplog.text
    world.clock.next_evening()
    world.model.prose.append(f"It rained softly all the long day. {PROSE}")
    await night(world, story, wish="a kind whale")
    assert not (await story.last_episode()).wish_dropped
    assert "a kind whale" in str(world.model.prose_calls[-1])


async def test_after_a_fright_three_nights_are_gentler(world):
    story = await world.begin()
    await nights(world, story, 1)
    await story.soothe()
    assert story.state.gentle_until == 4
    assert world.happened[-1] == (Happening.TOO_SCARY, 1)
    assert world.states.saved[-1] == story.state
    await nights(world, story, 4)
    gentle = ["more softly" in str(call) for call in world.model.prose_calls]
    assert gentle == [False, True, True, True, False]
    assert await world.journal.replay(story.state.story_id) == story.state


async def test_a_fright_while_telling_counts_from_that_night(world):
    world.model.gate.clear()
    story = await world.begin()
    telling = story.tell()
    await story.soothe()
    telling.stop()
    world.model.gate.set()
    await telling.ended()
    await world.rest()
    assert story.state.gentle_until == 4
    assert world.happened == [(Happening.TOO_SCARY, 1)]
    await night(world, story)
    assert "more softly" in str(world.model.prose_calls[-1])
    assert story.state.night == 1


async def test_a_softer_night_told_anew_does_not_forget_the_fright(world):
    story = await world.begin()
    await nights(world, story, 1)
    await story.soothe()
    world.model.prose.append(PROSE)
    telling = await story.retell()
    await telling.ended()
    await world.rest()
    assert story.state.gentle_until == 4
    assert await world.journal.replay(story.state.story_id) == story.state
