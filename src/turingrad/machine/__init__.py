"""What is computed: tape machines, grid machines, circuits and learners, with a reference interpreter each."""
