"""The cities that the world clock shows: chosen from a list with search."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from mobile_env.phone.sdk import Activity, Context, Item, ListScreen, Rows, Screen, Toolbar

from .world import BY_ID, CITIES, City, plain

_COUNT, _CITY, _SORT = "number_of_cities", "city_id_", "sort_preference"


def selected(app: Context) -> list[City]:
    """The cities that users chose, west to east, by their time."""
    held = app.preferences()
    count = held.get(_COUNT, 0)
    ids = [held.get(f"{_CITY}{place}") for place in range(count if isinstance(count, int) else 0)]
    return [BY_ID[id] for id in ids if isinstance(id, str) and id in BY_ID]


def select(app: Context, cities: Sequence[City]) -> None:
    held = app.preferences()
    for place in range(len(cities), len(selected(app))):
        held.pop(f"{_CITY}{place}", None)
    held.update({_COUNT: len(cities), **{f"{_CITY}{place}": city.id for place, city in enumerate(cities)}})


def by_time(cities: Sequence[City], now: datetime) -> list[City]:
    def place(city: City) -> tuple[float, str]:
        offset = now.astimezone(ZoneInfo(city.zone)).utcoffset()
        return (offset.total_seconds() if offset else 0.0, city.plain)

    return sorted(cities, key=place)


class Cities(Activity):
    title = "Cities"

    def screen(self) -> Screen:
        now = self.clock("minute")
        sorted_by_time = self.preferences().get(_SORT) == 1
        wanted = plain(self.query.strip())
        cities = by_time(CITIES, now) if sorted_by_time else list(CITIES)
        rows = [city for city in cities if any(part.startswith(wanted) for part in _starts(city.plain))]
        chosen = {city.id for city in selected(self)}
        if not wanted:
            rows = [city for city in cities if city.id in chosen] + [
                city for city in rows if city.id not in chosen
            ]

        def header(city: City) -> str:
            if not wanted and city.id in chosen:
                return "Selected Cities"
            return _offset(now, city) if sorted_by_time else city.plain[:1].upper()

        return ListScreen(
            Toolbar(
                self.title,
                up=True,
                search="Search for a city",
                menu=(Item("Sort by name" if sorted_by_time else "Sort by time", self.sort),),
            ),
            Rows(
                rows,
                "city_row",
                key=lambda city: city.id,
                height=56,
                click=self.toggle,
                headers=header,
                chosen=chosen,
                time=lambda city: self.format.time(now.astimezone(ZoneInfo(city.zone))),
            ),
            list_id="cities_list",
            empty="No city found",
        )

    def toggle(self, id: str) -> None:
        chosen = selected(self)
        city = BY_ID[id]
        if city in chosen:
            chosen.remove(city)
        else:
            chosen.append(city)
        select(self, chosen)

    def sort(self) -> None:
        held = self.preferences()
        held[_SORT] = 0 if held.get(_SORT) == 1 else 1


def _starts(name: str) -> list[str]:
    """The name from each of its words on: a search finds the beginning of any."""
    words = name.split(" ")
    return [" ".join(words[place:]) for place in range(len(words))]


def _offset(now: datetime, city: City) -> str:
    offset = now.astimezone(ZoneInfo(city.zone)).utcoffset()
    minutes = int(offset.total_seconds() // 60) if offset else 0
    return f"GMT{'-' if minutes < 0 else '+'}{abs(minutes) // 60}:{abs(minutes) % 60:02d}"
