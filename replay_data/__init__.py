"""Sources of the content that shipped task sets need."""
