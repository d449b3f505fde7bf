import pytest

from custom_components.mirae_story.servers.calls import Call, CallLog
from custom_components.mirae_story.story.errors import ServerSlowError


def test_keeps_the_last_fifty():
    log = CallLog()
    for number in range(60):
        with log.call("text", f"m{number}"):
            pass
    assert len(log.reports) == 50
    assert (log.reports[0].model, log.reports[-1].model) == ("m10", "m59")


def test_a_fault_is_kept_by_its_key():
    log = CallLog()
    with pytest.raises(ServerSlowError), log.call("text", "m"):
        raise ServerSlowError
    assert (log.reports[0].error, log.reports[0].done_reason) == ("server_slow", None)


def test_one_token_has_no_speed():
    call = Call(kind="text", model="m", reply_tokens=1)
    call.token()
    assert call.report().tokens_per_s is None
