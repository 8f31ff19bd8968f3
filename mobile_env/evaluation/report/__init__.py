"""The readable results of a run: the HTML report, the result table, and the trace of an episode."""
