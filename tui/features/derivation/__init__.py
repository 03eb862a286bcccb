"""Shows how the points of a line of the receipt add up."""
