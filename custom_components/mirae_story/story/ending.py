"""Calm words made by code: the end of a night when the model cannot give one, or a whole small night.

They are drawn from lists by the number of the night. The lists have lengths without a common factor, so
that every line changes from one night to the next and a combination comes back only after all others.
They speak only of who is on stage, and decide nothing: the story can go on from any of them.
"""

from collections.abc import Mapping

from .model import StoryState
from .phrases import phrases
from .phrases.shape import Scenery
from .phrases.wording import fill, friends, names, spoken, turn

_SCENERIES: Mapping[str, Scenery] = {
    "adventure_at_sea": Scenery.SEA,
    "forest_animals": Scenery.FOREST,
    "fairy_tale": Scenery.TALE,
    "science_fiction": Scenery.SPACE,
    "mystery": Scenery.TOWN,
    "everyday_life": Scenery.TOWN,
    "school": Scenery.TOWN,
    "history": Scenery.TALE,
}
_BRIDGES_A_NIGHT = 3


def scenery(genre: str) -> Scenery:
    """Return what kind of place a genre plays in."""
    return _SCENERIES.get(genre, Scenery.ANYWHERE)


def calm_ending(state: StoryState, *, prose: str, night: int) -> str:
    """Return sentences that bring the night to rest; a whole small calm episode if nothing was told yet."""
    first = opener(state, night=night)
    told = prose.strip()
    if told not in {"", first.strip()}:
        return closing(state, night=night)
    words = phrases(state.reference.language).ending
    place = scenery(state.reference.genre)
    scenes = words.scenes[Scenery.ANYWHERE]
    if place is not Scenery.ANYWHERE:
        scenes = words.scenes[place] + scenes
    scene = _said(state, turn(scenes, night)) + closing(state, night=night)
    return scene if told else first + scene


def opener(state: StoryState, *, night: int) -> str:
    """Return a calm first sentence with the protagonist in it."""
    words = phrases(state.reference.language).ending
    return _said(state, turn(words.openers, night))


def closing(state: StoryState, *, night: int) -> str:
    """Return three calm sentences: the protagonist settles, the friends come to rest, the night falls."""
    words = phrases(state.reference.language).ending
    together = words.together if friends(state.cast) else words.alone
    places = words.places[scenery(state.reference.genre)]
    return _said(
        state, turn(words.settle, night), turn(together, night), turn(places, night)
    )


def bridge(state: StoryState, night: int, used: int) -> str:
    """Return a short sentence that fills a pause; `used` counts those said tonight, and three differ."""
    words = phrases(state.reference.language).ending
    number = night * _BRIDGES_A_NIGHT + used % _BRIDGES_A_NIGHT
    return _said(state, turn(words.bridges, number))


def entrance(state: StoryState, *, night: int) -> str:
    """Return a short sentence that brings in a protagonist who was not in the night so far."""
    words = phrases(state.reference.language).ending
    return _said(state, turn(words.entrances, night))


def _said(state: StoryState, *lines: str) -> str:
    """Return the lines as speech, with the names of who is on stage."""
    language = state.reference.language
    others = names(friends(state.cast), language)
    hero = state.cast.protagonist.name
    return spoken([fill(line, hero=hero, friends=others) for line in lines], language)
