"""What the code says: modules, anchors, callers, from the syntax tree alone."""
