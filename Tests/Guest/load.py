"""How soon what a finger does is printed, and whether that stays so."""

import json
import os
import re
import select
import signal
import time

from evdev import Reader, Recording
from guest import (
    PATIENCE,
    Device,
    Failure,
    Live,
    Pantograph,
    case,
    equal,
    expect,
    median,
    note,
    percentile,
    same_verdict,
)
from referee import LINE, Libinput, publish

SWIPE = "recordings/pad-3f-rest-right-01.evemu"
FLICK = "recordings/pad-3f-flick-right-01.evemu"

# How many swipes each of the two follows.
ROUNDS = int(os.environ.get("LATENCY_ROUNDS", "12"))

# How much later than libinput's lines ours may come in the median: as late, but for what the clock
# of an emulated processor adds; and how often it is measured where the machine was busy.
SLOWER = 1.05
ATTEMPTS = 3

# How many gestures are played in a row, and how.
SOAK = int(os.environ.get("SOAK", "2000"))
SOAK_PACE = ("--speed", "4", "--pause", "0.01")


class Clerk:
    """Notes when the kernel had frames, whenever nobody else needs the processor."""

    def __init__(self, node):
        here, there = os.pipe()
        stop, stopped = os.pipe()
        self.child = os.fork()
        if self.child == 0:
            os.close(here)
            os.close(stopped)
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            reader = Reader(node)
            os.write(there, b"\n")
            while stop not in select.select([reader.file, stop], [], [])[0] or reader.read():
                reader.read()
            times = [] if reader.dropped else reader.frames()
            with os.fdopen(there, "w") as file:
                json.dump(times, file)
            os._exit(0)
        os.close(there)
        os.close(stop)
        self.answer, self.end = os.fdopen(here), stopped
        self.answer.readline()

    def frames(self):
        """The times of frames, in seconds of CLOCK_MONOTONIC."""
        # Other children hold this pipe too, so that closing it would not tell.
        os.write(self.end, b"\n")
        os.close(self.end)
        times = json.load(self.answer)
        os.waitpid(self.child, 0)
        self.answer.close()
        return times


class Swipes:
    """A swipe that is played again and again, and the program that follows it."""

    def __init__(self, follow):
        self.device = Device(SWIPE, "--loop", str(ROUNDS), "--pause", "0.7")
        publish(self.device.node, Recording(SWIPE).device)
        self.clerk = Clerk(self.device.node)
        self.program = follow(self.device.node)
        self.rest = b""
        self.lines = []

    def read(self):
        """Takes what the program printed, with the time when it came."""
        more = os.read(self.program.output.file, 1 << 16)
        now = time.monotonic()
        if not more:
            raise Failure(f"it ended: {self.program.errors.lines()}")
        *whole, self.rest = (self.rest + more).split(b"\n")
        self.lines += [(now, line.decode()) for line in whole]

    def ends(self, mark):
        return sum(mark in line for _, line in self.lines)


def of_live(swipes):
    """How long it took from the kernel's time of a frame to its progress, in seconds."""
    known = set(round(moment * 1e6) for moment in swipes.clerk.frames())
    delays = []
    for arrival, line in swipes.lines:
        event = json.loads(line)
        if event["event"] == "progress":
            expect(event["timestamp_us"] in known, f"no frame has this time: {line}")
            delays.append(arrival - event["timestamp_us"] / 1e6)
    return delays


def of_libinput(swipes):
    """The same of libinput, whose times are whole milliseconds since some moment of its own."""
    frames = swipes.clerk.frames()
    moments = []
    for arrival, line in swipes.lines:
        match = LINE.match(line)
        if match and match[2].startswith("GESTURE_SWIPE"):
            moments.append((arrival, match[2], float(match[3])))
    # All fingers lift in the last frame.
    offset = frames[-1] - moments[-1][2]
    delays = []
    for arrival, kind, moment in moments:
        frame = min(frames, key=lambda frame: abs(frame - moment - offset))
        expect(abs(frame - moment - offset) < 0.003, f"no frame is at {moment}")
        if kind == "GESTURE_SWIPE_UPDATE":
            delays.append(arrival - frame)
    return delays


def told(name, delays):
    note(
        f"{name}: {len(delays)} frames, median {median(delays) * 1000:.2f} ms, "
        f"99 % below {percentile(delays, 0.99) * 1000:.2f} ms"
    )


def delays():
    """How late the lines of live and those of libinput come, for swipes that alternate."""
    ours = Swipes(lambda node: Live(node, "--frames", json=False))
    theirs = Swipes(Libinput)
    marks = {ours: '"event":"end"', theirs: "GESTURE_SWIPE_END"}
    ours.device.begin()
    has_begun = False
    while any(swipes.ends(mark) < ROUNDS for swipes, mark in marks.items()):
        files = {swipes.program.output.file: swipes for swipes in marks}
        ready = select.select(list(files), [], [], PATIENCE)[0]
        expect(ready, "nothing comes any more")
        for file in ready:
            files[file].read()
        # Both have the same period: each swipe comes in a pause of the other.
        if not has_begun and ours.ends(marks[ours]):
            theirs.device.begin()
            has_begun = True
    result = of_live(ours), of_libinput(theirs)
    for swipes in marks:
        swipes.program.signal(signal.SIGTERM)
        swipes.program.end()
        swipes.device.remove()
    return result


@case("progress is printed as soon as libinput prints it")
def latency():
    equal(len({touch["lifted"] for touch in Recording(SWIPE).touches()}), 1, "frames that lift")
    for _ in range(ATTEMPTS):
        live, libinput = delays()
        told("live --frames", live)
        told("libinput debug-events", libinput)
        if median(live) <= SLOWER * median(libinput):
            return
    raise Failure("the median is worse than libinput's")


def memory(program):
    """What a program has in memory, in KiB."""
    with open(f"/proc/{program.process.pid}/status", encoding="utf-8") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])


@case("thousands of gestures are all there, once, in the same memory")
def soak():
    wanted = Pantograph.gestures(FLICK)[0]
    device = Device(FLICK, "--loop", str(SOAK), *SOAK_PACE)
    live = Live(device.node)
    device.begin()
    start = time.monotonic()
    sizes = []
    for number in range(SOAK):
        same_verdict(live.gesture(), wanted, f"gesture {number + 1}")
        if number % (SOAK // 10) == SOAK // 10 - 1:
            sizes.append(memory(live))
    took = time.monotonic() - start
    sent = device.played()
    equal(sent["rounds"], SOAK, "rounds")
    equal(live.stop(), [], "more gestures")
    device.remove()
    note(
        f"{SOAK} gestures, {sent['events']} events in {took:.0f} s; memory {sizes[0]} KiB after "
        f"{SOAK // 10}, {sizes[-1]} KiB at the end"
    )
    expect(sizes[-1] - sizes[0] <= 256, f"memory grows: {sizes} KiB")
