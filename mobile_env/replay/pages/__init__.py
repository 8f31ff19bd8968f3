"""Pages of the WikiHow site: Jinja2 templates, their style sheet, and the code that fills them."""
