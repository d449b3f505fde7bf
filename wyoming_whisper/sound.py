"""Sound of any form, piece by piece, as the 16 kHz mono that Whisper hears.

Wyoming names rate, width and channels, but not the kind of number. Samples of four and
eight bytes may be floats, those of one byte may have a sign: that is found out from the
sound itself, since one reading of it is quiet and smooth, and the other is noise.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import soxr
from numpy.typing import NDArray

from .errors import BadAudioError

Samples = NDArray[np.float32]

RATE = 16_000
WIDTHS = (1, 2, 3, 4, 8)
LOWEST_RATE, HIGHEST_RATE = 4_000, 384_000
MOST_CHANNELS = 32
ENOUGH_TO_TELL = 400
"""Samples that are not silent, after which the kind of number is settled."""
LOUDEST_FLOAT = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """The form of the sound in one stream."""

    rate: int
    width: int
    channels: int

    @classmethod
    def read(cls, data: dict[str, Any], before: "Format | None" = None) -> "Format":
        """Read it from an event; what the event leaves out is as before.

        Raises BadAudioError if it is no form that can be read.
        """
        values = {}
        for name in ("rate", "width", "channels"):
            value = data.get(name, getattr(before, name, None))
            if not isinstance(value, int) or isinstance(value, bool):
                message = f"The sound's {name} must be a whole number."
                raise BadAudioError(message)
            values[name] = value
        form = cls(**values)
        if not LOWEST_RATE <= form.rate <= HIGHEST_RATE:
            message = (
                f"The sound's rate must be {LOWEST_RATE} to {HIGHEST_RATE} Hz, "
                f"not {form.rate}."
            )
            raise BadAudioError(message)
        if form.width not in WIDTHS:
            message = f"The sound's width must be one of {WIDTHS}, not {form.width}."
            raise BadAudioError(message)
        if not 1 <= form.channels <= MOST_CHANNELS:
            message = (
                f"The sound must have 1 to {MOST_CHANNELS} channels, "
                f"not {form.channels}."
            )
            raise BadAudioError(message)
        return form


class Stream:
    """One utterance's sound, made mono and 16 kHz as it comes."""

    def __init__(self, form: Format) -> None:
        """Begin to read sound of this form."""
        self.form = form
        self._rest = b""
        self._other_kind: bool | None = None
        self._told = 0
        self._resampler = (
            None
            if form.rate == RATE
            else soxr.ResampleStream(form.rate, RATE, 1, dtype="float32")
        )

    def feed(self, payload: bytes) -> Samples:
        """Return what can be heard of the sound up to here and was not returned yet."""
        payload = self._rest + payload
        frame = self.form.width * self.form.channels
        whole = len(payload) - len(payload) % frame
        self._rest = payload[whole:]
        samples = self._numbers(payload[:whole])
        if self.form.channels > 1:
            mixed = samples.reshape(-1, self.form.channels).mean(axis=1)
            samples = np.asarray(mixed, np.float32)
        return self._resampled(samples, last=False)

    def finish(self) -> Samples:
        """Return what the resampler still held; a torn last frame is dropped."""
        self._rest = b""
        return self._resampled(np.zeros(0, np.float32), last=True)

    def _resampled(self, samples: Samples, *, last: bool) -> Samples:
        if self._resampler is None:
            return samples
        resampled: Samples = self._resampler.resample_chunk(samples, last=last)
        return resampled

    def _numbers(self, payload: bytes) -> Samples:
        width = self.form.width
        if width == 2:  # noqa: PLR2004
            return np.asarray(np.frombuffer(payload, "<i2") / 2**15, np.float32)
        if width == 3:  # noqa: PLR2004
            return _three_bytes(payload)
        usual, other = _READINGS[width](payload)
        samples = np.nan_to_num(other) if self._is_other(usual, other) else usual
        return np.asarray(np.clip(samples, -1, 1), np.float32)

    def _is_other(self, usual: NDArray[Any], other: NDArray[Any]) -> bool:
        """Tell which reading of the numbers is the sound; more of it settles this."""
        if self._told >= ENOUGH_TO_TELL and self._other_kind is not None:
            return self._other_kind
        heard = int(np.count_nonzero(usual))
        if heard or self._other_kind is None:
            self._other_kind = _OTHER_FITS[self.form.width](usual, other)
        self._told += heard
        return self._other_kind


def _three_bytes(payload: bytes) -> Samples:
    raw = np.frombuffer(payload, np.uint8).reshape(-1, 3)
    wide = np.zeros((len(raw), 4), np.uint8)
    wide[:, 1:] = raw
    return wide.view("<i4").reshape(-1).astype(np.float32) / np.float32(2**31)


def _one_byte(payload: bytes) -> tuple[NDArray[Any], NDArray[Any]]:
    raw = np.frombuffer(payload, np.uint8)
    unsigned = (raw.astype(np.float32) - 128) / 128
    return unsigned, raw.view(np.int8).astype(np.float32) / 128


def _four_bytes(payload: bytes) -> tuple[NDArray[Any], NDArray[Any]]:
    return (
        np.frombuffer(payload, "<i4").astype(np.float64) / 2**31,
        np.frombuffer(payload, "<f4").astype(np.float64),
    )


def _eight_bytes(payload: bytes) -> tuple[NDArray[Any], NDArray[Any]]:
    return (
        np.frombuffer(payload, "<i8").astype(np.float64) / 2**63,
        np.frombuffer(payload, "<f8"),
    )


def _signed_fits(unsigned: NDArray[Any], signed: NDArray[Any]) -> bool:
    """Tell whether sound of one byte is smoother when read with a sign."""
    return bool(np.abs(np.diff(signed)).sum() < np.abs(np.diff(unsigned)).sum())


def _float_fits(_: NDArray[Any], floats: NDArray[Any]) -> bool:
    """Tell whether numbers are floats: whole ones read so are tiny, huge or none."""
    finite = np.isfinite(floats)
    if not finite.all() or np.abs(floats).max(initial=0) > LOUDEST_FLOAT:
        return False
    heard = floats[floats != 0]
    return bool(len(heard)) and bool(np.median(np.abs(heard)) > 1e-9)  # noqa: PLR2004


_READINGS = {1: _one_byte, 4: _four_bytes, 8: _eight_bytes}
_OTHER_FITS = {1: _signed_fits, 4: _float_fits, 8: _float_fits}
