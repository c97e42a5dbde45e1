"""Programs in C, in the folder `files`, one file per name."""
