"""Helpers that every package may import: arrays, files, text, validation, kernels, lazy loading, Ctrl-C."""
