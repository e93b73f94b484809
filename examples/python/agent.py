"""A small agent with a memory: it remembers in later runs the facts of earlier ones, project by project.

python agent.py --project apollo "We deploy on Thursdays, never on Fridays."
python agent.py --project apollo "When do we deploy?"
python agent.py --project apollo
"""

from __future__ import annotations

import argparse
import hashlib
import sys

from mnema_sdk import Mnema, MnemaError

AGENT_ID = "example-agent"
RECALLED_MEMORIES = 3
SECONDS_TO_READY = 10


class Agent:
    """Stores statements and answers questions from them.

    A real agent has a language model instead of these rules: the results of ``recall`` go into its prompt, and the
    facts that it selects go through ``learn``.
    """

    def __init__(self, client: Mnema, project: str) -> None:
        """Takes the client, and the project to which all memories belong."""
        self.client = client
        self.project = project

    def reply(self, message: str) -> str:
        """Answers a question, stores a statement, and summarises the project without input."""
        if message == "":
            return self.summarize()
        return self.recall(message) if message.endswith("?") else self.learn(message)

    def learn(self, statement: str) -> str:
        """Stores a statement, only once within a day."""
        digest = hashlib.sha256(f"{self.project}\n{statement}".encode()).hexdigest()
        written = self.client.add(
            statement,
            agent_id=AGENT_ID,
            metadata={"project": self.project, "source": "examples/python"},
            idempotency_key=f"example-{digest}",
            wait_seconds=SECONDS_TO_READY,
        )
        return f"I will remember that for {self.project} ({written.memory_id})."

    def recall(self, question: str) -> str:
        """Answers a question with the memories of the project that fit best."""
        found = self.client.search(
            question, agent_id=AGENT_ID, top_k=RECALLED_MEMORIES, filters={"project": self.project}
        )
        if not found:
            return f"I know nothing about that in {self.project} yet."
        lines = [f"  {hit.score:.2f}  {hit.memory}" for hit in found]
        return "\n".join([f"What I know of {self.project}:", *lines])

    def summarize(self) -> str:
        """Summarises the project, in the form for a prompt."""
        profile = self.client.profile(agent_id=AGENT_ID, project=self.project)
        return profile.summary if profile.memory_count else f"I know nothing of {self.project} yet."


def main() -> int:
    """Runs the agent once."""
    parser = argparse.ArgumentParser(description="A small agent with a memory.")
    parser.add_argument("--project", default="apollo", help="what the memories belong to")
    parser.add_argument("message", nargs="*", help="a statement, a question, or nothing")
    arguments = parser.parse_args()
    try:
        with Mnema() as client:
            print(Agent(client, arguments.project).reply(" ".join(arguments.message).strip()))
    except MnemaError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
