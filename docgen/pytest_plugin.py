"""`pytest --docgen`: every equation, shape table, example and reference is one test item."""
