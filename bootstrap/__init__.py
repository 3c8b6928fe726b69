"""What run.py does: makes the environments in the project folder and starts things in them. Standard library only."""
