"""Manifest and activity of the blocks app."""

from typing import Any

from mobile_env.phone.framework.activity import Activity
from mobile_env.phone.state.manifest import LAUNCHER_FILTER, ActivityInfo, App

TAG = "AndroidRLTask"


class BoardActivity(Activity):
    layout = "board"

    def on_create(self) -> None:
        self.state.update(score=0, moves=0)

    def screen(self) -> dict[str, Any]:
        return {}

    def tell(self, message: str, tag: str = TAG) -> None:
        self.log("I", tag, message)

    def slide(self) -> None:
        self.state["score"] += 4
        self.state["moves"] += 1
        moves = self.state["moves"]
        self.tell(f"score: {self.state['score']}")
        self.tell(f"extra: grid [[{moves}, 0], [0, 4]]")
        self.tell("extra: direction [1]")
        self.tell("extra: slid")
        self.tell(f'json_extra: {{"board": [[2, 0], [0, {moves}]], "free": 1}}')

    def coin(self) -> None:
        self.tell("Reward: 0.5")
        self.tell("coin_collected")

    def mumble(self) -> None:
        self.tell("Reward: 9", tag="Chatter")
        self.tell("the score: 99")
        self.tell("extra: grid {[broken")
        self.tell("json_extra: {broken")

    def over(self) -> None:
        self.tell("episode end")


APP = App(
    package="org.example.blocks",
    label="Blocks",
    folder=__package__,
    activities=(ActivityInfo("org.example.blocks.BoardActivity", BoardActivity, filters=(LAUNCHER_FILTER,)),),
)
