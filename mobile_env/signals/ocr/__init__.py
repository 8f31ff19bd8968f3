"""Screen text: OCR engines with one interface, and the texts of a region of the screen."""
