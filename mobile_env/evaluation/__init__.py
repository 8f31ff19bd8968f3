"""Running episodes, results, trajectories, reports."""
