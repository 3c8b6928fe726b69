"""Files to values and back, one module or package a format. Nothing here knows the database, and nothing runs code."""
