"""What differs between the instances of a family of tasks: parameters, drawn from a seed."""
