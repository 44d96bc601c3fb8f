"""Parts of a page to HTML."""
