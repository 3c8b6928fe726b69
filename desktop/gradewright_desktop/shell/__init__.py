"""The frame of the window: toolbar, status bar, menus, palette, welcome page and small pages of help."""
