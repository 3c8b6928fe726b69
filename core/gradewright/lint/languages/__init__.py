"""The wording rules for German, French and Spanish: their lists, and what their grammars need of their own."""
