"""How well the linter finds what people labelled."""
