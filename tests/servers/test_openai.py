import time

import pytest

from custom_components.mirae_story.servers.transport import Timeouts
from custom_components.mirae_story.story import errors
from custom_components.mirae_story.story.ports import Message, Role, Sampling
from tests.scripted.openai_server import ScriptedOpenAI
from tests.scripted.script import Script

ASK = [Message(Role.SYSTEM, "You tell stories."), Message(Role.USER, "Go on")]
SCHEMA = {"type": "object"}
USUAL = Sampling()
CHAT = "/v1/chat/completions"


@pytest.fixture
async def server_of(socket_enabled):
    """Serve as another kind."""
    contexts = []

    async def _serve(owned_by, **options):
        context = ScriptedOpenAI(owned_by=owned_by, **options).serving()
        contexts.append(context)
        return await context.__aenter__()

    yield _serve
    for context in contexts:
        await context.__aexit__(None, None, None)


async def told(client, sampling=USUAL):
    return "".join([text async for text in client.stream_text(ASK, sampling)])


async def test_every_option_reaches_llama_server(scripted_openai, make):
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
    client = make(scripted_openai)
    await told(client, sampling)
    await told(client, sampling)
    payload, again = scripted_openai.asked(CHAT)
    assert payload == again
    assert len(scripted_openai.asked("/v1/models")) == 1
    assert payload == {
        "model": "tiny:latest",
        "stream": True,
        "stream_options": {"include_usage": True},
        "chat_template_kwargs": {"enable_thinking": False},
        "temperature": 0.7,
        "top_p": 0.9,
        "seed": 7,
        "repeat_penalty": 1.1,
        "max_tokens": 200,
        "stop": ["THE END"],
        "messages": [
            {"role": "system", "content": "You tell stories."},
            {"role": "user", "content": "Go on"},
        ],
    }


async def test_thinking_is_left_on_where_wanted(scripted_openai, make):
    await told(make(scripted_openai), Sampling(think=True))
    assert "chat_template_kwargs" not in scripted_openai.asked(CHAT)[0]


@pytest.mark.parametrize(
    ("owned_by", "sent"),
    [
        ("llamacpp", {"repeat_penalty": 1.1}),
        ("organization_owner", {"repeat_penalty": 1.1}),
        ("vllm", {"repetition_penalty": 1.1}),
        ("somebody", {}),
    ],
)
async def test_repeat_penalty_goes_where_it_is_known(server_of, make, owned_by, sent):
    server = await server_of(owned_by)
    await told(make(server), Sampling(repeat_penalty=1.1))
    (payload,) = server.asked(CHAT)
    assert {key: value for key, value in payload.items() if "penalty" in key} == sent


async def test_an_unknown_server_gets_no_penalty(scripted_openai, make):
    scripted_openai.faults = {"/v1/models": Script.refusal(404, "")}
    assert await told(make(scripted_openai), Sampling(repeat_penalty=1.1))
    assert "repeat_penalty" not in scripted_openai.asked(CHAT)[0]


@pytest.mark.parametrize(
    ("owned_by", "version", "context"),
    [
        ("llamacpp", "b7200-abcdef", 4096),
        ("vllm", "0.15.1", 4096),
        ("organization_owner", None, None),
    ],
)
async def test_checks_health(server_of, make, owned_by, version, context):
    health = await make(await server_of(owned_by)).check()
    assert health.version == version
    assert health.models[0].context_tokens == context


async def test_props_may_be_switched_off(scripted_openai, make):
    scripted_openai.faults = {"/props": Script.refusal(404, "")}
    health = await make(scripted_openai).check()
    assert health.version is None
    assert health.models[0].context_tokens == 131072


async def test_extras_that_are_refused_are_left_out_from_then_on(scripted_openai, make):
    scripted_openai.refuses = {"extras"}
    client = make(scripted_openai)
    for asked in (2, 3):
        assert await told(client) == "Once upon a time."
        sent = scripted_openai.asked(CHAT)
        assert len(sent) == asked
        assert set(sent[-1]) == {"model", "stream", "messages"}


async def test_a_refusal_that_modesty_does_not_help_is_not_remembered(
    scripted_openai, make
):
    client = make(scripted_openai)
    scripted_openai.plays(*[Script.refusal(400, {"error": "no"})] * 2, Script())
    with pytest.raises(errors.RequestRefusedError):
        await told(client)
    assert await told(client) == "Once upon a time."
    sent = scripted_openai.asked(CHAT)
    assert ["stream_options" in payload for payload in sent] == [True, False, True]


@pytest.mark.parametrize(
    ("refuses", "formats"),
    [
        (set(), ["json_schema"]),
        ({"json_schema"}, ["json_schema", "json_object"]),
        ({"json_object"}, ["json_schema"]),
        ({"json_schema", "json_object"}, ["json_schema", "json_object", None]),
        (
            {"json_schema", "json_object", "extras"},
            ["json_schema", "json_object", None, None],
        ),
    ],
)
async def test_asks_for_json_more_modestly_and_remembers(
    scripted_openai, make, refuses, formats
):
    scripted_openai.refuses = refuses
    scripted_openai.plays(Script.of("{}"))
    client = make(scripted_openai)
    assert await client.ask_json(ASK, SCHEMA, Sampling()) == "{}"
    assert await client.ask_json(ASK, SCHEMA, Sampling()) == "{}"
    sent = [
        payload.get("response_format", {}) for payload in scripted_openai.asked(CHAT)
    ]
    assert [shape.get("type") for shape in sent] == [*formats, formats[-1]]
    assert sent[0]["json_schema"] == {"name": "answer", "schema": SCHEMA}


async def test_without_a_schema_any_text_may_come(scripted_openai, make):
    scripted_openai.plays(Script.of("recap: Mina slept."))
    answer = await make(scripted_openai).ask_json(ASK, {}, Sampling())
    assert answer == "recap: Mina slept."
    assert "response_format" not in scripted_openai.asked(CHAT)[0]


async def test_a_format_refused_without_a_word(scripted_openai, make):
    scripted_openai.plays(*[Script.refusal(400, {"error": "no"})] * 3, Script.of("{}"))
    assert await make(scripted_openai).ask_json(ASK, SCHEMA, Sampling()) == "{}"
    last = scripted_openai.asked(CHAT)[-1]
    assert "stream_options" not in last
    assert "response_format" not in last


async def test_a_suffix_refused_without_a_word(scripted_openai, make):
    scripted_openai.plays(*[Script.refusal(400, {"error": "no"})] * 2, Script())
    client = make(scripted_openai)
    assert [t async for t in client.complete("Once", Sampling(), suffix="end")]
    assert "suffix" not in scripted_openai.asked("/v1/completions")[-1]


async def test_the_newer_name_of_the_limit(scripted_openai, make):
    scripted_openai.refuses = {"max_tokens"}
    client = make(scripted_openai)
    assert await told(client, Sampling(max_tokens=9))
    assert scripted_openai.asked(CHAT)[-1]["max_completion_tokens"] == 9


async def test_counts_come_from_usage_and_timings(scripted_openai, make):
    scripted_openai.plays(Script(cached_tokens=12))
    client = make(scripted_openai)
    await told(client)
    assert client.reports[-1].cached_tokens == 12
    scripted_openai.counts = False
    await told(client)
    report = client.reports[-1]
    assert (report.cached_tokens, report.reply_tokens) == (12, 4)
    assert report.prompt_tokens is None


async def test_speed_is_measured_where_it_is_not_told(server_of, make):
    server = await server_of("vllm", timings=False)
    server.plays(Script(delay=0.05))
    client = make(server)
    await told(client)
    assert 2 < client.reports[-1].tokens_per_s < 25
    server.counts = False
    await told(client)
    assert client.reports[-1].tokens_per_s is None


async def test_done_may_be_missing(scripted_openai, make):
    scripted_openai.plays(Script(farewell=False))
    client = make(scripted_openai)
    assert await told(client) == "Once upon a time."
    assert client.reports[-1].done_reason == "stop"


async def test_a_finish_reason_may_be_missing(scripted_openai, make):
    scripted_openai.finishes = False
    client = make(scripted_openai)
    assert await told(client) == "Once upon a time."
    assert client.reports[-1].done_reason == "stop"


async def test_neither_is_cut_off(scripted_openai, make):
    scripted_openai.finishes = False
    scripted_openai.plays(Script(farewell=False))
    with pytest.raises(errors.ReplyCutOffError):
        await told(make(scripted_openai))


async def test_a_complete_reply_does_not_wait_for_a_farewell(server_of, make):
    """The connection stays open after the finish reason: that is no stall of the text."""
    server = await server_of("somebody", lingers=30)
    server.plays(Script(farewell=False))
    hasty = Timeouts(first_token=5, next_token=0.3)
    began = time.monotonic()
    assert await told(make(server, timeouts=hasty)) == "Once upon a time."
    assert time.monotonic() - began < 2


async def test_reasoning_under_its_other_name(server_of, make):
    server = await server_of("vllm", thinking_field="reasoning")
    server.plays(Script(thinking=["Luna dies"]))
    assert await told(make(server)) == "Once upon a time."


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (
            'data: {"choices": [{"delta":\ndata: {"content": "Hi"}}]}\n\ndata: [DONE]',
            "Hi",
        ),
        (
            'event: x\nid: 1\nretry: 5\n: note\ndata:{"choices": []}\n\ndata: [DONE]\n\n',
            "",
        ),
        ('data: {"choices": [{"delta": 3}]}\n\ndata: [DONE]\n\n', ""),
        ('data: {"choices": [7], "usage": null}\n\ndata: [DONE]\n\n', ""),
        ('data: {"timings": {"predicted_per_second": "fast"}}\n\ndata: [DONE]\n\n', ""),
    ],
)
async def test_events_in_all_their_forms(scripted_openai, make, body, text):
    scripted_openai.faults = {
        CHAT: Script.refusal(200, body, content_type="text/event-stream")
    }
    assert await told(make(scripted_openai)) == text


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("", errors.ReplyCutOffError),
        ("data: [1]\n\n", errors.GarbledReplyError),
        ("Hello there\n", errors.GarbledReplyError),
        ("http://x: y\n", errors.GarbledReplyError),
        ('error: {"error": {"message": "Loading model"}}\n\n', errors.ServerBusyError),
    ],
)
async def test_what_is_no_event_stream(scripted_openai, make, body, kind):
    scripted_openai.faults = {
        CHAT: Script.refusal(200, body, content_type="text/plain")
    }
    with pytest.raises(kind):
        await told(make(scripted_openai))
