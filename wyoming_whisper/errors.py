"""What can go wrong, each with the code that a client gets in an error event."""


class EarError(Exception):
    """Something that a client, or the person who starts the server, must be told."""

    code = "internal"


class BadEventError(EarError):
    """What came over the wire is not the Wyoming protocol, or not a request."""

    code = "bad-event"


class BadAudioError(EarError):
    """The sound is in no form that can be read."""

    code = "bad-audio"


class UnsupportedLanguageError(EarError):
    """A language was asked for that this server does not serve."""

    code = "unsupported-language"


class TooLongError(EarError):
    """There is more sound than the server was told to take."""

    code = "too-long"


class BusyError(EarError):
    """Too many others are waiting."""

    code = "busy"


class IdleError(EarError):
    """Nothing came for too long."""

    code = "timeout"


class ModelError(EarError):
    """The model is missing, incomplete, or of no use here."""


class GoneError(EarError):
    """The client has left: nobody waits for the result any more."""
