"""The task sets that ship with Mobile-Env."""
