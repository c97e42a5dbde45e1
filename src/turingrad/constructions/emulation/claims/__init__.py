"""Abbe and Sandon, section 4: SGD that runs any learning algorithm, without noise and with it."""
