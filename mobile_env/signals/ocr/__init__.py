"""Reading the screen: OCR engines behind one contract, and the texts of a region of the screen."""
