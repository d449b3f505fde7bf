"""The gate: every sentence is checked before it is spoken, whoever wrote it.

A sentence that is right is released at once. One that only the next can explain (a departed character is there:
is a return told?) is held for at most two more. After a violation nothing passes until `restart`.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from . import stage_en, stage_ja
from .clean import clean
from .drift import DriftSigns
from .exits import tells_death, tells_leaving
from .genres import GenreSigns
from .languages import speaks
from .length import length_of
from .masks import Masked, Span, found_in, mask, spellings
from .meta import has_markup, is_chatter
from .model import Cast, Character, DeathPolicy, HouseRules, Language, Status
from .names import names_of, visible
from .openings import first_sentence, is_repeated
from .safety import YOUNGEST, harm_in
from .sentences import is_complete, narration, sentences
from .violations import Violation, ViolationCode, explain

__all__ = [
    "Gate",
    "Ruling",
    "Violation",
    "ViolationCode",
    "check_whole",
    "ends_sentence",
    "explain",
]

HOLD = 2
"""Sentences for which a doubtful one may wait."""

_CARRIED = 3
"""Sentences for which memory or a tale goes on after the one that opened it."""
_SURE_LETTERS = {Language.EN: 60, Language.JA: 30}
"""From this length on a text's language is certain while it streams."""
_SHORTEST = {Language.EN: 40, Language.JA: 80}
"""Words in English, characters in Japanese."""
_LAST_WORDS = (
    "the end",
    "good night",
    "おわり",
    "おしまい",
    "つづく",
    "おやすみなさい",
)
_NOBODY = Character(name="", role="")


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the gate says to one sentence."""

    released: tuple[str, ...] = ()
    violations: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scene:
    """What the sentences so far mean for the next one."""

    count: int = 0
    begins: bool = True
    """Whether a reply of the model begins here: bare words of assent are then meant for who asked."""
    dreaming: bool = False
    looking_back: int = 0
    """For how many sentences yet a memory or a tale goes on."""
    recalled: frozenset[str] = frozenset()
    """Members, the protagonist aside, whom that memory named when it began; none for a tale."""
    returned: frozenset[str] = frozenset()
    return_told: int = -HOLD - 1
    """Number of the last sentence in which somebody unnamed comes back."""
    doubts: tuple[tuple[str, int, str], ...] = ()
    """Departed members who are there: name, number of the sentence, the sentence."""
    named: bool = False
    text: str = ""

    @property
    def framed(self) -> bool:
        """Whether what is told now is a dream, a memory or a tale."""
        return self.dreaming or self.looking_back > 0

    def frames(self, owners: Collection[str]) -> bool:
        """Tell whether a sentence that names these members may still be dream, memory or tale.

        A memory of one member is none of another who comes in after it.
        """
        others = bool(self.recalled) and self.recalled.isdisjoint(owners)
        return self.dreaming or (self.looking_back > 0 and not others)


class Gate:
    """Checks one night's sentences as they come."""

    def __init__(
        self,
        cast: Cast,
        language: Language,
        rules: HouseRules,
        *,
        recent_openings: Sequence[str] = (),
        genre: str = "",
        material: Iterable[str] = (),
        age: int = YOUNGEST,
    ) -> None:
        """Prepare the checks.

        `recent_openings` are the beginnings of the last nights. `material` is what the story is made of (premise,
        summary, situation, tonight's wish): its words are never foreign to the `genre`. `age` is the listeners'.
        """
        self._language = language
        self._openings = tuple(
            first_sentence(each, language) for each in recent_openings
        )
        self._spellings = spellings(cast)
        self._hero = cast.protagonist.name
        self._members = {member.name: member for member in cast.members}
        self._nobody_dies = rules.death_policy is DeathPolicy.NEVER
        self._off_stage = {member.name: member for member in cast.off_stage}
        self._age = age
        self._genre = GenreSigns(genre, _material(cast, material), rules.foreign_words)
        self._drift = DriftSigns(cast, language, self._spellings)
        self._departed = any(
            member.status is Status.DEPARTED for member in cast.members
        )
        self._stage = stage_ja if language is Language.JA else stage_en
        self._scene = self._good = _Scene()
        self._held: list[str] = []
        self._violations: tuple[Violation, ...] = ()
        self._released: list[str] = []

    @property
    def released(self) -> str:
        """All text that was released so far."""
        return "".join(self._released)

    @property
    def protagonist_named(self) -> bool:
        """Whether a released sentence names the protagonist."""
        return self._good.named

    def offer(self, sentence: str) -> Ruling:
        """Check the next sentence; after a violation refuse everything until `restart`."""
        if self._violations:
            return Ruling(violations=self._violations)
        found = self._inspect(sentence)
        self._held.append(sentence)
        if found:
            return self._refuse(found)
        return Ruling() if self._scene.doubts else self._release()

    def settle(self) -> Ruling:
        """Decide on what is still held, now that no sentence follows for the time being."""
        if self._violations:
            return Ruling(violations=self._violations)
        self._scene = replace(self._scene, begins=True)
        doubts = self._unsettled()
        return self._refuse(doubts) if doubts else Ruling()

    def finish(self) -> Ruling:
        """Settle, and check the released text as a whole."""
        ruling = self.settle()
        whole = self._check_whole(self.released, named=self._good.named)
        return replace(ruling, violations=(*ruling.violations, *whole))

    def restart(self) -> None:
        """Go on from the last good sentence.

        What was refused may have ended a dream or a memory: the model begins anew outside of it.
        """
        self._scene = replace(self._good, begins=True, dreaming=False, looking_back=0)
        self._held.clear()
        self._violations = ()

    def check_line(self, text: str) -> tuple[Violation, ...]:
        """Check lines that code made (recap, answer, ending) by the local rules, apart from the night."""
        scene, self._scene = self._scene, replace(_Scene(), count=1, begins=False)
        try:
            found = [
                violation
                for sentence in sentences(text, self._language)
                for violation in self._inspect(sentence)
            ]
            return tuple(dict.fromkeys([*found, *self._unsettled()]))
        finally:
            self._scene = scene

    def check_prose(self, prose: str) -> tuple[Violation, ...]:
        """Check a whole night that nothing was told of yet; return everything that is wrong."""
        text = clean(prose)
        found = [
            violation
            for sentence in sentences(text, self._language)
            for violation in self._inspect(sentence)
        ]
        found += self._unsettled()
        found += self._check_whole(text, named=self._scene.named)
        self._scene = self._good
        return tuple(dict.fromkeys(found))

    def _refuse(self, violations: Iterable[Violation]) -> Ruling:
        self._held.clear()
        self._violations = tuple(violations)
        return Ruling(violations=self._violations)

    def _release(self) -> Ruling:
        released = tuple(self._held)
        self._held.clear()
        self._released += released
        self._good = self._scene
        return Ruling(released=released)

    def _inspect(self, sentence: str) -> list[Violation]:
        """Return what is wrong with one sentence, and read on."""
        text = visible(sentence)
        found = found_in(text, self._spellings)
        named = any(owner == self._hero for _, _, owner in found)
        narrated = narration(text)
        plain = mask(text, found, _NOBODY)
        violations = [
            *self._check_form(text),
            *self._check_name(narrated, plain.quoted, named=named),
        ]
        self._enter(narrated)
        before = "\n".join(self._scene.text.rsplit("\n", 2)[-2:])
        harms = self._harms(text, plain, before)
        if has_markup(text):
            # A link inside of code is code.
            harms -= {"link"}
        if harms:
            violations.append(Violation(ViolationCode.UNSAFE))
        violations += self._check_stage(text, found, plain)
        violations += self._check_exits(text, found)
        self._look_back(narrated, found, paragraph="\n\n" in sentence)
        self._leave(text, narrated, named=named, paragraph="\n\n" in sentence)
        told = sentence.strip()
        return [replace(each, sentence=each.sentence or told) for each in violations]

    def _harms(self, text: str, plain: Masked, before: str) -> set[str]:
        """Return what is unsafe, with signs for the names, and in Japanese as it stands: a kana name may hide in a word."""
        readings = {plain.signed}
        if self._language is Language.JA:
            readings.add(text)
        found = (
            harm_in(each, self._language, before, age=self._age) for each in readings
        )
        return {harm.name for harm in found if harm}

    def _check_form(self, text: str) -> Iterator[Violation]:
        if has_markup(text):
            yield Violation(ViolationCode.MARKUP)
            return
        if is_chatter(text, first=self._scene.begins):
            yield Violation(ViolationCode.META_TEXT)
        if not self._scene.count and self._openings:
            opening = first_sentence(text, self._language)
            if any(is_repeated(opening, each) for each in self._openings):
                yield Violation(ViolationCode.REPEATED_OPENING)
        if len(text) >= _SURE_LETTERS[self._language] and not (
            speaks(text, self._language)
            or speaks(f"{self._scene.text}\n{text}", self._language)
        ):
            yield Violation(ViolationCode.WRONG_LANGUAGE)
        if self._genre.is_touched(text) and self._genre.drifts(
            f"{self._scene.text}\n{text}"
        ):
            yield Violation(ViolationCode.GENRE_DRIFT)

    def _check_name(
        self, narrated: str, quoted: Sequence[str], *, named: bool
    ) -> Iterator[Violation]:
        variant = self._drift.variant(narrated, named=named, before=self._scene.named)
        variant = variant or self._drift.called(quoted)
        if variant is not None:
            yield Violation(ViolationCode.NAME_DRIFT, variant)

    def _enter(self, narrated: str) -> None:
        """End the dream or memory that ends with this sentence."""
        scene = self._scene
        if scene.dreaming and self._stage.wakes(narrated):
            scene = replace(scene, dreaming=False)
        if scene.looking_back and self._stage.is_now(narrated):
            scene = replace(scene, looking_back=0)
        self._scene = scene

    def _leave(self, text: str, narrated: str, *, named: bool, paragraph: bool) -> None:
        """Keep what the next sentence must know of this one."""
        scene, stage = self._scene, self._stage
        self._scene = replace(
            scene,
            count=scene.count + 1,
            begins=False,
            dreaming=stage.opens_dream(narrated) or (scene.dreaming and not paragraph),
            named=scene.named or named,
            text=f"{scene.text}\n{text}",
        )

    def _look_back(
        self, narrated: str, found: Sequence[Span], *, paragraph: bool
    ) -> None:
        """Keep for how long a memory or a tale goes on, and of whom it is."""
        scene = self._scene
        left, recalled = scene.looking_back - 1, scene.recalled
        if self._stage.looks_back(narrated):
            left = _CARRIED
            named = frozenset(owner for _, _, owner in found)
            tale = self._stage.tells_tale(narrated)
            recalled = frozenset() if tale else named - {self._hero}
        left = 0 if paragraph else max(0, left)
        self._scene = replace(scene, looking_back=left, recalled=recalled)

    def _check_stage(
        self, text: str, found: Sequence[Span], plain: Masked
    ) -> list[Violation]:
        """Check who is there in this sentence and should not be."""
        if not self._off_stage:
            return []
        owners = {owner for _, _, owner in found}
        violations = [
            violation
            for name, member in self._off_stage.items()
            if name in owners
            for violation in self._meet(
                member,
                mask(text, found, member),
                real=self._is_real(plain),
                framed=self._scene.frames(owners),
            )
        ]
        scene = self._scene
        # Of who came back tonight, return and greeting explain nobody else.
        if (
            (scene.doubts or self._departed)
            and owners.isdisjoint(scene.returned)
            and self._is_real(plain)
            and self._stage.returns(plain)
        ):
            back = scene.returned | {name for name, _, _ in scene.doubts}
            self._scene = replace(
                scene, doubts=(), returned=back, return_told=scene.count
            )
        return [*violations, *self._expired()]

    def _check_exits(self, text: str, found: Sequence[Span]) -> Iterator[Violation]:
        """Check whether somebody dies or leaves who must not."""
        scene = self._scene
        if scene.dreaming:
            return
        owners = dict.fromkeys(owner for _, _, owner in found)
        framed = scene.frames(owners)
        for name in owners:
            member = self._members[name]
            if not (member.protagonist or self._nobody_dies):
                continue
            view = mask(text, found, member)
            dies = tells_death(view, self._language)
            if member.protagonist:
                # No memory tells how the one died whose story goes on.
                if dies or (not framed and tells_leaving(view, self._language)):
                    yield Violation(ViolationCode.PROTAGONIST_EXITS)
            elif dies and not framed and member.status is not Status.DEAD:
                yield Violation(ViolationCode.DEATH_TOLD, name)

    def _is_real(self, sentence: Masked) -> bool:
        """Tell whether a return told here happens: in no dream, memory or tale."""
        told, stage = sentence.narrated, self._stage
        return not (
            self._scene.framed or stage.opens_dream(told) or stage.looks_back(told)
        )

    def _meet(
        self, member: Character, view: Masked, *, real: bool, framed: bool
    ) -> Iterator[Violation]:
        """Check one member who is off stage and named in this sentence."""
        scene, name = self._scene, member.name
        present = self._stage.is_present(view, framed=framed)
        if member.status is Status.DEAD:
            if present:
                yield Violation(ViolationCode.DEAD_ACTS, name)
            return
        if member.status is Status.ACTIVE:
            if present:
                yield Violation(ViolationCode.DEPARTED_PRESENT, name)
            return
        if name in scene.returned or self._stage.calls_from_afar(view.narrated):
            return
        recently = scene.count - scene.return_told <= HOLD
        if real and (self._stage.returns(view) or (present and recently)):
            self._scene = replace(
                scene,
                returned=scene.returned | {name},
                doubts=tuple(each for each in scene.doubts if each[0] != name),
            )
        elif (
            present
            and not self._stage.leaves(view)
            and all(each[0] != name for each in scene.doubts)
        ):
            doubt = (name, scene.count, view.text)
            self._scene = replace(scene, doubts=(*scene.doubts, doubt))

    def _expired(self) -> list[Violation]:
        """Return the doubts that waited long enough, and forget them."""
        scene = self._scene
        late = tuple(each for each in scene.doubts if scene.count - each[1] >= HOLD)
        if late:
            kept = tuple(each for each in scene.doubts if each not in late)
            self._scene = replace(scene, doubts=kept)
        return [_unreturned(doubt) for doubt in late]

    def _unsettled(self) -> list[Violation]:
        return [_unreturned(doubt) for doubt in self._scene.doubts]

    def _check_whole(self, text: str, *, named: bool) -> Iterator[Violation]:
        if not named:
            yield Violation(ViolationCode.PROTAGONIST_MISSING)
        if length_of(text, self._language) < _SHORTEST[self._language]:
            yield Violation(ViolationCode.TOO_SHORT)
        if not ends_sentence(text):
            yield Violation(ViolationCode.TRUNCATED)
        if not speaks(text, self._language):
            yield Violation(ViolationCode.WRONG_LANGUAGE)
        if self._genre.drifts(visible(text)):
            yield Violation(ViolationCode.GENRE_DRIFT)


def _material(cast: Cast, texts: Iterable[str]) -> str:
    people = (word for m in cast.members for word in (*names_of(m), m.role))
    return visible("\n".join((*people, *texts)))


def _unreturned(doubt: tuple[str, int, str]) -> Violation:
    name, _, sentence = doubt
    return Violation(ViolationCode.DEPARTED_PRESENT, name, sentence)


def ends_sentence(text: str) -> bool:
    """Tell whether a text ends where a sentence does."""
    bare = text.rstrip()
    return (
        is_complete(bare)
        or bare.endswith(("」", "』"))
        or bare.casefold().endswith(_LAST_WORDS)
    )


def check_whole(
    prose: str,
    cast: Cast,
    language: Language,
    rules: HouseRules,
    *,
    recent_openings: Sequence[str] = (),
    genre: str = "",
    material: Iterable[str] = (),
    age: int = YOUNGEST,
) -> tuple[Violation, ...]:
    """Return everything that is wrong with a whole night's prose."""
    gate = Gate(
        cast,
        language,
        rules,
        recent_openings=recent_openings,
        genre=genre,
        material=material,
        age=age,
    )
    return gate.check_prose(prose)
