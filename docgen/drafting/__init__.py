"""Pages drafted from code and one call of it."""
