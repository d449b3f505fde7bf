"""A long life of one story in which a person interferes at random: replaying gives every state, byte for byte."""

import random
from dataclasses import replace

from custom_components.mirae_story.story.desk import Desk
from custom_components.mirae_story.story.errors import MiraeError
from custom_components.mirae_story.story.model import HouseRules, Standing, Status
from custom_components.mirae_story.story.people import Edit
from custom_components.mirae_story.story.replay import apply
from custom_components.mirae_story.story.state import canonical_json, state_to_dict
from tests.living_home import NOTES, PROSE

OPENINGS = ("Soft rain fell", "A bell rang", "The moon rose", "Snow lay on deck")
NAMES = ("Pip", "Nora", "Bodo", "Theo", "Lulu", "Mina", "Elda")


def a_night(chance, names):
    """Return prose in which somebody may join, leave, or leave without a note; and the notes on it."""
    opening = f"{chance.choice(OPENINGS)} on evening {chance.randrange(10**6)}."
    who, kind = chance.choice(names), chance.randrange(4)
    joined = left = "[]"
    line = ""
    if kind == 0:
        line = f"A friend named {who} came aboard and stayed."
        joined = f'["{who}"]'
    elif kind in {1, 2} and who != "Mina":
        line = f"{who} hugged Mina, said goodbye and left the ship for good."
        left = f'["{who}"]' if kind == 1 else "[]"
    prose = PROSE.replace("Lulu purred when they came back.", line)
    notes = NOTES.replace('"joined": []', f'"joined": {joined}')
    return f"{opening} {prose}", notes.replace('"left": []', f'"left": {left}')


def an_edit(chance):
    name, other = chance.sample(NAMES, 2)
    return chance.choice(
        [
            Edit(character=name, rename=f"{other}{chance.randrange(9)}", confirm=True),
            Edit(character=name, add_alias=f"{other}lein"),
            Edit(character=name, role=f"cook {chance.randrange(9)}", confirm=True),
            Edit(character=name, status=chance.choice([*Status]), confirm=True),
            Edit(add_character=name, role="sailor"),
            Edit(situation=f"They rest in bay {chance.randrange(9)}."),
            Edit(genre=f"sea {chance.randrange(9)}", confirm=True, reason="Why not."),
        ]
    )


async def tell(world, story, chance, *, anew):
    prose, notes = a_night(chance, NAMES)
    world.model.prose.append(prose)
    world.model.notes.append(notes)
    telling = await story.retell() if anew else story.tell()
    await telling.ended()
    await world.rest()
    world.model.prose.clear()
    world.model.notes.clear()


async def act(world, story, chance):
    """Do one thing that people do; what cannot be done now is refused, and leaves no trace."""
    desk = Desk(story, story._around)
    match chance.choice(["tell"] * 5 + ["retell", "undo", "decide", "edit", "edit"]):
        case "tell":
            world.clock.next_evening()
            await tell(world, story, chance, anew=False)
        case "retell":
            await tell(world, story, chance, anew=True)
        case "undo":
            before, _ = await story.before_last()
            await desk.undo()
            assert replace(story.state, revision=before.revision) == before
        case "decide":
            name = chance.choice(story.state.cast.members).name
            await desk.decide(name, accept=chance.random() < 0.5)
        case "edit":
            await desk.edit(an_edit(chance))


async def test_replaying_gives_every_state_whatever_people_do(world, full):
    chance = random.Random(7)
    world.rules = HouseRules(minutes=0.5)
    story = await world.begin()
    refused = 0
    for _ in range(600 if full else 60):
        before = story.state
        try:
            await act(world, story, chance)
        except MiraeError:
            refused += 1
            assert story.state is before
        assert story.state == await world.journal.state(before.story_id)
    steps = await world.journal.steps(story.state.story_id)
    state = None
    for step in steps:
        state = apply(state, step.kind, step.detail)
        assert canonical_json(state_to_dict(state)) == step.state
    kinds = {step.kind for step in steps}
    assert kinds >= {"begun", "told", "reviewed", "undone", "decided", "edited"}
    versions = await world.journal.versions(story.state.story_id)
    assert {each.standing for each in versions} == set(Standing)
    nights = [episode.night for episode in await story.last_episodes()]
    assert nights == list(range(1, story.state.night + 1))
    assert refused
