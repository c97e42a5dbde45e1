"""Train plain nets on what they do not learn, beside nets that do."""
