"""Programs on stock runtimes: llama.cpp and transformers generate the run from files of `export`, window by window.

files      which processor a file holds          speaking   tokens of a runtime, compared with the interpreter's
running    `run --on llama.cpp:FILE`
"""
