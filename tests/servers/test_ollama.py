import json

import pytest

from custom_components.mirae_story.servers.ollama import PullProgress, keep_alive
from custom_components.mirae_story.story import errors
from custom_components.mirae_story.story.ports import Message, Role, Sampling
from tests.scripted.script import Script

ASK = [Message(Role.SYSTEM, "You tell stories."), Message(Role.USER, "Go on")]
SCHEMA = {"type": "object"}
USUAL = Sampling()


async def told(client, sampling=USUAL):
    return "".join([text async for text in client.stream_text(ASK, sampling)])


async def test_every_option_reaches_the_server(scripted_ollama, make):
    sampling = Sampling(
        temperature=0.7,
        top_p=0.9,
        seed=7,
        repeat_penalty=1.1,
        max_tokens=200,
        context_tokens=8192,
        keep_alive="-1",
        stop=("THE END",),
    )
    await told(make(scripted_ollama), sampling)
    (payload,) = scripted_ollama.asked("/api/chat")
    assert payload == {
        "model": "tiny:latest",
        "stream": True,
        "truncate": False,
        "shift": False,
        "think": False,
        "keep_alive": -1,
        "messages": [
            {"role": "system", "content": "You tell stories."},
            {"role": "user", "content": "Go on"},
        ],
        "options": {
            "temperature": 0.7,
            "top_p": 0.9,
            "seed": 7,
            "repeat_penalty": 1.1,
            "num_predict": 200,
            "num_ctx": 8192,
            "stop": ["THE END"],
        },
    }


async def test_what_is_not_set_is_left_to_the_server(scripted_ollama, make):
    await told(make(scripted_ollama))
    (payload,) = scripted_ollama.asked("/api/chat")
    assert payload["options"] == {}
    assert "keep_alive" not in payload
    assert "format" not in payload


@pytest.mark.parametrize(
    ("wanted", "sent"),
    [(-1, -1), ("-1", -1), (0, 0), (300, "300s"), ("300", "300s"), ("30m", "30m")],
)
def test_keep_alive_has_the_form_that_ollama_takes(wanted, sent):
    assert keep_alive(wanted) == sent


async def test_completes_without_template_unless_it_fills_in(scripted_ollama, make):
    client = make(scripted_ollama)
    async for _ in client.complete("Once", Sampling(max_tokens=5)):
        pass
    async for _ in client.complete("Once", Sampling(), suffix="end"):
        pass
    plain, filling = scripted_ollama.asked("/api/generate")
    assert plain["raw"] is True
    assert plain["options"] == {"num_predict": 5}
    assert "raw" not in filling


@pytest.mark.parametrize(
    ("refuses", "formats"),
    [
        (set(), [SCHEMA]),
        ({"schema"}, [SCHEMA, "json", "json"]),
        ({"schema", "json"}, [SCHEMA, "json", None, None]),
    ],
)
async def test_asks_for_json_more_modestly_and_remembers(
    scripted_ollama, make, refuses, formats
):
    scripted_ollama.refuses = refuses
    scripted_ollama.plays(Script.of("{}"))
    client = make(scripted_ollama)
    assert await client.ask_json(ASK, SCHEMA, Sampling()) == "{}"
    if refuses:
        await client.ask_json(ASK, SCHEMA, Sampling())
    sent = scripted_ollama.asked("/api/chat")
    assert [payload.get("format") for payload in sent] == formats


async def test_without_a_schema_any_text_may_come(scripted_ollama, make):
    scripted_ollama.plays(Script.of("recap: Mina slept."))
    answer = await make(scripted_ollama).ask_json(ASK, {}, Sampling())
    assert answer == "recap: Mina slept."
    assert "format" not in scripted_ollama.asked("/api/chat")[0]


async def test_a_model_that_cannot_think_is_asked_without(scripted_ollama, make):
    scripted_ollama.refuses = {"think"}
    client = make(scripted_ollama)
    assert await told(client, Sampling(think=True)) == "Once upon a time."
    await told(client, Sampling(think=True))
    sent = scripted_ollama.asked("/api/chat")
    assert [payload.get("think") for payload in sent] == [True, None, None]


async def test_a_refusal_that_modesty_does_not_help_is_not_remembered(
    scripted_ollama, make
):
    client = make(scripted_ollama)
    scripted_ollama.plays(*[Script.refusal(400, {"error": "bad think"})] * 2, Script())
    with pytest.raises(errors.RequestRefusedError):
        await told(client)
    assert await told(client) == "Once upon a time."
    sent = scripted_ollama.asked("/api/chat")
    assert ["think" in payload for payload in sent] == [True, False, True]


async def test_checks_health(scripted_ollama, make):
    health = await make(scripted_ollama).check()
    assert health.version == "0.30.5"
    assert [model.name for model in health.models] == [
        "tiny:latest",
        "nomic-embed-text:latest",
    ]


async def test_lists_what_is_loaded(scripted_ollama, make):
    client = make(scripted_ollama)
    assert await client.list_loaded() == []
    scripted_ollama.loaded = ["tiny:latest"]
    (model,) = await client.list_loaded()
    assert (model.name, model.context_tokens) == ("tiny:latest", 8192)


async def test_describes_a_model(scripted_ollama, make):
    client = make(scripted_ollama)
    assert (await client.describe()).context_tokens == 32768
    embedder = await client.describe("nomic-embed-text:latest")
    assert (embedder.context_tokens, embedder.embeds) == (2048, True)
    scripted_ollama.faults = {"/api/show": Script.refusal(200, {})}
    unknown = await client.describe()
    assert (unknown.context_tokens, unknown.embeds) == (None, None)
    scripted_ollama.faults = {}
    with pytest.raises(errors.ModelMissingError):
        await client.describe("gemma3:12b")


async def test_pulls_a_model_with_progress(scripted_ollama, make):
    client = make(scripted_ollama, model="gemma3:12b")
    progress = [step async for step in client.pull("gemma3:12b")]
    assert progress[0] == PullProgress(status="pulling manifest", completed=0)
    assert progress[0].fraction is None
    fractions = [step.fraction for step in progress if step.total == 1200]
    assert fractions == sorted(fractions)
    assert progress[-1] == PullProgress(status="success", completed=1200, total=1200)
    assert progress[-1].fraction == 1
    assert await told(client) == "Once upon a time."


async def test_pulling_what_does_not_exist(scripted_ollama, make):
    with pytest.raises(errors.ModelMissingError) as caught:
        async for _ in make(scripted_ollama).pull("gemma99"):
            pass
    assert caught.value.placeholders["model"] == "gemma99"


async def test_a_pull_that_ends_early(scripted_ollama, make):
    scripted_ollama.pull_ends = False
    with pytest.raises(errors.ReplyCutOffError):
        async for _ in make(scripted_ollama).pull("gemma3:12b"):
            pass


async def test_leaving_a_pull_stops_it(scripted_ollama, make):
    scripted_ollama.pull_delay = 0.05
    pulling = make(scripted_ollama).pull("gemma3:12b")
    await anext(pulling)
    await pulling.aclose()
    await scripted_ollama.left()


@pytest.mark.parametrize(
    "line",
    [{"message": 3, "done": False}, {"message": {"content": 5}}, {"response": None}],
)
async def test_odd_lines_say_nothing(scripted_ollama, make, line):
    end = {"done": True, "eval_count": "many", "done_reason": None}
    body = f"{json.dumps(line)}\n\n{json.dumps(end)}"
    scripted_ollama.faults = {"/api/chat": Script.refusal(200, body)}
    client = make(scripted_ollama)
    assert await told(client) == ""
    assert client.reports[-1].reply_tokens is None
    assert client.reports[-1].done_reason == "stop"


async def test_half_a_character_is_dropped(scripted_ollama, make):
    body = '{"message": {"content": "moon \\ud83d"}, "done": true}'
    scripted_ollama.faults = {"/api/chat": Script.refusal(200, body)}
    assert await told(make(scripted_ollama)) == "moon "


async def test_an_api_path_in_the_address(scripted_ollama, make):
    assert await told(make(scripted_ollama, url=f"{scripted_ollama.url}/api/"))
