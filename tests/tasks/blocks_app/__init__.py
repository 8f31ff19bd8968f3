"""An app as AndroidEnv instruments them: it logs scores, rewards, extras and the end of an episode."""
