"""What rests on a line, on a change, on no equation."""
