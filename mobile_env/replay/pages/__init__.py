"""Pages of the WikiHow site: Jinja2 templates, their stylesheet, and what they are filled with."""
