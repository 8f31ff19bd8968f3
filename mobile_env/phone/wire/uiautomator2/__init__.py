"""uiautomator2's two servers on the phone: u2.jar's (port 9008) and atx-agent (port 7912)."""
