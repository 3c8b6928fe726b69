"""The dialog “New run”: which answers, what is checked, by which judges, and what that will cost."""
