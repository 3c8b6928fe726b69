"""Qt models over the engine: what lists, tables and trees show."""
