"""The names that Home Assistant and this integration's adapters share."""

from enum import StrEnum
from typing import Final

DOMAIN: Final = "mirae_story"
NAME: Final = "Mirae Story"

SUBENTRY_SERVER: Final = "server"
SUBENTRY_STORY: Final = "story"
SUBENTRY_COMPANION: Final = "companion"

SERVICE_TELL: Final = "tell"
SERVICE_RETELL: Final = "retell"
SERVICE_UNDO: Final = "undo"
SERVICE_DECIDE: Final = "decide"
SERVICE_EDIT: Final = "edit"
SERVICE_PREPARE: Final = "prepare"
SERVICE_APPROVE: Final = "approve"
SERVICE_EXPORT: Final = "export"
SERVICE_IMPORT: Final = "import"
SERVICE_RECALL: Final = "recall"
SERVICE_REMEMBER: Final = "remember"
SERVICE_FORGET: Final = "forget"
SERVICE_EXPORT_MEMORY: Final = "export_memory"
SERVICE_IMPORT_MEMORY: Final = "import_memory"
ATTR_STORY: Final = "story"
ATTR_AGENT: Final = "agent"

DATABASE: Final = (DOMAIN, "story.db")
"""Where the told nights are kept, below Home Assistant's configuration folder."""


class ServerKind(StrEnum):
    """Protocols that a model server may speak."""

    OLLAMA = "ollama"
    OPENAI = "openai"


DEFAULT_URLS: Final = {
    ServerKind.OLLAMA: "http://localhost:11434",
    ServerKind.OPENAI: "http://localhost:8080/v1",
}
"""Where each kind listens when it runs beside Home Assistant (the second is llama-server's)."""


class EmbedderKind(StrEnum):
    """What finds memories by meaning."""

    NONE = "none"
    BUILTIN = "builtin"
    SERVER = "server"


# Options of the entry
CONF_EMBEDDER: Final = "embedder"
DEFAULT_EMBEDDER: Final = EmbedderKind.SERVER
"""Who gives a server an embedding model wants it to be used; where there is none, memories are found by words."""

# Data of a `server` subentry
CONF_KIND: Final = "kind"
CONF_URL: Final = "url"
CONF_API_KEY: Final = "api_key"
CONF_MODEL: Final = "model"
CONF_EMBEDDING_MODEL: Final = "embedding_model"
CONF_ORDER: Final = "order"
CONF_CONTEXT_TOKENS: Final = "context_tokens"
CONF_KEEP_ALIVE: Final = "keep_alive"
CONF_THINK: Final = "think"
CONF_FIRST_TIMEOUT: Final = "first_token_timeout"
CONF_NEXT_TIMEOUT: Final = "next_token_timeout"
CONF_TOKENS_PER_S: Final = "tokens_per_s"
CONF_WAKE_MAC: Final = "wake_mac"
CONF_WAKE_SCRIPT: Final = "wake_script"

DEFAULT_ORDER: Final = 1
DEFAULT_CONTEXT_TOKENS: Final = 8192
MIN_CONTEXT_TOKENS: Final = 2048
DEFAULT_KEEP_ALIVE: Final = "30m"
DEFAULT_FIRST_TIMEOUT: Final = 600
DEFAULT_NEXT_TIMEOUT: Final = 120
LIVE_TOKENS_PER_S: Final = 6.0
"""From this speed on a model keeps up with the voice."""

# Data of a `story` subentry
CONF_STORY_ID: Final = "story_id"
CONF_TITLE: Final = "title"
CONF_LANGUAGE: Final = "language"
CONF_GENRE: Final = "genre"
CONF_PREMISE: Final = "premise"
CONF_PROTAGONIST_NAME: Final = "protagonist_name"
CONF_PROTAGONIST_ROLE: Final = "protagonist_role"
CONF_FIRST_CAST: Final = "first_cast"
CONF_NAME: Final = "name"
CONF_ROLE: Final = "role"
CONF_AUDIENCE_AGE: Final = "audience_age"
CONF_MINUTES: Final = "minutes"
CONF_DEATH_POLICY: Final = "death_policy"
CONF_NIGHTS_A_DAY: Final = "nights_a_day"
CONF_MAX_ACTIVE: Final = "max_active"
CONF_DAY_STARTS_AT: Final = "day_starts_at"
CONF_FOREIGN_WORDS: Final = "foreign_words"
CONF_VOICE: Final = "voice"
CONF_SERVER: Final = "server"
CONF_OFFER_CHOICE: Final = "offer_choice"
CONF_SENTENCE_PAUSE: Final = "sentence_pause"
CONF_SPEECH_AHEAD: Final = "speech_ahead"
CONF_TEMPERATURE: Final = "temperature"
CONF_TOP_P: Final = "top_p"
CONF_SEED: Final = "seed"
CONF_REPEAT_PENALTY: Final = "repeat_penalty"
CONF_VOICE_BEGIN: Final = "voice_begin"
CONF_ALL_CHANGE: Final = "all_change"
CONF_VOICE_DECIDE: Final = "voice_decide"

CONF_PREPARE_WHEN: Final = "prepare_when"
CONF_PREPARE_AT: Final = "prepare_at"
CONF_APPROVAL: Final = "approval"
CONF_NOT_READY: Final = "not_ready"

DEFAULT_AUDIENCE_AGE: Final = 6
DEFAULT_MINUTES: Final = 2.5
DEFAULT_NIGHTS_A_DAY: Final = 1
DEFAULT_MAX_ACTIVE: Final = 8
DEFAULT_DAY_STARTS_AT: Final = "12:00:00"
DEFAULT_PREPARE_AT: Final = "15:00:00"
DEFAULT_APPROVAL: Final = False
DEFAULT_NOT_READY: Final = "loved"
NO_DEATHS_UNDER_AGE: Final = 7
"""For listeners younger than this, the flow preselects that nobody dies."""


class PrepareWhen(StrEnum):
    """When the next night is prepared by itself."""

    AFTER_TELLING = "after_telling"
    AT_HOUR = "at_hour"
    SERVER_APPEARS = "server_appears"


DEFAULT_PREPARE_WHEN: Final = [PrepareWhen.AFTER_TELLING.value]
"""So the next evening begins at once, whatever the server does by then."""

SECTION_SHELF: Final = "shelf"
SECTION_ADVANCED: Final = "advanced"
"""Form sections; their fields are stored beside the others."""

# Data of a `companion` subentry; name, server, model and sampling as above
CONF_COMPANION_ID: Final = "companion_id"
CONF_OWNER: Final = "owner"
CONF_PROMPT: Final = "prompt"
CONF_MEMORY: Final = "memory"
CONF_WORKSPACE: Final = "workspace"
CONF_HALF_LIFE: Final = "half_life_days"
CONF_FLOOR: Final = "floor"
CONF_VECTOR_WEIGHT: Final = "vector_weight"
CONF_VOICE_RECALL: Final = "voice_recall"
CONF_VOICE_FORGET: Final = "voice_forget"
CONF_HEAR_ANYWHERE: Final = "hear_anywhere"
CONF_ADMINS_MAY: Final = "admins_may"
