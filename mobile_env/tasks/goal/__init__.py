"""What has to be true of a phone's state, its screen and the agent's answer when a task is done."""
