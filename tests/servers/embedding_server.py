"""A real llama-server that embeds with the small model of the tests: started as a process of its own.

Its physical batch is small on purpose: a longer text is refused, as with real embedding models of 512 tokens.
"""

import os
import sys
import time

from xllamacpp import CommonParams, Server, llama_pooling_type

from demo.model_server import MODEL_NAME, model_file

LONGEST = 64


def main():
    params = CommonParams()
    params.model.path = str(model_file())
    params.model_alias = {MODEL_NAME}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.embedding = True
    params.pooling_type = llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    params.n_ctx = params.n_batch = params.n_ubatch = LONGEST
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    server = Server(params)
    sys.stdout.write(f"Listening on {server.listening_address}\n")
    sys.stdout.flush()
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(1)


if __name__ == "__main__":
    main()
