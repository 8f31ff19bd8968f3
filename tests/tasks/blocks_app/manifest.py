"""Manifest and activity of the blocks app."""

from mobile_env.phone.sdk import LAUNCHER, Activity, App, Layout, Screen, activity
from mobile_env.phone.sdk.bridge import install

TAG = "AndroidRLTask"


class BoardActivity(Activity):
    def on_create(self) -> None:
        self.state.update(score=0, moves=0)

    def screen(self) -> Screen:
        return Layout("board", score=self.state["score"])

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


APP = install(
    App(
        "org.example.blocks",
        "Blocks",
        activities=(activity(".BoardActivity", "manifest:BoardActivity", LAUNCHER),),
    ),
    __package__,
)
