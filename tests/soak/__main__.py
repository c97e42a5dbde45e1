"""`python -m tests.soak`: see `make soak`."""

import sys

from tests.soak.driver import main

sys.exit(main())
