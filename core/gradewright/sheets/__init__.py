"""Rater sheets: rubrics and outputs as pages for paper, laid out by Typst from data."""
