"""Episodes, results, trajectories and reports."""
