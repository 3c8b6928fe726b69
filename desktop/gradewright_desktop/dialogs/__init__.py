"""Dialogs: everything that needs a decision or a form of its own."""
