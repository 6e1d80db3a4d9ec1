"""What is read of challenges: those that run, those around a member, and the lists that pages print."""
