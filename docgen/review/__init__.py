"""What was confirmed, and what changed since."""
