"""Checks of what people wrote: is it complete, and can two people read it the same way."""
