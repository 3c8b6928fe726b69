"""The figures that the program has to reach; ``python -m tests.benchmarks`` prints them. No part of the tests.

A benchmark is a module in this package with ``NAME``, ``TITLE`` and ``run() -> Figure`` (or a list of figures).
"""
