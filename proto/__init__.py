"""Protocol buffer schemas of Mobile-Env and their generated modules."""
