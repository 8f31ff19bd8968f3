import pytest

from mobile_env.phone.state.properties import SystemProperties
from mobile_env.phone.state.settings import SettingsStore


def test_defaults_of_a_fresh_phone() -> None:
    store = SettingsStore()
    assert store.get("global", "adb_enabled") == "1"
    assert store.get_float("global", "window_animation_scale") == 1.0
    assert store.get("system", "nothing") is None


def test_unknown_namespace() -> None:
    with pytest.raises(KeyError):
        SettingsStore().get("private", "x")


def test_list_is_sorted() -> None:
    keys = [key for key, _ in SettingsStore().list("secure")]
    assert keys == sorted(keys) and "android_id" in keys


def test_reset_goes_back_to_the_default_of_the_package_that_changed() -> None:
    store = SettingsStore()
    store.put("global", "wifi_on", "0", package="com.evil")
    store.put("global", "evil", "1", package="com.evil")
    store.put("global", "mine", "1", package="com.android.shell")
    store.reset("global", "untrusted_defaults")
    assert store.get("global", "wifi_on") == "1"
    assert store.get("global", "evil") is None
    assert store.get("global", "mine") == "1"
    store.reset("global", "com.android.shell")
    assert store.get("global", "mine") is None


def test_make_default_survives_a_reset() -> None:
    store = SettingsStore()
    store.put("global", "x", "first", make_default=True)
    store.put("global", "x", "second")
    store.reset("global", "trusted_defaults")
    assert store.get("global", "x") == "first"


def test_copies_are_independent() -> None:
    store = SettingsStore()
    copy = store.copy()
    store.put("system", "font_scale", "1.3")
    assert copy.get("system", "font_scale") == "1.0"


def test_read_only_properties_stay() -> None:
    properties = SystemProperties(440)
    assert not properties.set("ro.build.version.sdk", "1")
    assert properties.get("ro.build.version.sdk") == "33"
    assert properties.get("ro.sf.lcd_density") == "440"


@pytest.mark.parametrize("name", ["", ".a", "a.", "a..b", "a b", "ä"])
def test_bad_property_names(name: str) -> None:
    assert not SystemProperties().set(name, "x")


def test_property_values_have_a_longest_length() -> None:
    properties = SystemProperties()
    assert properties.set("debug.x", "v" * 91)
    assert not properties.set("debug.x", "v" * 92)
    assert len(properties.copy().get("debug.x")) == 91
