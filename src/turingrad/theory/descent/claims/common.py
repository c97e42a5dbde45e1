"""Where the code of this part's claims is."""

HERE = "turingrad.theory.descent.claims.lemmas"
PACKAGE = "turingrad.constructions.descent"
