"""The home screen: date and time, and an icon for every app that has one."""

from typing import Any

from mobile_env.phone.framework.activity import Activity


class HomeActivity(Activity):
    """Keeps no state: what it shows follows from the installed packages and the clock."""

    layout = "home"

    def screen(self) -> dict[str, Any]:
        packages = self.phone.packages
        apps = [packages.app(package.name) for package in packages.list() if package.enabled]
        icons = [
            {"package": app.package, "label": app.label, "icon": app.icon, "colour": app.icon_colour}
            for app in apps
            if app is not None and app.launcher is not None
        ]
        now = self.phone.state.clock.datetime()
        return {"icons": icons, "date": f"{now:%A, %b} {now.day}"}

    def open(self, package: str) -> None:
        intent = self.phone.packages.launch_intent(package)
        if intent is not None:
            self.start_activity(intent)

    def on_back(self) -> bool:
        return True
