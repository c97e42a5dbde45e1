"""`python -m turingrad` is the command `turingrad`."""

import sys

from turingrad_command import main

if __name__ == "__main__":
    sys.exit(main())
