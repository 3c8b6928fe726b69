"""Clients of model servers. The only part of the engine that opens connections."""
