"""The prose of a night: what is said, and what is not."""

import asyncio
from asyncio import CancelledError
from dataclasses import replace

import pytest

from custom_components.mirae_story.servers.sentences import Sentences
from custom_components.mirae_story.story.errors import (
    ReplyCutOffError,
    ServerSlowError,
    ServerUnreachableError,
)
from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.model import HouseRules, Language
from custom_components.mirae_story.story.prompt import prose_messages
from custom_components.mirae_story.story.teller import Teller, Writer
from custom_components.mirae_story.story.telling import Telling
from tests.living_home import PROSE, PROSE_JA
from tests.story.fakes import ScriptedModel
from tests.story.tales import sea_story

RULES = HouseRules(minutes=0.5)
FIRST, _, REST = PROSE.partition("A small green island")
REST = "A small green island" + REST
DEAD = "Elda laughed and poured tea for everybody. "


async def write(
    *replies,
    language=Language.EN,
    telling=None,
    model=...,
    rules=RULES,
    gate=None,
    recent=(),
    patience_s=300,
):
    """Tell one night with a model that replies so; return the prose, the telling and the model."""
    state = sea_story(language=language)
    model = ScriptedModel(prose=replies) if model is ... else model
    failures = []
    writer = model and Writer(
        server=model, on_error=failures.append, patience_s=patience_s
    )
    telling = telling or Telling(4)
    gate = Gate(state.cast, language, rules, **(gate or {}))
    teller = Teller(
        writer,
        Sentences,
        state=state,
        rules=rules,
        gate=gate,
        telling=telling,
        recent=recent,
    )
    prose = await teller.write(prose_messages(state, [], rules))
    if model:
        model.failures = failures
    return prose, telling, model


@pytest.mark.parametrize(
    ("language", "text"), [(Language.EN, PROSE), (Language.JA, PROSE_JA)]
)
async def test_a_good_night_is_told_as_it_is(language, text):
    prose, telling, model = await write(text, language=language)
    assert prose.text == telling.text == text
    assert (prose.calm_ending, prose.retellings, prose.stopped) == (False, 0, False)
    assert len(model.prose_calls) == 1


async def test_a_wrong_sentence_is_never_said_and_told_anew_from_the_last_good_one():
    prose, telling, model = await write(FIRST + DEAD + REST, REST)
    assert "Elda" not in telling.text
    assert prose.text == PROSE
    assert prose.retellings == 1
    retelling = model.prose_calls[1]
    assert any(FIRST.strip() in message.content for message in retelling)
    assert "Elda" in retelling[-1].content
    assert model.closed == 2


async def test_after_two_retellings_the_night_ends_calmly():
    prose, telling, model = await write(FIRST + DEAD, DEAD, DEAD, "never asked")
    assert (prose.retellings, prose.calm_ending) == (2, True)
    assert len(model.prose_calls) == 3
    assert prose.text.startswith(FIRST.strip())
    assert len(prose.text) > len(FIRST) + 60
    assert "Elda" not in telling.text


@pytest.mark.parametrize("language", list(Language))
async def test_a_model_that_finds_no_beginning_is_given_one(language):
    chatter = "Sure! Here is the story. "
    good = PROSE_JA if language is Language.JA else PROSE
    prose, _, model = await write(chatter, chatter, good, language=language)
    assert (prose.retellings, prose.calm_ending) == (2, False)
    before, _, after = prose.text.partition(good[:30])
    assert sea_story(language=language).cast.protagonist.name in before
    assert after
    assert before.strip() in model.prose_calls[2][-2].content


@pytest.mark.parametrize("language", list(Language))
async def test_a_model_that_never_begins_leaves_a_whole_calm_night(language):
    chatter = "Sure! Here is the story. "
    prose, _, _ = await write(*[chatter] * 3, language=language)
    alone, _, _ = await write(language=language, model=None)
    assert prose.calm_ending
    assert prose.text.split() == alone.text.split()


@pytest.mark.parametrize(
    ("language", "assent"), [(Language.EN, "Sure! "), (Language.JA, "承知しました。")]
)
async def test_words_of_assent_before_going_on_are_not_said(language, assent):
    text = PROSE_JA if language is Language.JA else PROSE
    stop = "。" if language is Language.JA else ". "
    start, _, rest = text.partition(stop)
    prose, _, _ = await write(start + stop, assent + rest, rest, language=language)
    assert assent.strip() not in prose.text
    assert (prose.retellings, prose.calm_ending) == (1, False)


async def test_each_good_sentence_earns_new_tries():
    step = "Theo pulled the rope number {n} as hard as he could. "
    replies = [step.format(n=n) + DEAD for n in range(3)]
    prose, _, _ = await write(FIRST + DEAD, *replies, REST)
    assert (prose.retellings, prose.calm_ending) == (4, False)
    assert REST.partition(".")[0] in prose.text
    assert "Elda" not in prose.text


async def test_a_model_that_never_learns_is_not_asked_all_night():
    step = "Theo pulled the rope number {n}. "
    replies = [step.format(n=n) + DEAD for n in range(20)]
    longer = replace(RULES, minutes=2.5)
    prose, _, model = await write(*replies, rules=longer)
    assert (prose.retellings, prose.calm_ending) == (6, True)
    assert len(model.prose_calls) == 7


async def test_a_night_that_is_too_short_goes_on():
    prose, _, model = await write(FIRST, REST)
    assert prose.text == PROSE
    assert not prose.calm_ending
    assert len(model.prose_calls) == 2


async def test_without_the_protagonist_the_model_is_asked_to_go_on():
    text = PROSE.replace("Mina", "Theo")
    prose, _, model = await write(text, " Then Mina closed the log and slept.")
    assert "Mina" in prose.text
    assert not prose.calm_ending
    assert "Mina" in model.prose_calls[1][-1].content


async def test_a_model_that_has_nothing_more_to_say_is_closed_for():
    prose, _, model = await write("", "", "")
    assert prose.calm_ending
    assert "Mina" in prose.text
    assert len(prose.text.split()) >= 40
    assert len(model.prose_calls) == 3


@pytest.mark.parametrize("language", list(Language))
async def test_without_a_model_code_tells_a_whole_night(language):
    prose, telling, _ = await write(language=language, model=None)
    assert prose.calm_ending
    assert prose.text == telling.text.strip()
    assert len(prose.text.split()) >= 40 or len(prose.text) >= 80


@pytest.mark.parametrize(
    "failure", [ServerUnreachableError(url="x"), ServerSlowError(url="x")]
)
async def test_a_model_that_goes_away_leaves_a_calm_night(failure):
    prose, _, model = await write([FIRST + "And then the sh", failure])
    assert prose.calm_ending
    assert "And then" not in prose.text
    assert prose.text.startswith(FIRST.strip())
    assert model.failures == [failure]


async def test_a_tail_that_was_cut_off_is_dropped_and_the_night_closed():
    prose, _, model = await write([PROSE + " And then the sh", ReplyCutOffError()])
    assert "And then" not in prose.text
    assert prose.text.startswith(PROSE)
    assert len(prose.text) > len(PROSE) + 30
    assert not prose.calm_ending
    assert len(model.prose_calls) == 1


async def test_a_reply_that_ends_in_mid_sentence_is_closed_too():
    prose, _, _ = await write(PROSE + " And then the sh")
    assert "And then" not in prose.text
    assert len(prose.text) > len(PROSE) + 30


async def test_a_model_without_end_is_stopped():
    endless = " ".join(f"Mina counted {n} quiet stars above." for n in range(900))
    prose, _, model = await write(endless)
    assert len(prose.text.split()) < 150
    assert not prose.calm_ending
    assert model.closed == 1


async def test_a_loop_is_heard_once():
    loop = PROSE + " Mina looked at the moon for a while." * 40
    prose, _, _ = await write(loop)
    assert prose.text.count("looked at the moon") == 1


async def test_short_answers_may_come_again():
    prose, _, _ = await write(PROSE + ' "Yes." "Yes." Mina slept.')
    assert prose.text.count("Yes") == 2


@pytest.mark.parametrize(
    ("language", "text", "close"),
    [
        (Language.EN, PROSE, "Then Mina turned the ship into a calm bay"),
        (Language.JA, PROSE_JA, "ミナは船をしずかな入り江にとめて"),
    ],
)
async def test_the_close_of_a_recent_night_is_not_said_again(language, text, close):
    recent = ["", f"Some other night. {close}{text.partition(close)[2]}"]
    prose, telling, model = await write(text, language=language, recent=recent)
    assert close not in telling.text
    assert len(model.prose_calls) == 1
    assert not prose.calm_ending
    good = text.partition(close)[0].rstrip()
    assert prose.text.startswith(good)
    assert len(prose.text) > len(good) + 30, "code closes the night instead"


async def test_a_known_close_amid_a_night_is_left_out():
    close = "Then Mina turned the ship into a calm bay, and everybody went to sleep under the stars."
    new = " At last the moon came up and looked at all of them for a long time."
    prose, _, _ = await write(PROSE + new, recent=[f"A night. {close}"])
    assert prose.text == PROSE.replace(f" {close}", "") + new


async def test_in_its_first_half_a_night_may_say_what_closed_another():
    opening = FIRST.partition(". ")[0] + "."
    prose, _, _ = await write(PROSE, recent=[f"A night. {opening}"])
    assert prose.text == PROSE


async def test_english_is_not_said_in_a_japanese_story():
    prose, telling, model = await write(PROSE, PROSE, PROSE, language=Language.JA)
    assert prose.calm_ending
    assert "Theo" not in telling.text
    assert len(model.prose_calls) == 3


async def test_a_sea_story_does_not_turn_into_science_fiction():
    space = "A robot came. The robot had a laser and a spaceship. "
    prose, telling, _ = await write(
        FIRST + space + REST, REST, gate={"genre": "adventure_at_sea"}
    )
    assert "spaceship" not in telling.text
    assert prose.retellings == 1
    assert not prose.calm_ending


async def test_a_quotation_in_another_language_is_fine():
    text = PROSE_JA.replace("みんなは", "「Good night, my friends!」みんなは")
    prose, _, _ = await write(text, language=Language.JA)
    assert prose.text == text


async def test_markdown_and_thoughts_are_not_said():
    prose, _, _ = await write(
        "# Night 4\n\n<think>A ship, yes.</think>" + PROSE.replace("Mina", "**Mina**")
    )
    assert prose.text == PROSE


async def test_stop_ends_at_the_next_sentence():
    telling = Telling(4)
    telling.stop()
    prose, telling, model = await write(PROSE, telling=telling)
    assert prose.stopped
    assert not prose.calm_ending
    assert telling.text == ""
    assert model.prose_calls == []


async def test_the_wanted_length_decides_what_is_too_short():
    longer = replace(RULES, minutes=2.5)
    _, _, model = await write(PROSE, "", "", rules=longer)
    assert len(model.prose_calls) == 3


@pytest.mark.parametrize(
    ("language", "farewell", "name"),
    [
        (Language.EN, "Theo hugged Mina, said goodbye and left for good. ", "Theo"),
        (Language.EN, "That evening Theo became one of the stars. ", "Theo"),
        (Language.JA, "テオは手をふって、遠い町へ引っ越していきました。", "テオ"),
    ],
)
async def test_an_ending_by_code_does_not_bring_back_who_has_just_gone(
    language, farewell, name
):
    start = PROSE_JA if language is Language.JA else f"{PROSE} "
    text = f"{start}{farewell} And then the sh"
    prose, _, _ = await write([text, ReplyCutOffError()], language=language)
    assert name not in prose.text.partition(farewell.strip())[2]
    assert prose.text.partition(farewell.strip())[2]


async def test_an_ending_by_code_may_name_who_is_there():
    prose, _, _ = await write([PROSE, ReplyCutOffError()])
    assert "Theo" in prose.text.removeprefix(PROSE)


@pytest.mark.parametrize(
    "fault", [ZeroDivisionError("secret"), CancelledError("secret")]
)
async def test_a_fault_of_our_own_still_ends_calmly(fault, caplog):
    prose, telling, _ = await write([FIRST, fault])
    assert prose.calm_ending
    assert telling.text.startswith("Mina stood at the wheel")
    assert len(telling.text) > len(FIRST) + 60
    assert "broke off" in caplog.text
    assert "secret" not in caplog.text


async def test_a_model_that_forgets_the_protagonist_is_asked_before_code_closes():
    text = " ".join(f"Theo counted {n} quiet stars above." for n in range(60))
    prose, _, model = await write(text, "Then Mina came and they slept.")
    assert len(model.prose_calls) == 2
    assert not prose.calm_ending
    assert "Mina came" in prose.text


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (Language.EN, "Theo counted {n} quiet stars above."),
        (Language.JA, "テオはしずかな星を{n}こ数えました。"),
    ],
)
async def test_a_protagonist_who_is_missing_at_half_time_is_led_in(language, line):
    text = " ".join(line.format(n=n) for n in range(60))
    hero = sea_story(language=language).cast.protagonist.name
    more = " ".join(line.format(n=n) for n in range(100, 160))
    prose, _, model = await write(text, more, language=language)
    assert not prose.calm_ending
    assert prose.written.count(hero) == 1
    before = prose.written.partition(hero)[0]
    assert "100" not in before
    assert "100" in prose.written, "the model goes on after it"
    assert hero in model.prose_calls[1][-1].content
    assert hero in model.prose_calls[1][-2].content


async def test_what_the_model_wrote_is_known_apart_from_the_ending_by_code():
    prose, _, _ = await write([FIRST + "And then the sh", ReplyCutOffError()], "", "")
    assert prose.calm_ending
    assert FIRST.startswith(prose.written)
    assert len(prose.text) > len(prose.written) + 60


@pytest.mark.parametrize(
    "bit", ["<think>hmm ", "." * 40, "*" * 40, "", "😀" * 40, "# Episode\n", " "]
)
async def test_a_stream_of_nothing_that_can_be_said_comes_to_an_end(bit):
    class Endless(ScriptedModel):
        async def stream_text(self, messages, sampling):
            while True:
                await asyncio.sleep(0)
                yield bit

    async with asyncio.timeout(120):
        prose, telling, _ = await write(model=Endless())
    assert prose.calm_ending
    assert "Mina" in telling.text


async def test_a_silent_model_is_given_up_after_the_familys_patience():
    model = ScriptedModel(default_prose=PROSE)
    model.gate.clear()
    async with asyncio.timeout(20):
        prose, _, model = await write(model=model, patience_s=0.05)
    assert prose.calm_ending
    assert [error.key for error in model.failures] == ["server_slow"]


async def test_stop_is_heard_while_the_model_is_silent():
    model, telling = ScriptedModel(default_prose=PROSE), Telling(4)
    model.gate.clear()
    writing = asyncio.create_task(write(model=model, telling=telling))
    await asyncio.sleep(0.05)
    telling.stop()
    async with asyncio.timeout(5):
        prose, _, _ = await writing
    assert prose.stopped


async def test_a_cancelled_telling_leaves_the_model():
    model = ScriptedModel(default_prose=PROSE)
    model.gate.clear()
    writing = asyncio.create_task(write(model=model))
    await asyncio.sleep(0.05)
    writing.cancel()
    with pytest.raises(CancelledError):
        await writing
    assert model.closed == 1
