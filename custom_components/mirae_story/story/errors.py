"""Every error that the project raises on purpose.

Each carries a translation key and placeholders, so that an adapter can say in the person's language what
happened and what to do. The message itself is for logs: it never holds story text, memories or keys.
"""

from typing import ClassVar


class MiraeError(Exception):
    """Root of the tree."""

    key: ClassVar[str] = "unknown"

    def __init__(self, message: str = "", /, **placeholders: str) -> None:
        """Keep the placeholders that the translated text needs."""
        super().__init__(message or self.key)
        self.placeholders = placeholders


class ServerError(MiraeError):
    """A model server could not do what it was asked."""

    key = "server_fault"


class ServerUnreachableError(ServerError):
    """Nothing answers at the address, or the connection broke."""

    key = "server_unreachable"


class ServerNotFoundError(ServerUnreachableError):
    """The host name leads nowhere (DNS), or what was entered is no address."""

    key = "server_not_found"


class ServerSlowError(ServerError):
    """The server holds the connection but sends nothing for too long."""

    key = "server_slow"


class ServerAuthError(ServerError):
    """The key is missing or wrong (401, 403)."""

    key = "server_auth"


class ServerBusyError(ServerError):
    """The server is overloaded or still loads the model (429, 503): it may work soon."""

    key = "server_busy"


class RequestRefusedError(ServerError):
    """The server or the model does not support what was asked (400, 422)."""

    key = "request_refused"


class ToolsRefusedError(RequestRefusedError):
    """The model, or the server as it was started, cannot use tools."""

    key = "tools_refused"


class ModelTooBigError(ServerError):
    """The server has not enough memory for the model."""

    key = "model_too_big"


class ModelMissingError(ServerError):
    """The server does not have the model: it must be pulled or loaded first."""

    key = "model_missing"


class ContextTooSmallError(ServerError):
    """The prompt does not fit into the model's context window."""

    key = "context_too_small"


class ToolsTooBigError(ContextTooSmallError):
    """What a model may do in the home takes more room than its context has."""

    key = "tools_too_big"


class ReplyCutOffError(ServerError):
    """The reply ended before the server said that it was complete."""

    key = "reply_cut_off"


class GarbledReplyError(ServerError):
    """The server answered with something that is not its protocol."""

    key = "reply_garbled"


class EmbedderNotReadyError(ServerError):
    """The built-in embedder is being installed or loaded: it may work soon."""

    key = "embedder_not_ready"


class EmbedderMissingError(ServerError):
    """The built-in embedder could not be installed or loaded: it is tried again later."""

    key = "embedder_missing"


class StoryError(MiraeError):
    """A story cannot do what it was asked."""

    key = "story_fault"


class StoryNotFoundError(StoryError):
    """No story has this id."""

    key = "story_not_found"


class WhichStoryError(StoryError):
    """Several stories may be meant, and nothing tells which."""

    key = "which_story"


class NightNotFoundError(StoryError):
    """The story has no such night."""

    key = "night_not_found"


class NoSpeakerError(StoryError):
    """Nothing in the room can play a telling."""

    key = "no_speaker"


class NoVoiceError(StoryError):
    """There is no text-to-speech engine that could read a telling."""

    key = "no_voice"


class AlreadyToldError(StoryError):
    """Tonight's nights are told, and the family allows no more."""

    key = "already_told"


class StoryNotToldError(StoryError):
    """A night was asked for, but was stopped early or could not be stored: it is told anew another time."""

    key = "story_not_told"


class StoryBusyError(StoryError):
    """A night is being told, or a person is changing the story: nothing else may change it now."""

    key = "story_busy"


class NotPreparedError(StoryError):
    """The next night could not be prepared: no server, or its model did not tell a whole night."""

    key = "not_prepared"


class NothingPreparedError(StoryError):
    """No night that could be approved stands on the shelf."""

    key = "nothing_prepared"


class WishRefusedError(StoryError):
    """A wish is empty, too long, one too many, or nothing for the story's listeners."""

    key = "wish_refused"


class WishNotFoundError(StoryError):
    """The wish is not on the list any more."""

    key = "wish_not_found"


class NothingToUndoError(StoryError):
    """No night was told yet, or the journal does not know how it was before."""

    key = "nothing_to_undo"


class CharacterUnknownError(StoryError):
    """Nobody in the story has this name."""

    key = "character_unknown"


class NameAmbiguousError(StoryError):
    """The name fits more than one character."""

    key = "name_ambiguous"


class NothingPendingError(StoryError):
    """Nothing about this character waits for a decision."""

    key = "nothing_pending"


class EditRefusedError(StoryError):
    """A person's change would break a rule of the story."""

    key = "edit_refused"


class NothingToEditError(EditRefusedError):
    """The change says nothing, or what is so already."""

    key = "nothing_to_edit"


class ConfirmationNeededError(EditRefusedError):
    """The change touches what the whole story rests on: it wants to be confirmed."""

    key = "confirmation_needed"


class NameRefusedError(EditRefusedError):
    """The text cannot be a name."""

    key = "name_refused"


class NameTakenError(EditRefusedError):
    """Somebody in the story has this name, or almost the protagonist's."""

    key = "name_taken"


class ProtagonistStaysError(EditRefusedError):
    """The protagonist neither leaves nor dies."""

    key = "protagonist_stays"


class CastFullError(EditRefusedError):
    """As many are in the story as the family allows."""

    key = "cast_full"


class TextRefusedError(EditRefusedError):
    """A text is empty, or longer than `limit` characters."""

    key = "text_refused"


class ImportRefusedError(StoryError):
    """A file cannot become a story."""

    key = "import_refused"


class ImportNotFoundError(ImportRefusedError):
    """There is no such file in the media folders, or no such upload."""

    key = "import_not_found"


class ImportTooBigError(ImportRefusedError):
    """The file is larger, or nested more deeply, than an exported story can be."""

    key = "import_too_big"


class ImportNewerError(ImportRefusedError):
    """The file was exported by a newer version."""

    key = "import_newer"


class InvalidStateError(StoryError):
    """A stored or imported state breaks the story's invariants."""

    key = "state_invalid"


class StoreError(MiraeError):
    """The database cannot be read or written."""

    key = "store_fault"


class StoreNewerError(StoreError):
    """The data was written by a newer version: nothing may be overwritten."""

    key = "store_newer"


class TurnNotFoundError(StoreError):
    """The memory holds no such turn, or no longer."""

    key = "turn_not_found"


class RememberingError(MiraeError):
    """A memory cannot do what it was asked."""

    key = "memory_fault"


class MemoryNotFoundError(RememberingError):
    """What was named is no agent that remembers."""

    key = "memory_not_found"


class NobodyListensError(RememberingError):
    """No companion is to be heard in front of other agents."""

    key = "nobody_listens"


class MemoryNotYoursError(RememberingError):
    """The memory belongs to somebody else."""

    key = "memory_not_yours"


class ForgetWhatError(RememberingError):
    """It is not said, or said twice, what to forget."""

    key = "forget_what"


class MemoryImportRefusedError(RememberingError):
    """A file or data is no exported memory; `reason` says why."""

    key = "memory_import_refused"
