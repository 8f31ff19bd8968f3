"""Apps written with the SDK, as its tests use them."""
