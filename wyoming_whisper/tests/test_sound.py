"""Sound of every form is the same sound."""

import numpy as np
import pytest
from wyoming_whisper.errors import BadAudioError
from wyoming_whisper.sound import RATE, Format, Stream

SECOND = 0.5 * np.sin(2 * np.pi * 440 * np.arange(RATE) / RATE)


CODES = {
    "u8": lambda s: (s * 127 + 128).astype(np.uint8),
    "s8": lambda s: (s * 127).astype(np.int8),
    "i16": lambda s: (s * 32767).astype("<i2"),
    "i24": lambda s: (
        (s * (2**31 - 1)).astype("<i4").view(np.uint8).reshape(-1, 4)[:, 1:]
    ),
    "i32": lambda s: (s * (2**31 - 1)).astype("<i4"),
    "i64": lambda s: (s * 2**62).astype("<i8"),
    "f32": lambda s: s.astype("<f4"),
    "f64": lambda s: s.astype("<f8"),
}


def coded(samples, kind):
    return CODES[kind](samples).tobytes(), int(kind[1:]) // 8


def heard(payload, form, chunk):
    stream = Stream(form)
    parts = [stream.feed(payload[i : i + chunk]) for i in range(0, len(payload), chunk)]
    return np.concatenate([*parts, stream.finish()])


@pytest.mark.parametrize("kind", ["u8", "s8", "i16", "i24", "i32", "i64", "f32", "f64"])
@pytest.mark.parametrize("chunk", [999, 4096, 10**9])
def test_kinds_of_numbers_and_torn_chunks(kind, chunk):
    payload, width = coded(SECOND, kind)
    got = heard(payload, Format(rate=RATE, width=width, channels=1), chunk)
    assert got.dtype == np.float32
    assert len(got) == RATE
    scale = 0.5 if kind == "i64" else 1
    assert np.abs(got - SECOND * scale).max() < (0.02 if "8" in kind else 0.001)


@pytest.mark.parametrize("rate", [8_000, 11_025, 22_050, 44_100, 48_000, 96_000])
@pytest.mark.parametrize("channels", [1, 2, 6])
def test_rates_and_channels(rate, channels):
    tone = 0.5 * np.sin(2 * np.pi * 440 * np.arange(rate) / rate)
    many = np.repeat(tone[:, None], channels, axis=1).reshape(-1)
    payload, width = coded(many, "i16")
    got = heard(payload, Format(rate=rate, width=width, channels=channels), 3000)
    assert abs(len(got) - RATE) < 20
    middle = slice(1000, 15_000)
    assert np.abs(got[: len(SECOND)][middle] - SECOND[: len(got)][middle]).max() < 0.01


def test_resampling_folds_no_high_tone_into_speech():
    rate = 48_000
    tone = 0.5 * np.sin(2 * np.pi * 12_000 * np.arange(rate) / rate)
    payload, width = coded(tone, "i16")
    got = heard(payload, Format(rate=rate, width=width, channels=1), 4800)
    assert np.abs(got[1000:-1000]).max() < 0.01


def test_silence_settles_no_kind_of_number():
    form = Format(rate=RATE, width=4, channels=1)
    stream = Stream(form)
    stream.feed(bytes(4000))
    got = stream.feed(coded(SECOND, "f32")[0])
    assert np.abs(got - SECOND).max() < 0.001


@pytest.mark.parametrize(
    "data",
    [
        {"rate": 0, "width": 2, "channels": 1},
        {"rate": 10**9, "width": 2, "channels": 1},
        {"rate": RATE, "width": 5, "channels": 1},
        {"rate": RATE, "width": 2, "channels": 0},
        {"rate": RATE, "width": 2, "channels": 99},
        {"rate": "x", "width": 2, "channels": 1},
        {"rate": True, "width": 2, "channels": 1},
        {"width": 2, "channels": 1},
        {},
    ],
)
def test_forms_that_cannot_be_read(data):
    with pytest.raises(BadAudioError, match="The sound"):
        Format.read(data)


def test_what_a_chunk_leaves_out_is_as_before():
    before = Format(rate=8000, width=1, channels=2)
    assert Format.read({"rate": RATE}, before) == Format(rate=RATE, width=1, channels=2)
