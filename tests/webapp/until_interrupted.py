"""A module whose import lasts until the process is interrupted, be the signal blocked there or not."""

import signal
import time

print("loading", flush=True)  # noqa: T201  (read by the test)
while signal.SIGINT not in signal.sigpending():
    time.sleep(0.01)
