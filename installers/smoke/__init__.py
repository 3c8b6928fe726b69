"""Proof that a finished package works: installed, started and removed as a person would."""
