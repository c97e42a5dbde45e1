"""Margins, sample complexities and limits of learning, as computed quantities."""
