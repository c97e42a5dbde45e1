"""Short programs as candidates of a search: a prior over machines that favours loops of whole-row instructions."""

from turingrad.search.programs.instructions import Instruction, format_program, log2_prior, parse_program
from turingrad.search.programs.translate import program_machine, program_source

__all__ = ["Instruction", "format_program", "log2_prior", "parse_program", "program_machine", "program_source"]
