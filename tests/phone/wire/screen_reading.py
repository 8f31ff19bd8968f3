"""Where things are on a served phone's screen."""

from xml.etree import ElementTree


def middle(served, attribute, value):
    """Middle of the first element of the view hierarchy whose attribute is so, in pixels."""
    root = ElementTree.fromstring(served.phone.call(lambda phone: phone.view_hierarchy()).encode())
    node = next(node for node in root.iter("node") if node.get(attribute) == value)
    left, top, right, bottom = map(int, node.get("bounds")[1:-1].replace("][", ",").split(","))
    return (left + right) // 2, (top + bottom) // 2
