"""The chapters of `turingrad demo`: one module a construction, found by name and shown by ORDER."""
