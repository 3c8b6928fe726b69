"""The workspaces: pages of a side panel, a centre and an inspector."""
