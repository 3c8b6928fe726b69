"""What a person can have done: one function a job, the same for the command line and the window."""
