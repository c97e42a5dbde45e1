"""Counter machines as nets of one ReLU unit per line: a toy."""
