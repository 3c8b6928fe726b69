"""Values of template fields in the window: typed, edited, said in words. What several panels need of them is here."""
