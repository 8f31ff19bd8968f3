"""The home screen: date and time, and an icon for every app that has one."""

from mobile_env.phone.sdk import Activity, Layout, Screen
from mobile_env.phone.sdk.system import System


class HomeActivity(Activity):
    """Keeps no state: what it shows follows from the installed packages and the clock."""

    def screen(self) -> Screen:
        today = self.clock("day")
        return Layout("home", icons=System(self).launchers(), date=f"{today:%A, %b} {today.day}")

    def open(self, package: str) -> None:
        System(self).launch(package)

    def on_back(self) -> bool:
        return True
