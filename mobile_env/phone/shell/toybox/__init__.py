"""Commands about files and text, as toybox has them on Android."""
