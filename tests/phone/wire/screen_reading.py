"""Where things are on a served phone's screen, and what was typed there."""

from xml.etree import ElementTree


def middle(served, attribute, value):
    """Middle of the first element of the view hierarchy whose attribute is so, in pixels."""
    root = ElementTree.fromstring(served.phone.call(lambda phone: phone.view_hierarchy()).encode())
    node = next(node for node in root.iter("node") if node.get(attribute) == value)
    left, top, right, bottom = map(int, node.get("bounds")[1:-1].replace("][", ",").split(","))
    return (left + right) // 2, (top + bottom) // 2


WIKIHOW = "com.wikihow.wikihowapp"


def on_phone(served, look):
    """What a function of the phone returns, called on its thread."""
    return served.phone.call(look)


def focus_search(served):
    """Opens WikiHow with its search field focused."""
    on_phone(served, lambda phone: phone.shell(f"am start -n {WIKIHOW}/.MainTabActivity"))
    x, y = middle(served, "resource-id", f"{WIKIHOW}:id/search_button")
    on_phone(served, lambda phone: (phone.touch(x, y), phone.lift()))
    assert on_phone(served, lambda phone: phone.state.focus)


def typed(served):
    """What the focused field holds."""

    def look(phone):
        focus = phone.state.focus
        return phone.activities.owner(focus.window).state[focus.bind]

    return on_phone(served, look)
