"""Wei, Chen and Ma, section 4 and Appendix C: statements about the transformer."""
