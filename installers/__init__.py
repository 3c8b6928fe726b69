"""Makes what people install: a frozen folder with both programs, and for each system the package around it."""
