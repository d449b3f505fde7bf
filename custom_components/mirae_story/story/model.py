"""The values that a story is made of. All are frozen: a change makes a new state, so that no half change can exist."""

from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from enum import StrEnum


class Language(StrEnum):
    """Languages in which a story can be told."""

    EN = "en"
    JA = "ja"


class Status(StrEnum):
    """Where a character is."""

    ACTIVE = "active"
    DEPARTED = "departed"
    DEAD = "dead"


class Change(StrEnum):
    """What can happen to a character in one night."""

    JOINED = "joined"
    RETURNED = "returned"
    LEFT = "left"
    DIED = "died"


class Outcome(StrEnum):
    """What the code decided about a proposed change."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    PENDING = "pending"


class DeathPolicy(StrEnum):
    """What the family wants when a character dies: apply it, ask a person, or never let it happen."""

    ALLOW = "allow"
    ASK = "ask"
    NEVER = "never"


class NotesStatus(StrEnum):
    """How far the model's notes on a night have come."""

    WAITING = "waiting"
    USED = "used"
    DERIVED = "derived"
    """No usable notes came before the next night: recap and situation stay as the code derived them."""


class Standing(StrEnum):
    """Whether a version of a told night counts."""

    TOLD = "told"
    SUPERSEDED = "superseded"
    """A retelling took its place."""
    VOID = "void"
    """A person undid the night."""


class Reason(StrEnum):
    """Why a decision is what it is; each has a translated explanation."""

    TOLD_IN_PROSE = "told_in_prose"
    ALREADY_SO = "already_so"
    PROTAGONIST_STAYS = "protagonist_stays"
    PROTAGONIST_REPLACED = "protagonist_replaced"
    NEAR_PROTAGONIST_NAME = "near_protagonist_name"
    DEAD_IS_FINAL = "dead_is_final"
    NOT_IN_PROSE = "not_in_prose"
    UNKNOWN_CHARACTER = "unknown_character"
    AMBIGUOUS_NAME = "ambiguous_name"
    NOT_A_NAME = "not_a_name"
    CAST_FULL = "cast_full"
    ONE_CHANGE_A_NIGHT = "one_change_a_night"
    WAITS_FOR_PERSON = "waits_for_person"
    """The character already has a change that waits: nothing else is proposed for him."""
    DEATH_NEEDS_PERSON = "death_needs_person"
    DEATH_NOT_PLAIN = "death_not_plain"
    DEATH_NOT_REAL = "death_not_real"
    DEATH_FORBIDDEN = "death_forbidden"
    ALIVE_AFTERWARDS = "alive_afterwards"
    NOTES_REPAIRED = "notes_repaired"
    MANY_EXITS = "many_exits"
    LEFT_OUT_OF_NOTES = "left_out_of_notes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """Somebody in the story. `since` is the night of the last status change, or of joining."""

    name: str
    role: str
    protagonist: bool = False
    aliases: tuple[str, ...] = ()
    status: Status = Status.ACTIVE
    joined: int = 1
    since: int = 1
    pending: Change | None = None
    """`LEFT` or `DIED`: a change that waits for a person. Until then the character is off stage."""

    @property
    def on_stage(self) -> bool:
        """Whether the model may have this character act tonight."""
        return self.status is Status.ACTIVE and self.pending is None


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is in the story, in the order of joining."""

    members: tuple[Character, ...]

    @property
    def protagonist(self) -> Character:
        """The one who is always there."""
        return next(member for member in self.members if member.protagonist)

    @property
    def active(self) -> tuple[Character, ...]:
        """Members who have neither departed nor died, pending ones included."""
        return tuple(m for m in self.members if m.status is Status.ACTIVE)

    @property
    def on_stage(self) -> tuple[Character, ...]:
        """Members who may act tonight."""
        return tuple(m for m in self.members if m.on_stage)

    @property
    def off_stage(self) -> tuple[Character, ...]:
        """Members who may not act tonight: departed, dead, or waiting for a person's decision."""
        return tuple(m for m in self.members if not m.on_stage)

    def named(self, name: str) -> Character | None:
        """Return the member with exactly this canonical name."""
        return next((m for m in self.members if m.name == name), None)

    def with_member(self, member: Character) -> Cast:
        """Return a cast in which this member replaces the one of the same name, or is added at the end."""
        if self.named(member.name) is None:
            return Cast((*self.members, member))
        return Cast(tuple(member if m.name == member.name else m for m in self.members))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """What the story is. Only a person changes anything here but `summary`."""

    language: Language
    genre: str
    """A listed genre's key (`adventure_at_sea`, ...) or the family's own words."""
    premise: str
    audience_age: int
    summary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Where last night ended."""

    text: str
    night: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryState:
    """All that must stay true of one story. `revision` counts its journaled steps."""

    story_id: str
    title: str
    revision: int
    night: int
    """Number of the last told night; 0 before the first."""
    reference: Reference
    cast: Cast
    situation: Situation
    told_on: date | None = None
    """The evening (local date, see `evening`) on which the last night was told."""
    told_count: int = 0
    """How many nights were told on that evening."""
    gentle_until: int = 0
    """Number of the last night that is told more gently, because somebody was scared."""

    def advanced(self, **changes: object) -> StoryState:
        """Return the next revision with these fields changed."""
        return replace(self, revision=self.revision + 1, **changes)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """What the family chose for a story: options of its subentry."""

    death_policy: DeathPolicy = DeathPolicy.ALLOW
    max_active: int = 8
    """Cap on active cast members, protagonist included."""
    minutes: float = 2.5
    nights_a_day: int = 1
    """Nights told on one evening without asking."""
    day_starts_at: time = time(12)
    """Local time at which a new evening begins."""
    foreign_words: tuple[str, ...] = ()
    """What does not belong into the story's world, whatever its genre is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One change that the notes ask for. `name` is as the model wrote it."""

    name: str
    change: Change
    """`JOINED`, `LEFT` or `DIED`: the list in which it stood."""
    role: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """What the model noted after re-reading the prose: all of it only proposed."""

    proposals: tuple[Proposal, ...] = ()
    title: str = ""
    recap: str = ""
    summary: str = ""
    situation: str = ""
    repaired: bool = False
    usable: bool = False
    """Whether there were notes at all; if not, they are asked for again."""
    protagonist: str = ""
    """Who the notes say is the protagonist. Never obeyed; it shows that a join is meant as a replacement."""
    renamed: tuple[str, ...] = ()
    """Names in what the notes say of renaming. Never obeyed either."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the code decided about one proposed or omitted change."""

    name: str
    """Canonical name where the character is known, else as proposed."""
    proposed: Change
    change: Change
    """What took effect or waits; equal to `proposed` when rejected."""
    outcome: Outcome
    reason: Reason
    night: int
    role: str = ""
    """Role of a newcomer who joined; empty for everybody else."""
    written: str = field(default="", compare=False)
    """The name as the notes had it, tonight only: the journal keeps `name`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """The result of `continuity.review`: decisions and what follows from them."""

    decisions: tuple[Decision, ...]
    cast: Cast
    title: str
    recap: str
    summary: str
    situation: str
    recap_from_notes: bool
    summary_from_notes: bool
    situation_from_notes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """One telling of one night. A retelling is a new version of it; a told one is never rewritten."""

    story_id: str
    night: int
    version: int = 1
    title: str
    recap: str
    lead: str
    """What the code spoke before the prose: the recap of the nights before, or the opening."""
    prose: str
    """The canon: all text after the lead that passed the gate and was sent."""
    began_from: str = ""
    """The situation in which the night began."""
    situation: str = ""
    """The situation in which it ended."""
    told_on: date
    told_at: datetime
    wish: str = ""
    wish_dropped: bool = False
    """Whether the wish was unfit for the listeners, and so never went to the model."""
    notes: NotesStatus = NotesStatus.WAITING
    notes_raw: str = ""
    calm_ending: bool = False
    retellings: int = 0
    first_delta_ms: float = 0.0
    prose_s: float = 0.0
    notes_s: float = 0.0
    standing: Standing = Standing.TOLD
    decisions: tuple[Decision, ...] = field(default=())
