"""Cards: one way of editing for each kind of trait."""
