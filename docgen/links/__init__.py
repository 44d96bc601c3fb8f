"""The facts joined: equations to statements, cells to values, shapes to runs."""
