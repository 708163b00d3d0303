"""libinput as referee: what it makes of the project's recordings on the same device of the same
kernel, against what this program makes of the events that the kernel gave."""

import glob
import math
import os
import re
import select
import signal
import threading

from evdev import CONTACT_X, CONTACT_Y, Reader, Recording, publish
from guest import Device, Failure, Pantograph, Program, case, expect, median, note

# libinput's pixels of a millimeter, and how far off its answer may be: a share, and millimeters.
PIXELS = 10.52
SHARE, ABSOLUTE = 0.05, 1.0

# Fingers that land or lift further apart are a matter of taste, in seconds.
TOGETHER = 0.1

# From how many millimeters on fingers that go apart make a pinch.
PINCH = 3

# How many recordings are played at the same time.
ABREAST = 2

# A frame that comes later than this many milliseconds makes another swipe of it: it is played
# again, some times at most.
LATEST = 12
ATTEMPTS = 3

LINE = re.compile(r"^[- ](event\d+)\s+(\w+)\s+(?:\+([\d.]+)s)?\s*(.*)$")
MOTION = re.compile(r"\(\s*(-?[\d.]+)/\s*(-?[\d.]+) unaccelerated\)")
SCROLL = re.compile(r"vert\s+(-?[\d.]+)/\S+\s+horiz\s+(-?[\d.]+)/")


class Libinput(Program):
    """libinput debug-events on some devices, as soon as it has them."""

    def __init__(self, *nodes):
        words = [word for node in nodes for word in ("--device", node)]
        super().__init__("stdbuf", "-oL", "libinput", "debug-events", *words)
        for _ in nodes:
            self.output.until("DEVICE_ADDED")


class Answer:
    """What libinput says of a device: gestures, and the scroll of two fingers."""

    def __init__(self, lines):
        self.gestures, self.scroll = [], [0.0, 0.0]
        for kind, moment, rest in lines:
            name, _, step = kind.removeprefix("GESTURE_").rpartition("_")
            if kind == "POINTER_SCROLL_FINGER":
                match = SCROLL.search(rest)
                self.scroll[0] += float(match[2])
                self.scroll[1] += float(match[1])
            elif not kind.startswith("GESTURE_"):
                continue
            elif step == "BEGIN":
                self.gestures.append(
                    {"kind": name, "fingers": int(rest.split()[0]), "begin": moment, "way": [0.0, 0.0],
                     "first": [0.0, 0.0]}
                )
            elif step == "UPDATE":
                match = MOTION.search(rest)
                way = [float(match[axis + 1]) / PIXELS for axis in (0, 1)]
                gesture = self.gestures[-1]
                gesture["way"] = [sum(pair) for pair in zip(gesture["way"], way)]
                if moment == gesture["begin"]:
                    gesture["first"] = way
            else:
                self.gestures[-1].update(end=moment, cancelled="cancelled" in rest)

    def swipes(self):
        return [gesture for gesture in self.gestures if gesture["kind"] == "SWIPE"]


def spread(touches, when):
    """How far the fingers are from their middle, in millimeters."""
    middle = [sum(touch[when][code] for touch in touches) / len(touches) for code in (CONTACT_X, CONTACT_Y)]
    return max(
        math.dist(middle, (touch[when][CONTACT_X], touch[when][CONTACT_Y])) for touch in touches
    )


def reason_against(recording):
    """Why a recording is none that both must agree on, or None."""
    touches = recording.touches()
    fingers = recording.fingers()
    if fingers not in (2, 3, 4):
        return f"{fingers} fingers"
    if recording.clicks():
        return "a click"
    landed = [touch["landed"] for touch in touches]
    lifted = [touch["lifted"] for touch in touches]
    if None in lifted:
        return "it does not lift"
    if max(landed) - min(landed) > TOGETHER:
        return f"lands within {max(landed) - min(landed):.2f} s"
    if max(lifted) - min(lifted) > TOGETHER:
        return f"lifts within {max(lifted) - min(lifted):.2f} s"
    apart = spread(touches, "last") - spread(touches, "first")
    if abs(apart) > PINCH:
        return f"a pinch, the fingers go {apart:.0f} mm apart"
    width, height = recording.size
    side = min(8, 0.08 * width) if width >= 70 else 0
    top = 0.05 * height if height > 55 else 0
    for touch in touches:
        x, y = touch["first"][CONTACT_X], touch["first"][CONTACT_Y]
        if x < side or x > width - side or y < top:
            return f"a finger lands at {x:.0f}, {y:.0f} mm, where palms rest"
    return None


class Play:
    """A recording with its device, what the kernel gave of it, and libinput's answer."""

    def __init__(self, recording):
        self.recording = recording
        self.device = Device(recording.path)
        self.node = self.device.node
        self.event = os.path.basename(self.node)
        self.reader = Reader(self.node)
        self.lines = []
        self.late = None
        self.offset = 0
        publish(self.node, recording.device)

    def keep(self):
        """Writes what the kernel gave as a recording."""
        expect(not self.reader.dropped, f"{self.recording.name}: this reader was too slow")
        path = f"/tmp/{self.recording.name}.evemu"
        self.recording.write(path, self.reader.events())
        return path


def play_all(plays):
    """Plays recordings, some at a time, and reads what the kernel gives meanwhile."""
    waiting = list(plays)
    over = threading.Event()

    def work():
        while waiting:
            play = waiting.pop(0)
            play.late = play.device.play()["late_max"] * 1000

    def read():
        readers = {play.reader.file: play.reader for play in plays}
        while True:
            ready = select.select(list(readers), [], [], 0.05)[0]
            if not any([readers[file].read() for file in ready]) and over.is_set():
                return

    workers = [threading.Thread(target=work) for _ in range(ABREAST)]
    reading = threading.Thread(target=read)
    for thread in workers + [reading]:
        thread.start()
    for thread in workers:
        thread.join()
    over.set()
    reading.join()


def answers(plays, libinput, marker):
    """Reads what libinput says, up to the motion of a finger that was played last."""
    by_event = {play.event: play for play in plays}
    while True:
        line = libinput.output.line()
        if line is None:
            raise Failure(f"libinput ended: {libinput.errors.lines()}")
        match = LINE.match(line)
        if not match:
            continue
        event, kind, moment, rest = match.groups()
        if event == marker.event and kind == "POINTER_MOTION":
            return
        if event in by_event and moment:
            by_event[event].lines.append((kind, float(moment), rest))


def attempt(recordings):
    """Plays recordings on devices of their own, with libinput on all of them."""
    plays = [Play(recording) for recording in recordings]
    marker = Play(Recording("/tmp/marker.evemu"))
    libinput = Libinput(*[play.node for play in plays + [marker]])
    play_all(plays)
    marker.device.play()
    answers(plays, libinput, marker)
    libinput.signal(signal.SIGINT)
    # Swipes end with the last frame where all fingers lift in it: so much later is the kernel's
    # clock than libinput's, which begins with libinput.
    offsets = []
    for play in plays:
        swipes = Answer(play.lines).swipes()
        if len(swipes) == 1 and len({touch["lifted"] for touch in play.recording.touches()}) == 1:
            offsets.append(play.reader.last_lift() - swipes[0].get("end", 0))
    for play in plays + [marker]:
        play.offset = median(offsets) if offsets else 0
        play.reader.close()
        play.device.remove()
    return plays


def close(seen, wanted):
    return abs(seen - wanted) <= max(SHARE * abs(wanted), ABSOLUTE)


def signed(gesture, way):
    """A way as libinput counts it: to the right and down."""
    return way if gesture["direction"] in ("right", "down") else -way


def since(path, gesture, begin):
    """How far the fingers went from libinput's BEGIN on, in millimeters.

    The frame that begins the gesture counts; libinput's times are whole milliseconds.
    """
    way = {"x": "horizontal", "y": "vertical"}[gesture["axis"]]
    whole = Pantograph.gestures("--trace", "--slop", "0", "--direction", way, path)[0]
    rows = [(t, p) for t, p, _, _ in whole["trace"] if t <= whole["end"]]
    nearest = min(range(len(rows)), key=lambda row: abs(rows[row][0] - begin))
    start = rows[nearest - 1][1] if nearest > 0 else 0
    scale = 38 if gesture["axis"] == "x" else 28.5
    return signed(whole, (whole["progress"] - start) * scale)


def compare_swipe(play, answer):
    """Compares a swipe of three or four fingers; gives what to say of it."""
    fingers = play.recording.fingers()
    path = play.keep()
    swipes = answer.swipes()
    expect(len(swipes) == 1 and "end" in swipes[0], f"libinput has {answer.gestures}")
    theirs = swipes[0]
    expect(not theirs["cancelled"] and theirs["fingers"] == fingers, f"libinput has {theirs}")
    axis = max((0, 1), key=lambda axis: abs(theirs["way"][axis]))
    # Fingers that rest begin with a motion of next to nothing, whose axis says nothing of the swipe.
    along = ("--direction", ("horizontal", "vertical")[axis])
    seen = Pantograph.gestures(path)
    again = Pantograph.gestures("--recognizer", "libinput", *along, path)
    expect(len(seen) == 1, f"{len(seen)} gestures by contacts")
    expect(len(again) == 1, f"{len(again)} gestures by libinput's rules")
    for gesture in (seen[0], again[0]):
        expect(gesture["fingers"] == fingers, f"{gesture['fingers']} fingers of {fingers}")
        expect(gesture["end_reason"] in ("lift", "fingers-changed"), gesture["end_reason"])
    for name, gesture in (("contacts", seen[0]), ("recognizer", again[0])):
        expect(gesture["axis"] == "xy"[axis], f"libinput goes {theirs['way']}, {name} {gesture['axis']}")
    way = theirs["way"][axis]
    direct = since(path, seen[0], theirs["begin"] + play.offset - play.reader.events()[0][0])
    expect(close(direct, way), f"{direct:.2f} mm from BEGIN on, libinput {way:.2f} mm")
    # The libinput of Debian 12 tells the motion of the frame that begins; today's does not.
    later = way - theirs["first"][axis]
    told = signed(again[0], again[0]["travel_mm"])
    expect(close(told, later), f"--recognizer libinput has {told:.2f} mm, libinput {later:.2f} mm")
    return f"{fingers} fingers, {way:.2f} mm, by contacts {direct:.2f}; {later:.2f} behind the frame that begins, by --recognizer libinput {told:.2f}"


def compare_scroll(play, answer):
    """Compares the scroll of two fingers, as far as it goes: its direction."""
    ours = Pantograph.gestures(play.keep())
    expect(len(ours) == 1, f"{len(ours)} gestures by contacts")
    axis = "xy".index(ours[0]["axis"])
    way = answer.scroll[axis]
    expect(abs(way) > abs(answer.scroll[1 - axis]), f"libinput scrolls {answer.scroll}")
    travel = signed(ours[0], ours[0]["travel_mm"])
    expect(way * travel > 0, f"libinput scrolls {way:.1f}, the fingers {travel:.2f} mm")
    return f"2 fingers, scroll of {way:.1f}, {travel:.2f} mm"


@case("libinput makes the same of the recordings, on the same kernel")
def referee():
    recordings = [Recording(path) for path in sorted(glob.glob("recordings/*.evemu"))]
    pads = [recording for recording in recordings if recording.is_pad]
    judged, left_out = [], []
    for recording in pads:
        reason = reason_against(recording)
        if reason:
            left_out.append(f"{recording.name}: {reason}")
        else:
            judged.append(recording)
    lines, _ = Pantograph.run("synthesize", "--fingers", "1", "--distance", "20mm", "--seed", "1")
    with open("/tmp/marker.evemu", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    plays, waiting = [], judged
    for _ in range(ATTEMPTS):
        done = attempt(waiting)
        late = {play.recording: play for play in done if play.late > LATEST}
        plays += [play for play in done if play.recording not in late]
        waiting = list(late)
        if not waiting:
            break
    for recording, play in late.items():
        left_out.append(f"{recording.name}: this machine is too busy, {play.late:.0f} ms late")
    problems = []
    swipes = scrolls = 0
    for play in plays:
        answer = Answer(play.lines)
        is_scroll = play.recording.fingers() == 2
        try:
            if not is_scroll and not answer.swipes() and answer.gestures:
                kinds = ", ".join(gesture["kind"].lower() for gesture in answer.gestures)
                raise Failure(f"libinput has {kinds}")
            said = compare_scroll(play, answer) if is_scroll else compare_swipe(play, answer)
        except Failure as failure:
            problems.append(f"{play.recording.name}: {failure}")
            continue
        swipes += not is_scroll
        scrolls += is_scroll
        note(f"{play.recording.name}: {said}, at most {play.late:.0f} ms late")
    for line in left_out:
        note(f"left out: {line}")
    note(f"{swipes} swipes and {scrolls} scrolls of {len(pads)} recordings of touchpads")
    if problems:
        raise Failure("\n".join(problems))
    expect(swipes >= 8 and scrolls >= 1, "too few recordings are left to judge")


