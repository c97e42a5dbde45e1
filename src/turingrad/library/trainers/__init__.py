"""Trainers of the library: tape machines that write the weights of a network."""
