"""A bot that plays over HTTP, from any machine: python examples/bot.py http://192.168.1.5:8080 K7QM olo_…

The table's code is in the list; the token is on the seat's page, "A program in your place". It plays anything legal.
"""

import json
import random
import sys

import httpx


def play(server: str, code: str, token: str, most: int = 100_000) -> int:
    """Plays until the match is over or ``most`` commands are played; how many were."""
    table, played, kind = f"{server}/api/v1/tables/{code}", 0, ""
    head = {"Authorization": f"Bearer {token}"}
    with httpx.Client(headers=head, timeout=60) as client, client.stream("GET", f"{table}/events") as stream:
        for line in stream.iter_lines():
            kind = line[7:] if line.startswith("event: ") else kind if line else ""
            if kind != "state" or not line.startswith("data: "):
                continue
            state = json.loads(line[6:])
            if state["outcome"] is not None or played == most:
                break
            commands = client.get(f"{table}/commands").raise_for_status().json() if state["decision"] else []
            if not commands:
                continue
            command = random.choice(commands)
            answer = client.post(f"{table}/commands", json=command | {"decision": state["decision"]})
            # 409 Conflict: something else happened first; the next state says what to do now.
            if answer.status_code != httpx.codes.CONFLICT:
                answer.raise_for_status()
                played += 1
    return played


if __name__ == "__main__":
    play(*sys.argv[1:4])
