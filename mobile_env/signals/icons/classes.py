"""The icon classes of the built-in model: names of Material icons, and other names for them."""

from __future__ import annotations

import re

_NAMES = """
access_time account_balance account_box account_circle add add_a_photo add_alert add_box add_circle
add_circle_outline add_photo_alternate add_shopping_cart airplanemode_active alarm android apps archive
arrow_back arrow_circle_down arrow_circle_up arrow_downward arrow_drop_down arrow_drop_up arrow_forward
arrow_upward article assessment assignment attach_file attach_money attachment auto_awesome autorenew
backspace battery_charging_full battery_full block bluetooth bookmark bookmark_border brightness_high
brush bug_report build cake calendar_today call call_end call_made call_received camera_alt cancel cast
chat chat_bubble chat_bubble_outline check check_box check_box_outline_blank check_circle
check_circle_outline chevron_left chevron_right close cloud cloud_download cloud_off cloud_queue
cloud_upload code comment compare_arrows computer contacts content_copy content_cut content_paste
create_new_folder credit_card crop dashboard data_usage date_range dehaze delete delete_forever
delete_outline description desktop_windows dialpad directions directions_bike directions_bus
directions_car directions_walk done_all drafts drag_handle drag_indicator edit email equalizer error
error_outline event exit_to_app expand_less expand_more explore extension eject face fast_forward
fast_rewind favorite favorite_border feedback file_copy file_download file_upload filter_alt filter_list
fingerprint first_page flag flash_off flash_on folder folder_open format_align_center format_align_left
format_align_right format_bold format_italic format_list_bulleted format_list_numbered format_quote
format_underlined forum forward fullscreen fullscreen_exit gps_fixed grid_on group headset help
help_outline highlight_off history home hotel hourglass_empty image inbox info insert_drive_file
insert_emoticon keyboard keyboard_return label language last_page layers lightbulb link list local_cafe
local_shipping location_off location_on lock lock_open logout map menu message mic mic_off more_horiz
more_vert movie music_note navigation near_me notifications notifications_active notifications_none
notifications_off open_in_full open_in_new palette pause pause_circle_filled person person_add
person_outline pets phone_android photo_library pie_chart play_arrow play_circle_filled
play_circle_outline playlist_add power_settings_new print public push_pin qr_code_scanner
radio_button_checked radio_button_unchecked receipt redo refresh remove remove_circle
remove_circle_outline repeat replay reply report restaurant rotate_right router rss_feed save school
search search_off security send settings share shopping_bag shopping_basket shopping_cart shuffle
signal_cellular_alt skip_next skip_previous sort speed star star_border star_half stop store storage
subject swap_horiz swap_vert sync tablet_android text_fields thumb_down thumb_up timer title today
toggle_off toggle_on translate trending_down trending_up tune tv undo unfold_less unfold_more update
verified_user videocam videocam_off view_list view_module visibility visibility_off volume_down
volume_off volume_up vpn_key warning watch wb_sunny wifi wifi_off work zoom_in zoom_out
"""

CLASSES: tuple[str, ...] = tuple(sorted(_NAMES.split()))
"""All classes, in alphabetical order."""

DRAWN_ALIKE: dict[str, str] = {
    "arrow_back_ios": "chevron_left",
    "arrow_forward_ios": "chevron_right",
    "backup": "cloud_upload",
    "clear": "close",
    "create": "edit",
    "done": "check",
    "flight": "airplanemode_active",
    "get_app": "file_download",
    "grade": "star",
    "https": "lock",
    "insert_link": "link",
    "keyboard_arrow_down": "expand_more",
    "keyboard_arrow_left": "chevron_left",
    "keyboard_arrow_right": "chevron_right",
    "keyboard_arrow_up": "expand_less",
    "keyboard_voice": "mic",
    "laptop": "computer",
    "local_phone": "call",
    "local_post_office": "email",
    "local_printshop": "print",
    "mail": "email",
    "markunread": "email",
    "mic_none": "mic",
    "mode_edit": "edit",
    "mood": "insert_emoticon",
    "my_location": "gps_fixed",
    "navigate_before": "chevron_left",
    "navigate_next": "chevron_right",
    "payment": "credit_card",
    "people": "group",
    "people_alt": "group",
    "perm_identity": "person_outline",
    "phone": "call",
    "photo": "image",
    "photo_camera": "camera_alt",
    "place": "location_on",
    "query_builder": "access_time",
    "remove_red_eye": "visibility",
    "report_problem": "warning",
    "restore": "history",
    "room": "location_on",
    "schedule": "access_time",
    "tag_faces": "insert_emoticon",
    "turned_in": "bookmark",
    "turned_in_not": "bookmark_border",
}
"""Material icons with the same drawing as a class → the class. Their drawings are also training data."""

WORDS: dict[str, str] = {
    "alert": "warning",
    "back": "arrow_back",
    "bell": "notifications",
    "bin": "delete",
    "calendar": "event",
    "camera": "camera_alt",
    "cart": "shopping_cart",
    "clipboard": "content_paste",
    "clock": "access_time",
    "copy": "content_copy",
    "cross": "close",
    "cut": "content_cut",
    "dislike": "thumb_down",
    "down": "arrow_downward",
    "download": "file_download",
    "drawer": "menu",
    "emoji": "insert_emoticon",
    "eye": "visibility",
    "file": "insert_drive_file",
    "filter": "filter_list",
    "gear": "settings",
    "globe": "language",
    "hamburger": "menu",
    "heart": "favorite",
    "heart_outline": "favorite_border",
    "hide": "visibility_off",
    "like": "thumb_up",
    "location": "location_on",
    "magnifier": "search",
    "microphone": "mic",
    "minus": "remove",
    "more": "more_vert",
    "new_folder": "create_new_folder",
    "options": "more_vert",
    "overflow": "more_vert",
    "paste": "content_paste",
    "pencil": "edit",
    "picture": "image",
    "pin": "push_pin",
    "play": "play_arrow",
    "plus": "add",
    "power": "power_settings_new",
    "question": "help",
    "reload": "refresh",
    "show": "visibility",
    "speaker": "volume_up",
    "tick": "check",
    "time": "access_time",
    "trash": "delete",
    "unlock": "lock_open",
    "up": "arrow_upward",
    "user": "person",
    "video": "videocam",
    "volume": "volume_up",
}
"""Everyday words → classes."""

_PREFIX = re.compile(r"(?:ic|icon|baseline|outline|round|sharp)_")
_SUFFIX = re.compile(r"_(?:(?:black|white|grey|gray)(?:_\d+(?:dp|px)?)?|\d+(?:dp|px)|icon)\Z")


def canonical(name: str) -> str | None:
    """Returns the class for a name, or None if there is no such class.

    Case, spaces and hyphens are ignored, as are the prefixes and suffixes of Android's resource names
    (`ic_arrow_back_24dp` is `arrow_back`).
    """
    plain = re.sub(r"[\s\-_]+", "_", name.strip().lower()).strip("_")
    for form in (plain, _SUFFIX.sub("", _SUFFIX.sub("", _PREFIX.sub("", plain)))):
        if form in CLASSES:
            return form
        if form in DRAWN_ALIKE:
            return DRAWN_ALIKE[form]
        if form in WORDS:
            return WORDS[form]
    return None
