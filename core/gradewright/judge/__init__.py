"""Asking a judge: the prompts, and the reading of replies. Pure text in, values out; nothing here calls a model."""
