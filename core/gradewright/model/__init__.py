"""The values everything is made of: no files, no database, no window."""
