"""The facts of a page, assembled into the parts that the views draw."""
