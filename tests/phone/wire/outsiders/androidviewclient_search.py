"""Searches for something in WikiHow with androidviewclient: python androidviewclient_search.py SERIAL QUERY."""

import sys

from com.dtmilano.android.viewclient import ViewClient

WIKIHOW = "com.wikihow.wikihowapp"


def main(serial, query):
    sys.argv[1:] = [serial]  # the client reads the command line itself
    device, serial = ViewClient.connectToDeviceOrExit(serialno=serial)
    client = ViewClient(device, serial, useuiautomatorhelper=False)
    client.dump(window=-1)
    client.findViewById(f"{WIKIHOW}:id/search_button").touch()
    client.dump(window=-1)
    client.findViewById(f"{WIKIHOW}:id/search_src_text").type(query)
    client.dump(window=-1)
    assert client.findViewById(f"{WIKIHOW}:id/search_src_text").text() == query
    assert device.getTopActivityName() == f"{WIKIHOW}/.MainTabActivity"
    assert device.takeSnapshot(reconnect=True).size == (432, 768)


if __name__ == "__main__":
    main(*sys.argv[1:])
