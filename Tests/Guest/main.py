"""Runs the cases in the guest.

usage: main.py PROGRAM [CASE...]

Each case that is named, by a part of its name, or all; lines of TAP on standard output.
"""

import sys

from guest import Cases, Pantograph

# Each adds its cases.
import devices  # pylint: disable=unused-import
import referee  # pylint: disable=unused-import
import load  # pylint: disable=unused-import

Pantograph.path = sys.argv[1]
sys.exit(0 if Cases.run(sys.argv[2:]) else 1)
