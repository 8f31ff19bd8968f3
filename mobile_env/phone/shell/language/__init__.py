"""The language of the shell: grammar, expansion, and the commands that belong to it."""
