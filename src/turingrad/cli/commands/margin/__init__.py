"""How far all parameters may move together before a prediction changes, and what that says about learning."""
