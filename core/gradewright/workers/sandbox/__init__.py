"""A separate Python process for programs from files, with nothing in reach but the text that it is given.

``process`` and ``runner`` are the side of this program; everything else runs on the other side.
"""
