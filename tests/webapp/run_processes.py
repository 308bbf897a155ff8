"""A process with two workers, for tests that kill it. It prints their ids and that of the process they are forked from,
which loads the named module."""

import os
import sys
import time
from contextlib import suppress

from webapp.base.processes import Processes, preload

if __name__ == "__main__":
    preload(sys.argv[1])
    pool = Processes(2)
    jobs = [pool.submit(os.getppid, lane=lane) for lane in "ab"]
    with suppress(KeyboardInterrupt):
        parents = {job.result() for job in jobs}
        while len(pool.pids()) < 2:
            time.sleep(0.01)
        print(*parents, *pool.pids(), flush=True)  # noqa: T201  (read by the test)
        sys.stdin.read()
    pool.close()
