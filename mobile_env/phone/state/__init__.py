"""What a phone is made of: parts of plain data, each with a cheap `copy()`."""
