"""Wei, Chen and Ma, sections 2 and 3 and Appendices A and D: margins, corrections, samples."""
