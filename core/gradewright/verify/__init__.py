"""Verification: what templates, traits and rubrics say about an answer. Pure: no files, no database, no network."""
