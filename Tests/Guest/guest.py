"""What the cases share: programs that run, what they say, and lines of TAP."""

import json
import os
import select
import signal
import subprocess
import sys
import time
import traceback

# How long anything may take that a case waits for, in seconds: an emulated processor is slow.
PATIENCE = 60


class Failure(Exception):
    """What a case expected and did not see."""


def expect(condition, message):
    if not condition:
        raise Failure(message)


def equal(seen, wanted, what):
    expect(seen == wanted, f"{what}: {seen!r}, not {wanted!r}")


def note(text):
    """Says something beside the results."""
    for line in str(text).splitlines():
        print(f"# {line}", flush=True)


class Stream:
    """What a program writes, line by line."""

    def __init__(self, file):
        self.file = file.fileno()
        self.keep = file
        self.rest = b""
        self.seen = []
        self.ended = False

    def line(self, patience=PATIENCE):
        """The next line, or None at the end; waiting in vain is a failure."""
        deadline = time.monotonic() + patience
        while b"\n" not in self.rest:
            if self.ended:
                return None
            wait = deadline - time.monotonic()
            if wait <= 0 or not select.select([self.file], [], [], wait)[0]:
                raise Failure(f"no line came within {patience} s; so far: {self.seen[-5:]}")
            more = os.read(self.file, 1 << 16)
            self.ended = not more
            self.rest += more
        line, self.rest = self.rest.split(b"\n", 1)
        self.seen.append(line.decode(errors="replace"))
        return self.seen[-1]

    def until(self, wanted, patience=PATIENCE):
        """The next line that holds a text."""
        deadline = time.monotonic() + patience
        while True:
            line = self.line(max(deadline - time.monotonic(), 0.01))
            if line is None:
                raise Failure(f"it ended without {wanted!r}: {self.seen[-5:]}")
            if wanted in line:
                return line

    def lines(self):
        """The lines up to the end."""
        lines = []
        while (line := self.line()) is not None:
            lines.append(line)
        return lines


class Program:
    """A program that runs, until its case is over."""

    running = []

    def __init__(self, *words, user=None, **options):
        if user is not None:
            words = ("setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups") + words
        self.words = words
        self.process = subprocess.Popen(
            [str(word) for word in words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **options,
        )
        self.output = Stream(self.process.stdout)
        self.errors = Stream(self.process.stderr)
        Program.running.append(self)

    def say(self, text="\n"):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def signal(self, number):
        self.process.send_signal(number)

    def end(self, status=None):
        """Waits for the end, which has a status."""
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Failure(f"{self.words[0]} {self.words[1]} does not end") from None
        if status is not None:
            seen = self.process.returncode
            if seen != status:
                raise Failure(f"status {seen}, not {status}: {self.errors.lines()}")
        return self.process.returncode

    def stop(self, status=0):
        """Asks for the end, and gives the lines that are left."""
        self.signal(signal.SIGTERM)
        lines = self.output.lines()
        self.end(status)
        return lines

    @classmethod
    def stop_all(cls):
        """Ends what still runs, and gives what all programs of the case said at last."""
        said = []
        for program in cls.running:
            last = program.output.seen[-4:] + program.errors.seen[-4:]
            last = "\n".join(line[:200] for line in last)
            said.append((" ".join(map(str, program.words))[:200], last))
            if program.process.poll() is None:
                program.process.kill()
            program.process.wait()
            for file in (program.process.stdin, program.process.stdout, program.process.stderr):
                try:
                    file.close()
                except OSError:
                    pass
        cls.running.clear()
        return said


class Pantograph:
    """The program under test."""

    path = None

    @classmethod
    def run(cls, *words, status=0, user=None):
        """Runs a command to its end, and gives its lines and messages."""
        program = Program(cls.path, *words, user=user)
        program.process.stdin.close()
        lines = program.output.lines()
        errors = program.errors.lines()
        seen = program.end()
        expect(seen == status, f"{words[0]}: status {seen}, not {status}: {errors}")
        return lines, errors

    @classmethod
    def gestures(cls, *words):
        """The gestures that replay finds in a recording."""
        lines, _ = cls.run("replay", "--json", *words)
        return json.loads(lines[0])["gestures"]


class Device(Program):
    """A recording on its way to become a virtual device: it plays and goes when it is told to."""

    def __init__(self, recording, *options):
        super().__init__(
            Pantograph.path, "inject", "--json", "--start-on", "-", "--end-on", "-", *options, recording
        )
        self.node = json.loads(self.output.line() or self.complain())["node"]
        self.has_begun = False

    def complain(self):
        raise Failure(f"no device was made: {self.errors.lines()}")

    def begin(self):
        self.has_begun = True
        self.say()

    def played(self):
        """Waits until all is played, and gives what is said of it."""
        return json.loads(self.output.line() or self.complain())

    def play(self):
        self.begin()
        return self.played()

    def remove(self):
        if self.has_begun:
            self.say()
        else:
            self.signal(signal.SIGTERM)
        self.end(0)


class Live(Program):
    """The command live on a device, as soon as it follows it."""

    def __init__(self, node, *options, json=True):
        words = ("--json",) if json else ()
        super().__init__(Pantograph.path, "live", *words, *options, node)
        self.errors.until("following")

    def gesture(self):
        return json.loads(self.output.line() or self.complain())

    def complain(self):
        raise Failure(f"live ended: {self.errors.lines()}")


# What is the same, however the events came: the time is the kernel's, and differs.
VERDICT = ["axis", "direction", "end_reason", "fingers", "outcome", "rule"]
WAY = ["progress", "peak", "travel_mm"]


def same_verdict(seen, wanted, what):
    """Compares two gestures as far as they do not depend on the times of frames."""
    equal({k: seen[k] for k in VERDICT}, {k: wanted[k] for k in VERDICT}, what)
    for key in WAY:
        expect(
            abs(seen[key] - wanted[key]) <= 1e-6 * max(1, abs(wanted[key])),
            f"{what}: {key} is {seen[key]}, not {wanted[key]}",
        )


class Cases:
    """The cases, in the order they are written."""

    all = []

    @classmethod
    def case(cls, name):
        def add(function):
            cls.all.append((name, function))
            return function

        return add

    @classmethod
    def run(cls, wanted):
        """Runs the cases whose name holds one of some texts; gives whether all passed."""
        chosen = [c for c in cls.all if not wanted or any(text in c[0] for text in wanted)]
        print(f"1..{len(chosen)}", flush=True)
        passed = True
        for number, (name, function) in enumerate(chosen, 1):
            start = time.monotonic()
            trouble = None
            try:
                function()
            except Failure as failure:
                trouble = str(failure)
            except Exception:  # pylint: disable=broad-except
                trouble = traceback.format_exc()
            said = Program.stop_all()
            took = time.monotonic() - start
            print(f"{'not ok' if trouble else 'ok'} {number} - {name} # {took:.1f} s", flush=True)
            if trouble:
                note(trouble)
                passed = False
                for words, text in said[-6:]:
                    note(f"$ {words}\n{text}")
        return passed


case = Cases.case


def median(values):
    values = sorted(values)
    middle = len(values) // 2
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def percentile(values, share):
    values = sorted(values)
    return values[min(int(len(values) * share), len(values) - 1)]


if __name__ == "__main__":
    sys.exit("the cases are run by main.py")
