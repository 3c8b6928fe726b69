"""The panels of the window, one package each."""
