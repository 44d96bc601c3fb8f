"""What a page says: blocks, tables, equations and links, with their places."""
