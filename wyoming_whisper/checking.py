"""Is all well? A clip that comes with the server is decoded, and has to be right."""

import sys
import time

from .ear import Ear, Wanted
from .probing import clip
from .sound import RATE
from .texts import bare


async def check(ear: Ear) -> int:
    """Decode a clip, say what was heard and how long that took; 0 if it was right."""
    sound, form, language, text = clip(ear.languages)
    utterance = ear.utterance(form)
    utterance.feed(sound)
    utterance.finish()
    began = time.monotonic()
    asked = language if language in ear.languages else None
    heard = await ear.hear(utterance, ear.request(asked, ()), "", Wanted())
    took = time.monotonic() - began
    right = bare(heard.text) == bare(text)
    sys.stdout.write(
        f"Heard {heard.text!r} ({heard.language}) in {took:.2f} s; the clip of "
        f"{utterance.count / RATE:.1f} s says {text!r}: "
        f"{'all is well' if right else 'NOT the same'}.\n"
        f"Model {ear.model.name}, smallest window {ear.model.window:g} s, "
        f"beam {ear.options.beam_size}.\n"
    )
    ear.turns.close()
    return 0 if right else 1
