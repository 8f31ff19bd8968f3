"""Android Emulators through AndroidEnv's own simulator: attached to, or launched from an AVD."""
