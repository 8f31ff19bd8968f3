"""What a person reads about a run: the HTML page, the table of results, and an episode told step by step."""
