"""Files of programs: ELF executables, raw images, assembly, and C."""
