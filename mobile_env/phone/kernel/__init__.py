"""What every part of the phone stands on: time and what is due, processes, permissions, hooks, versions, chance."""
