"""The forms that describe a story, and what is made of their answers."""

from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import category

import voluptuous as vol
from homeassistant.const import CONF_LLM_HASS_API
from homeassistant.data_entry_flow import section
from homeassistant.helpers.selector import (
    BooleanSelector,
    ObjectSelector,
    ObjectSelectorConfig,
    SelectOptionDict,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
    TextSelector,
    TextSelectorConfig,
    TimeSelector,
)

from .const import (
    CONF_ALL_CHANGE,
    CONF_APPROVAL,
    CONF_AUDIENCE_AGE,
    CONF_DAY_STARTS_AT,
    CONF_DEATH_POLICY,
    CONF_FIRST_CAST,
    CONF_FOREIGN_WORDS,
    CONF_GENRE,
    CONF_LANGUAGE,
    CONF_MAX_ACTIVE,
    CONF_MINUTES,
    CONF_NAME,
    CONF_NIGHTS_A_DAY,
    CONF_NOT_READY,
    CONF_OFFER_CHOICE,
    CONF_PREMISE,
    CONF_PREPARE_AT,
    CONF_PREPARE_WHEN,
    CONF_PROTAGONIST_NAME,
    CONF_PROTAGONIST_ROLE,
    CONF_REPEAT_PENALTY,
    CONF_ROLE,
    CONF_SEED,
    CONF_SENTENCE_PAUSE,
    CONF_SERVER,
    CONF_SPEECH_AHEAD,
    CONF_TEMPERATURE,
    CONF_TITLE,
    CONF_TOP_P,
    CONF_VOICE,
    CONF_VOICE_BEGIN,
    CONF_VOICE_DECIDE,
    CONF_VOICE_FORGET,
    DEFAULT_APPROVAL,
    DEFAULT_AUDIENCE_AGE,
    DEFAULT_DAY_STARTS_AT,
    DEFAULT_MAX_ACTIVE,
    DEFAULT_MINUTES,
    DEFAULT_NIGHTS_A_DAY,
    DEFAULT_NOT_READY,
    DEFAULT_PREPARE_AT,
    DEFAULT_PREPARE_WHEN,
    NO_DEATHS_UNDER_AGE,
    SECTION_ADVANCED,
    SECTION_SHELF,
    PrepareWhen,
)
from .control_form import pick_apis
from .server_form import number
from .starters import GENRES, STARTERS, Starter
from .story.model import DeathPolicy, Language
from .story.names import bare, fold, is_name, near_variant, visible
from .story.own_words import LONGEST_WORD, MOST_WORDS, read_words, word_error, words_in
from .story.prepared import Fallback
from .typed_lines import HIDDEN, check_line

OWN_STARTER = "own"
CONF_STARTER = "starter"

MAX_NAME = 30
MAX_ROLE = 120
MAX_TITLE = 60
MIN_PREMISE, MAX_PREMISE = 10, 1000
NOT_IN_NAMES = frozenset('<>{}[]()|`*_#@\\/"“”「」『』')

AGE_FIELD = number(2, 99)

WHOLE = (CONF_AUDIENCE_AGE, CONF_NIGHTS_A_DAY, CONF_MAX_ACTIVE, CONF_SEED)
"""Fields whose numbers are whole."""


def language_schema(preferred: str) -> vol.Schema:
    """Return the form for the story's language."""
    known = [language.value for language in Language]
    return vol.Schema(
        {
            vol.Required(
                CONF_LANGUAGE, default=preferred if preferred in known else known[0]
            ): _choice(known, "language")
        }
    )


def starter_schema(language: str) -> vol.Schema:
    """Return the form that offers the language's starters, or to write one's own."""
    options = [
        SelectOptionDict(value=key, label=f"{starter.genre_name}: {starter.title}")
        for key, starter in STARTERS[language].items()
    ]
    options.append(SelectOptionDict(value=OWN_STARTER, label=OWN_STARTER))
    field = SelectSelector(
        SelectSelectorConfig(
            options=options, mode=SelectSelectorMode.LIST, translation_key="starter"
        )
    )
    return vol.Schema({vol.Required(CONF_STARTER, default=GENRES[0]): field})


def starter_answer(starter: Starter | None) -> dict[str, Any]:
    """Return a starter in the shape of the details form; nothing much for one's own story."""
    if starter is None:
        return {CONF_AUDIENCE_AGE: DEFAULT_AUDIENCE_AGE, CONF_FIRST_CAST: []}
    return {
        CONF_TITLE: starter.title,
        CONF_GENRE: starter.genre,
        CONF_PREMISE: starter.premise,
        CONF_PROTAGONIST_NAME: starter.protagonist_name,
        CONF_PROTAGONIST_ROLE: starter.protagonist_role,
        CONF_FIRST_CAST: [
            {CONF_NAME: name, CONF_ROLE: role} for name, role in starter.first_cast
        ],
        CONF_AUDIENCE_AGE: starter.audience_age,
    }


def details_schema() -> vol.Schema:
    """Return the form for what the story is."""
    genre = SelectSelector(
        SelectSelectorConfig(
            options=list(GENRES),
            custom_value=True,
            mode=SelectSelectorMode.DROPDOWN,
            translation_key="genre",
        )
    )
    one_line = TextSelector()
    cast = ObjectSelector(
        ObjectSelectorConfig(
            fields={
                CONF_NAME: {"selector": TextSelector(), "required": True},
                CONF_ROLE: {"selector": TextSelector()},
            },
            multiple=True,
            label_field=CONF_NAME,
            description_field=CONF_ROLE,
            translation_key="first_cast",
        )
    )
    return vol.Schema(
        {
            vol.Required(CONF_TITLE): one_line,
            vol.Required(CONF_GENRE): genre,
            vol.Required(CONF_PREMISE): TextSelector(
                TextSelectorConfig(multiline=True)
            ),
            vol.Required(CONF_PROTAGONIST_NAME): one_line,
            vol.Required(CONF_PROTAGONIST_ROLE): one_line,
            vol.Optional(CONF_FIRST_CAST, default=list): cast,
            vol.Required(CONF_AUDIENCE_AGE): AGE_FIELD,
        }
    )


def rules_schema(
    *,
    age: int,
    voices: Sequence[SelectOptionDict],
    servers: Sequence[SelectOptionDict],
    apis: Sequence[SelectOptionDict],
) -> vol.Schema:
    """Return the form for how the story is told; the youngest get a story in which nobody dies."""
    policy = DeathPolicy.NEVER if age < NO_DEATHS_UNDER_AGE else DeathPolicy.ALLOW
    fields: dict[vol.Marker, Any] = {
        vol.Required(CONF_MINUTES, default=DEFAULT_MINUTES): number(
            0.5, 15, step=0.5, unit="min"
        ),
        vol.Required(CONF_DEATH_POLICY, default=policy.value): _choice(
            [policy.value for policy in DeathPolicy], "death_policy"
        ),
        vol.Required(CONF_NIGHTS_A_DAY, default=DEFAULT_NIGHTS_A_DAY): number(1, 3),
        vol.Optional(CONF_FOREIGN_WORDS): TextSelector(
            TextSelectorConfig(multiple=True)
        ),
    }
    if voices:
        fields[vol.Optional(CONF_VOICE)] = _pick(voices)
    if servers:
        fields[vol.Optional(CONF_SERVER)] = _pick(servers)
    fields[vol.Required(SECTION_SHELF, default=dict)] = section(
        _shelf_schema(), {"collapsed": True}
    )
    fields[vol.Required(SECTION_ADVANCED)] = section(
        _advanced_schema(apis), {"collapsed": True}
    )
    return vol.Schema(fields)


def change_schema(rules: vol.Schema) -> vol.Schema:
    """Return the form for what may change in a story that has begun."""
    fields: dict[vol.Marker, Any] = {
        vol.Required(CONF_TITLE): TextSelector(),
        vol.Required(CONF_AUDIENCE_AGE): AGE_FIELD,
    }
    return vol.Schema(fields | rules.schema)


def _shelf_schema() -> vol.Schema:
    """Return the fields that say when a night is prepared, and what is told without one."""
    when = SelectSelector(
        SelectSelectorConfig(
            options=[when.value for when in PrepareWhen],
            multiple=True,
            mode=SelectSelectorMode.LIST,
            translation_key="prepare_when",
        )
    )
    return vol.Schema(
        {
            vol.Required(
                CONF_PREPARE_WHEN, default=lambda: list(DEFAULT_PREPARE_WHEN)
            ): when,
            vol.Required(CONF_PREPARE_AT, default=DEFAULT_PREPARE_AT): TimeSelector(),
            vol.Required(CONF_APPROVAL, default=DEFAULT_APPROVAL): BooleanSelector(),
            vol.Required(CONF_NOT_READY, default=DEFAULT_NOT_READY): _choice(
                [fallback.value for fallback in Fallback], "not_ready"
            ),
            vol.Required(CONF_SPEECH_AHEAD, default=False): BooleanSelector(),
        }
    )


def _advanced_schema(apis: Sequence[SelectOptionDict]) -> vol.Schema:
    return vol.Schema(
        {
            vol.Optional(CONF_LLM_HASS_API): pick_apis(apis),
            vol.Required(CONF_MAX_ACTIVE, default=DEFAULT_MAX_ACTIVE): number(2, 20),
            vol.Required(
                CONF_DAY_STARTS_AT, default=DEFAULT_DAY_STARTS_AT
            ): TimeSelector(),
            vol.Optional(CONF_TEMPERATURE): number(0, 2, step=0.05),
            vol.Optional(CONF_TOP_P): number(0.05, 1, step=0.05),
            vol.Optional(CONF_SEED): number(0, 2**31 - 1),
            vol.Optional(CONF_REPEAT_PENALTY): number(0.5, 2, step=0.05),
            vol.Required(CONF_OFFER_CHOICE, default=False): BooleanSelector(),
            vol.Required(CONF_SENTENCE_PAUSE, default=0): number(
                0, 3, step=0.1, unit="s"
            ),
            vol.Required(CONF_ALL_CHANGE, default=False): BooleanSelector(),
            vol.Required(CONF_VOICE_DECIDE, default=False): BooleanSelector(),
            vol.Required(CONF_VOICE_BEGIN, default=False): BooleanSelector(),
            vol.Required(CONF_VOICE_FORGET, default=False): BooleanSelector(),
        }
    )


def _choice(options: list[str], translation_key: str) -> SelectSelector:
    return SelectSelector(
        SelectSelectorConfig(
            options=options,
            mode=SelectSelectorMode.LIST,
            translation_key=translation_key,
        )
    )


def _pick(options: Sequence[SelectOptionDict]) -> SelectSelector:
    return SelectSelector(
        SelectSelectorConfig(options=options, mode=SelectSelectorMode.DROPDOWN)
    )


def read_details(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Tidy the details: blanks at the ends and empty rows of the cast are nobody's wish."""
    details = {
        key: value.strip() if isinstance(value, str) else value
        for key, value in answer.items()
    }
    rows = (
        {key: str(row.get(key, "")).strip() for key in (CONF_NAME, CONF_ROLE)}
        for row in answer.get(CONF_FIRST_CAST, [])
    )
    details[CONF_FIRST_CAST] = [row for row in rows if any(row.values())]
    return whole(details)


def read_rules(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Flatten the rules into subentry data; words may come one by one or in one line."""
    sections = (SECTION_SHELF, SECTION_ADVANCED)
    flat = {key: value for key, value in answer.items() if key not in sections}
    if words := read_words(flat.pop(CONF_FOREIGN_WORDS, ())):
        flat[CONF_FOREIGN_WORDS] = list(words)
    rules = whole({**flat, **answer[SECTION_SHELF], **answer[SECTION_ADVANCED]})
    if not rules.get(CONF_LLM_HASS_API):
        rules.pop(CONF_LLM_HASS_API, None)
    return rules


def whole(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data with whole numbers where forms give floats."""
    return {key: int(value) if key in WHOLE else value for key, value in data.items()}


def check_title(title: str) -> str | None:
    """Return the error of a title, if any."""
    return check_line(title, MAX_TITLE, "title")


def check_details(details: Mapping[str, Any], language: str) -> dict[str, str]:
    """Return the error of each field that cannot be used as it is."""
    found = {
        CONF_TITLE: check_title(details[CONF_TITLE]),
        CONF_GENRE: check_line(details[CONF_GENRE], MAX_TITLE, "genre"),
        CONF_PREMISE: _check_premise(details[CONF_PREMISE]),
        CONF_PROTAGONIST_NAME: _check_name(details[CONF_PROTAGONIST_NAME], language),
        CONF_PROTAGONIST_ROLE: check_line(
            details[CONF_PROTAGONIST_ROLE], MAX_ROLE, "role"
        ),
        CONF_FIRST_CAST: _check_cast(
            details[CONF_FIRST_CAST],
            details[CONF_PROTAGONIST_NAME],
            language,
        ),
    }
    return {field: error for field, error in found.items() if error}


def check_rules(rules: Mapping[str, Any], story: Mapping[str, Any]) -> dict[str, str]:
    """Return the errors of rules that do not fit the story, which has all its details."""
    errors = check_words(rules, story)
    if rules[CONF_MAX_ACTIVE] < 1 + len(story[CONF_FIRST_CAST]):
        errors["base"] = "max_active_too_small"
    return errors


def check_words(rules: Mapping[str, Any], story: Mapping[str, Any]) -> dict[str, str]:
    """Return the error of words that the story must not have, if any."""
    words = tuple(rules.get(CONF_FOREIGN_WORDS, ()))
    found = (
        check_line(word, LONGEST_WORD, "word") or word_error(word) for word in words
    )
    error = (
        "too_many_words" if len(words) > MOST_WORDS else next(filter(None, found), None)
    )
    if error is None and words_in(_told_of(story), words):
        error = "word_in_story"
    return {CONF_FOREIGN_WORDS: error} if error else {}


def _told_of(story: Mapping[str, Any]) -> str:
    """Return what a story is made of from its first night on."""
    hero = (story[CONF_PROTAGONIST_NAME], story[CONF_PROTAGONIST_ROLE])
    cast = (text for row in story[CONF_FIRST_CAST] for text in row.values())
    return visible("\n".join((story[CONF_PREMISE], *hero, *cast)))


def _check_premise(premise: str) -> str | None:
    if len(premise) < MIN_PREMISE:
        return "premise_too_short"
    if any(category(char) == "Cs" for char in premise):
        return "text_broken"
    if HIDDEN.search(premise):
        return "hidden_signs"
    return "premise_too_long" if len(premise) > MAX_PREMISE else None


def _check_name(name: str, language: str) -> str | None:
    if error := check_line(name, MAX_NAME, "name"):
        return error
    if not NOT_IN_NAMES.isdisjoint(name):
        return "name_odd"
    return None if is_name(name, Language(language)) else "not_a_name"


def _check_cast(
    rows: Sequence[Mapping[str, str]], hero: str, language: str
) -> str | None:
    for row in rows:
        error = _check_name(row[CONF_NAME], language)
        if row[CONF_ROLE]:
            error = error or check_line(row[CONF_ROLE], MAX_ROLE, "role")
        if error:
            return error
    names = [row[CONF_NAME] for row in rows]
    folded = [fold(name) for name in (hero, *names)]
    if len(set(folded)) < len(folded):
        return "name_twice"
    return "name_like_hero" if any(_is_like(name, hero) for name in names) else None


def _is_like(name: str, hero: str) -> bool:
    """Tell whether a name would be taken for the protagonist's: a letter differs, or only a title."""
    return any(
        near_variant(one, other) or one == other
        for one in (fold(name), bare(name))
        for other in (fold(hero), bare(hero))
    )
