"""Sound as it stands in WAV files, put together without end: what players take while it is made."""

from typing import NamedTuple

_ENDLESS = b"\xff\xff\xff\xff"
"""The size of what is not known yet."""
_PCM = b"\x01\x00"
_FORM_SIZE = 16
_BYTE_BITS = 8


class Wave(NamedTuple):
    """Samples, and how they are to be read: the first sixteen bytes of a WAV file's `fmt ` chunk."""

    form: bytes
    samples: bytes

    def silence(self, seconds: float) -> bytes:
        """Return silence that fits these samples."""
        rate, frame = _number(self.form[4:8]), _number(self.form[12:14])
        quiet = b"\x80" if _number(self.form[14:16]) == _BYTE_BITS else b"\x00"
        return quiet * (round(rate * seconds) * frame)

    @property
    def head(self) -> bytes:
        """The beginning of a file with such samples, of any length."""
        size = _FORM_SIZE.to_bytes(4, "little")
        form = b"fmt " + size + self.form
        return b"RIFF" + _ENDLESS + b"WAVE" + form + b"data" + _ENDLESS


def read_wave(data: bytes) -> Wave:
    """Return the sound of a whole WAV file; raises ValueError for anything else."""
    form = b""
    at = 12 if data[:4] == b"RIFF" and data[8:12] == b"WAVE" else len(data)
    while at + 8 <= len(data):
        kind, size = data[at : at + 4], _number(data[at + 4 : at + 8])
        # A file that was written while it was made has no size, or the greatest.
        body = data[at + 8 : at + 8 + size] if size else data[at + 8 :]
        if kind == b"fmt ":
            form = body[:_FORM_SIZE]
        elif kind == b"data" and len(form) == _FORM_SIZE and form[:2] == _PCM:
            frame = max(1, _number(form[12:14]))
            return Wave(form, body[: len(body) // frame * frame])
        at += 8 + size + size % 2
    message = "this is no plain WAV sound"
    raise ValueError(message)


def _number(data: bytes) -> int:
    return int.from_bytes(data, "little")
