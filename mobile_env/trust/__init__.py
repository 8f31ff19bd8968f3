"""Plans that make the apps of a real device trust the replay proxy (Mobile-Env paper, B.5)."""
