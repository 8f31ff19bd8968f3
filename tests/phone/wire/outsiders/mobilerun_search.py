"""Searches for something in WikiHow with mobilerun's driver: python mobilerun_search.py SERIAL QUERY."""

import asyncio
import json
import sys

from mobilerun_core_local.driver.android import AndroidDriver

WIKIHOW = "com.wikihow.wikihowapp"


def nodes(tree):
    """All nodes of a tree of dicts and lists."""
    if isinstance(tree, dict):
        yield tree
        for value in tree.values():
            yield from nodes(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from nodes(value)


async def main(serial, query):
    driver = AndroidDriver(serial=serial, portal_mode="disabled")
    await driver.connect()
    tree = await driver.get_ui_tree()
    button = next(n for n in nodes(tree) if f"{WIKIHOW}:id/search_button" in map(str, n.values()))
    bounds = next(value for name, value in button.items() if "ounds" in name)
    if isinstance(bounds, dict):
        left, top, right, bottom = (bounds[side] for side in ("left", "top", "right", "bottom"))
    else:
        left, top, right, bottom = map(int, str(bounds).strip("[]").replace("][", ",").split(","))
    await driver.tap((left + right) // 2, (top + bottom) // 2)
    assert await driver.input_text(query)
    assert query in json.dumps(await driver.get_ui_tree(), ensure_ascii=False)
    assert (await driver.screenshot()).startswith(b"\x89PNG")
    assert WIKIHOW in await driver.list_packages(include_system=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
