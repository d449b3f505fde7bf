import json

import pytest

from custom_components.mirae_story.servers.faults import RefusalError, name_fault
from custom_components.mirae_story.story import errors


def named(status, body):
    text = body if isinstance(body, str) else json.dumps(body)
    return name_fault(status, text, url="http://server", model="tiny")


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        # Ollama
        (404, {"error": "model 'tiny' not found"}, errors.ModelMissingError),
        (
            404,
            {"error": 'model "tiny" not found, try pulling it first'},
            errors.ModelMissingError,
        ),
        (
            200,
            {"error": "pull model manifest: file does not exist"},
            errors.ModelMissingError,
        ),
        (401, {"error": "unauthorized"}, errors.ServerAuthError),
        (
            400,
            {"error": "the input length exceeds the context length"},
            errors.ContextTooSmallError,
        ),
        (
            400,
            {"error": "prompt too long; exceeded max context length by 12 tokens"},
            errors.ContextTooSmallError,
        ),
        (
            400,
            {"error": '"tiny" does not support thinking'},
            errors.RequestRefusedError,
        ),
        (
            500,
            {
                "error": "model requires more system memory (5.6 GiB) than is available (3.1 GiB)"
            },
            errors.ModelTooBigError,
        ),
        (
            500,
            {"error": "llama runner process has terminated: exit status 2"},
            errors.ServerError,
        ),
        (
            503,
            {
                "error": "server busy, please try again. maximum pending requests exceeded"
            },
            errors.ServerBusyError,
        ),
        # llama-server
        (
            400,
            {
                "error": {
                    "code": 400,
                    "message": "request (4031 tokens) exceeds the available context size (2048 tokens), try increasing it",
                    "type": "exceed_context_size_error",
                    "n_prompt_tokens": 4031,
                    "n_ctx": 2048,
                }
            },
            errors.ContextTooSmallError,
        ),
        (
            503,
            {
                "error": {
                    "code": 503,
                    "message": "Loading model",
                    "type": "unavailable_error",
                }
            },
            errors.ServerBusyError,
        ),
        (
            501,
            {
                "error": {
                    "code": 501,
                    "message": "This server does not support embeddings.",
                    "type": "not_supported_error",
                }
            },
            errors.RequestRefusedError,
        ),
        (
            404,
            {
                "error": {
                    "message": "File Not Found",
                    "type": "not_found_error",
                    "code": 404,
                }
            },
            errors.GarbledReplyError,
        ),
        # vLLM
        (
            400,
            {
                "object": "error",
                "message": "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
                "type": "BadRequestError",
                "code": 400,
            },
            errors.ContextTooSmallError,
        ),
        (
            404,
            {
                "object": "error",
                "message": "The model `tiny` does not exist.",
                "type": "NotFoundError",
                "code": 404,
            },
            errors.ModelMissingError,
        ),
        (
            422,
            {"detail": [{"loc": ["body", "think"], "msg": "extra"}]},
            errors.RequestRefusedError,
        ),
        # LM Studio
        (
            400,
            {"error": "'response_format.type' must be 'json_schema' or 'text'"},
            errors.RequestRefusedError,
        ),
        (
            404,
            {"error": {"message": "No models loaded. Please load a model."}},
            errors.ModelMissingError,
        ),
        (
            400,
            {
                "error": "The model is loaded with context length of only 4096 tokens, which is not enough."
            },
            errors.ContextTooSmallError,
        ),
        # OpenAI and others
        (
            401,
            {
                "error": {
                    "message": "Incorrect API key provided",
                    "code": "invalid_api_key",
                }
            },
            errors.ServerAuthError,
        ),
        (403, "Forbidden", errors.ServerAuthError),
        (
            404,
            {"error": {"message": "gone", "code": "model_not_found"}},
            errors.ModelMissingError,
        ),
        (
            400,
            {"error": {"message": "too much", "code": "context_length_exceeded"}},
            errors.ContextTooSmallError,
        ),
        (429, {"error": {"message": "Rate limit reached"}}, errors.ServerBusyError),
        # No model server at all, or a proxy in between
        (
            404,
            "<html><body><h1>404 Not Found</h1></body></html>",
            errors.GarbledReplyError,
        ),
        (404, "404 page not found", errors.GarbledReplyError),
        (405, "", errors.GarbledReplyError),
        (301, "", errors.GarbledReplyError),
        (502, "<html>Bad Gateway</html>", errors.ServerUnreachableError),
        (504, "<html>Gateway Time-out</html>", errors.ServerSlowError),
        # Words that are not a complaint about the model's name
        (
            400,
            {"error": "The model has no seed, and its template was not found"},
            errors.RequestRefusedError,
        ),
        (
            400,
            {"error": 'Invalid model identifier "tiny". Specify a valid one'},
            errors.ModelMissingError,
        ),
        (500, "[1, 2]", errors.ServerError),
        (500, "[" * 100_000, errors.ServerError),
        (500, "", errors.ServerError),
    ],
)
def test_names_what_servers_complain_about(status, body, kind):
    error = named(status, body)
    assert isinstance(error, kind)
    if kind is errors.ServerError:
        assert type(error) is errors.ServerError
    assert error.placeholders == {
        "url": "http://server",
        "model": "tiny",
        "status": str(status),
    }


@pytest.mark.parametrize("status", [200, 400, 404, 422, 500, 503])
def test_nothing_that_a_server_repeats_gets_into_the_message(status):
    error = named(status, {"error": {"message": "bad input: Luna and the secret"}})
    assert "Luna" not in f"{error} {error.args} {error.placeholders}"


def test_what_a_server_says_is_logged_for_debugging_alone(caplog):
    with caplog.at_level("INFO"):
        named(500, {"error": "Luna"})
    assert not caplog.records
    with caplog.at_level("DEBUG"):
        named(500, {"error": "Luna"})
    assert "Luna" in caplog.text


def test_a_refusal_keeps_its_reason_for_the_client():
    error = named(400, {"error": {"message": "no suffix, please", "type": "bad"}})
    assert isinstance(error, RefusalError)
    assert error.detail == "no suffix, please bad"
