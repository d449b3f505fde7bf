"""How the model is let to write one night: for those who listen, or for the shelf."""

from .bookkeeper import tonights_prompt
from .gate import Gate
from .model import HouseRules
from .prepared import Stage
from .surroundings import Surroundings
from .teller import Prose, Teller, Writer
from .telling import Telling


async def write_night(
    around: Surroundings,
    telling: Telling,
    stage: Stage,
    *,
    rules: HouseRules,
    writer: Writer | None,
    gate: Gate,
    wish: str,
    softer: bool = False,
) -> Prose | None:
    """Write the night after `stage` into a telling; None where somebody stopped it before it was half told."""
    teller = Teller(
        writer,
        around.cutter,
        state=stage.base,
        rules=rules,
        gate=gate,
        telling=telling,
        recent=[episode.prose for episode in stage.episodes],
    )
    prompt = await tonights_prompt(
        around.journal,
        writer,
        stage.base,
        rules,
        episodes=stage.episodes,
        wish=wish,
        softer=softer,
    )
    prose = await teller.write(prompt)
    return None if prose.stopped and not teller.half_told else prose
