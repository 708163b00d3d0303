"""What devices do, and what happens to them: live and record against replay."""

import json
import os
import re
import select
import signal
import time

from evdev import ABS, TRACKING_ID, Reader, Recording
from guest import (
    PATIENCE,
    Device,
    Failure,
    Live,
    Pantograph,
    Program,
    case,
    equal,
    expect,
    note,
    same_verdict,
)

PAD = "recordings/pad-3f-flick-right-01.evemu"
SCREEN = "recordings/phone-1f-drag-up-01.evemu"
PATHS = [
    PAD,
    "recordings/pad-4f-flick-up-01.evemu",
    "recordings/minipad-2f-flick-up-01.evemu",
    "recordings/bigpad-3f-flick-left-01.evemu",
    SCREEN,
    "recordings/tablet-5f-flick-left-01.evemu",
]
USER = 1000


def synthesize(name, *options):
    """Makes a recording, and gives its path."""
    lines, _ = Pantograph.run("synthesize", *options)
    path = f"/tmp/{name}.evemu"
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return path


def slow():
    """A swipe that takes four seconds, of far more events than the kernel keeps for a reader."""
    return synthesize("slow", "--distance", "60mm", "--duration", "4")


def wait_for(reader, condition, what):
    """Reads a device until something holds of its events."""
    deadline = time.monotonic() + PATIENCE
    while not condition(reader.events()):
        expect(time.monotonic() < deadline, f"in vain: {what}")
        select.select([reader.file], [], [], 1)
        reader.read()


class Frames(Live):
    """The command live with a line a frame."""

    def __init__(self, node, *options):
        super().__init__(node, "--frames", *options, json=False)
        self.events = []

    def until_event(self, kind):
        """The next line about something."""
        while True:
            event = self.gesture()
            self.events.append(event["event"])
            if event["event"] == kind:
                return event


@case("paced swipes on pads and screens get the verdict of replay")
def paced():
    late = []
    for path in PATHS:
        wanted = Pantograph.gestures(path)
        device = Device(path)
        live = Live(device.node)
        late.append(device.play()["late_max"])
        for gesture in wanted:
            same_verdict(live.gesture(), gesture, path)
        equal(live.stop(), [], f"{path}: more lines")
        device.remove()
    note(f"frames came at most {max(late) * 1000:.1f} ms late")


@case("events that the kernel dropped end the gesture, and the next one is whole")
def dropped():
    path = slow()
    device = Device(path, "--loop", "2")
    reader = Reader(device.node)
    live = Frames(device.node)
    device.begin()
    live.until_event("begin")
    live.signal(signal.SIGSTOP)
    enough = 2000
    wait_for(reader, lambda events: len(events) >= enough, f"{enough} events")
    live.signal(signal.SIGCONT)
    end = live.until_event("end")
    equal(end["gesture"]["end_reason"], "dropped", "the end of the first")
    equal(end["gesture"]["outcome"], "cancel", "the outcome of the first")
    # The fingers that the drop left down are no new gesture; those of the second round are.
    begin = live.until_event("begin")
    expect(begin["time"] > end["time"] + 0.5, f"a gesture began too soon: {begin}")
    same_verdict(live.until_event("end")["gesture"], Pantograph.gestures(path)[0], "the second")
    device.played()
    live.stop()
    device.remove()
    reader.close()


@case("a burst that nobody reads in time leaves the reader whole")
def burst():
    device = Device(PAD, "--speed", "1000000", "--loop", "40", "--pause", "0")
    live = Live(device.node)
    live.signal(signal.SIGSTOP)
    sent = device.play()
    live.signal(signal.SIGCONT)
    device.remove()
    # What was not read is lost with the device; what was read is not made up.
    live.end(74)
    gestures = [json.loads(line) for line in live.output.lines()]
    expect(len(gestures) < 40, "nothing was dropped")
    note(f"{sent['events']} events at once, {len(gestures)} gestures left of 40")


@case("contacts that are down before it opens the device are no gesture")
def joined():
    path = slow()
    device = Device(path, "--loop", "2")
    reader = Reader(device.node)
    device.begin()
    wait_for(
        reader,
        lambda events: sum(kind == ABS and code == TRACKING_ID for _, kind, code, _ in events) >= 3,
        "three fingers down",
    )
    live = Live(device.node)
    live.errors.until("3 contacts are down already")
    same_verdict(live.gesture(), Pantograph.gestures(path)[0], "the second round")
    device.played()
    equal(live.stop(), [], "more lines")
    device.remove()
    reader.close()


@case("a device that goes in mid-gesture cancels it once")
def unplugged():
    device = Device(slow())
    live = Frames(device.node)
    device.begin()
    live.until_event("begin")
    live.until_event("progress")
    device.signal(signal.SIGKILL)
    end = live.until_event("end")
    equal(end["gesture"]["end_reason"], "device-removed", "the end")
    equal(end["gesture"]["outcome"], "cancel", "the outcome")
    rest = [json.loads(line)["event"] for line in live.output.lines()]
    expect("end" not in rest and "begin" not in rest, f"afterwards: {rest}")
    live.end(74)
    expect("removed" in " ".join(live.errors.lines()), f"it says {live.errors.seen}")


class Evtest(Program):
    """evtest on a device, as soon as it reads it."""

    def __init__(self, node, *options):
        super().__init__("stdbuf", "-oL", "evtest", *options, node)
        self.output.until("interrupt to exit")


@case("a device that another program grabbed is silent, and live says so")
def grabbed():
    device = Device(slow())
    other = Evtest(device.node, "--grab")
    live = Live(device.node)
    refused = Program(Pantograph.path, "live", "--grab", device.node)
    refused.end(69)
    expect("grabbed" in " ".join(refused.errors.lines()), f"it says {refused.errors.seen}")
    device.begin()
    live.errors.until("another has grabbed it")
    device.played()
    equal(live.stop(), [], "gestures")
    other.signal(signal.SIGINT)
    device.remove()


@case("a device that live grabs is silent for others")
def grabbing():
    device = Device(PAD)
    other = Evtest(device.node)
    live = Live(device.node, "--grab")
    device.play()
    same_verdict(live.gesture(), Pantograph.gestures(PAD)[0], "the gesture")
    other.signal(signal.SIGINT)
    seen = [line for line in other.output.lines() if line.startswith("Event:")]
    equal(seen, [], "events of the other")
    live.stop()
    device.remove()


@case("an ordinary user without permission is told what to do")
def ordinary_user():
    device = Device(PAD)
    live = Program(Pantograph.path, "live", device.node, user=USER)
    live.end(77)
    expect("devices" in " ".join(live.errors.lines()), f"live says {live.errors.seen}")
    listing = Program(Pantograph.path, "devices", user=USER)
    text = "\n".join(listing.output.lines() + listing.errors.lines())
    status = listing.end()
    expect("Synthetic Pad" in text and "not readable" in text, f"devices says {text}")
    equal(status, 0, "the status of devices")
    rule, _ = Pantograph.run("devices", "--rule", user=USER)
    expect("uaccess" in "\n".join(rule), f"the rule is {rule}")
    inject = Program(Pantograph.path, "inject", PAD, user=USER)
    inject.end(77)
    expect("udev rule" in " ".join(inject.errors.lines()), f"inject says {inject.errors.seen}")
    device.remove()


@case("two devices at once are two streams")
def two():
    paths = [PAD, SCREEN]
    devices = [Device(path) for path in paths]
    lives = [Live(device.node) for device in devices]
    for device in devices:
        device.begin()
    for path, device, live in zip(paths, devices, lives):
        for gesture in Pantograph.gestures(path):
            same_verdict(live.gesture(), gesture, path)
        device.played()
        equal(live.stop(), [], f"{path}: more lines")
        device.remove()


def ten_fingers():
    """Ten contacts on a screen, a thousand frames a second, each with all of them."""
    model = Recording(SCREEN)
    low, high, resolution = model.axes[0x35]
    events, moment = [], 1.0
    step = max((high - low) // 2 // 500, 1)
    for frame in range(500):
        for slot in range(10):
            events.append((moment, ABS, 0x2F, slot))
            if frame == 0:
                events.append((moment, ABS, TRACKING_ID, 100 + slot))
                events.append((moment, ABS, 0x36, 100 + 50 * slot))
            events.append((moment, ABS, 0x35, low + 10 + frame * step))
        if frame == 0:
            events.append((moment, 1, 0x14A, 1))
        events.append((moment, 0, 0, 0))
        moment += 0.001
    for slot in range(10):
        events += [(moment, ABS, 0x2F, slot), (moment, ABS, TRACKING_ID, -1)]
    events += [(moment, 1, 0x14A, 0), (moment, 0, 0, 0)]
    model.write("/tmp/ten.evemu", events)
    return "/tmp/ten.evemu", len(events)


@case("ten contacts are followed without a loss, at 1 kHz or the rate this machine can do")
def fast():
    path, count = ten_fingers()
    wanted = Pantograph.gestures(path)
    equal(wanted[0]["fingers"], 10, "the fingers of the recording")
    # The kernel keeps 12 ms of this for a reader, and a busy machine may stop the whole guest for
    # longer; then it is played slower, until the machine can.
    for speed in (1, 1, 0.5, 0.25, 0.125):
        device = Device(path, "--speed", str(speed))
        live = Live(device.node)
        sent = device.play()
        gestures = [json.loads(line) for line in live.stop()]
        device.remove()
        late = sent["late_max"] * 1000
        note(
            f"{1000 * speed:.0f} Hz: {count} events in {sent['duration']:.3f} s, at most {late:.1f} ms "
            f"late, {len(gestures)} gestures"
        )
        if [gesture["end_reason"] for gesture in gestures] == ["lift"]:
            return same_verdict(gestures[0], wanted[0], "the gesture")
    raise Failure("no speed was slow enough")


class Record(Program):
    """The command record on a device, as soon as it records."""

    def __init__(self, node, path, *options):
        super().__init__(Pantograph.path, "record", *options, node, "-o", path)
        self.errors.until("recording")


@case("a recording of a device replays as live had it, bit for bit")
def recorded():
    for path, target in [(PAD, "/tmp/live.evemu"), (SCREEN, "/tmp/live.yml")]:
        device = Device(path)
        live = Live(device.node)
        record = Record(device.node, target)
        device.play()
        seen = [live.gesture() for _ in Pantograph.gestures(path)]
        live.stop()
        record.stop()
        equal(Pantograph.gestures(target), seen, f"{target} and live")
        device.remove()


@case("what was recorded before kill -9 is on the disk")
def killed():
    path, target = slow(), "/tmp/killed.evemu"
    device = Device(path, "--loop", "2")
    live = Live(device.node)
    record = Record(device.node, target)
    device.begin()
    live.gesture()
    # The second swipe is under way: the first is over.
    wanted = Pantograph.gestures(path)[0]
    deadline = time.monotonic() + PATIENCE
    size = os.path.getsize(target)
    while os.path.getsize(target) <= size:
        expect(time.monotonic() < deadline, "the recording does not grow")
        time.sleep(0.01)
    record.signal(signal.SIGKILL)
    record.end(-signal.SIGKILL)
    gestures = Pantograph.gestures(target)
    expect(len(gestures) >= 1, "no gesture is in the file")
    same_verdict(gestures[0], wanted, "the first gesture of the file")
    note(f"{os.path.getsize(target)} bytes were on the disk")


@case("a full disk ends a recording that can be read")
def full_disk():
    os.makedirs("/tmp/full", exist_ok=True)
    mount = Program("mount", "-t", "tmpfs", "-o", "size=64k", "small", "/tmp/full")
    mount.end(0)
    target = "/tmp/full/swipes.evemu"
    device = Device(slow())
    record = Record(device.node, target)
    device.begin()
    record.end(74)
    expect("space" in " ".join(record.errors.lines()), f"it says {record.errors.seen}")
    size = os.path.getsize(target)
    expect(size > 30000, f"only {size} bytes were kept")
    Pantograph.run("replay", target)
    note(f"{size} bytes of 65536 were kept")
    device.signal(signal.SIGTERM)
    device.end(0)
    Program("umount", "/tmp/full").end(0)


class LibinputReplay(Program):
    """libinput replay of a recording of ours, which is Python and slow to start."""

    def __init__(self, path):
        # Its modules are those of Debian's Python.
        debian = "/usr/bin:" + os.environ["PATH"]
        super().__init__(
            "libinput", "replay", path, env={**os.environ, "PATH": debian, "PYTHONUNBUFFERED": "1"}
        )


@case("libinput replay plays a recording that convert wrote")
def libinput_replay():
    target = "/tmp/converted.yml"
    Pantograph.run("convert", PAD, "-o", target, "--force")
    replay = LibinputReplay(target)
    node = re.search(r"/dev/input/event\d+", replay.output.until("/dev/input/event"))[0]
    live = Live(node)
    replay.say()
    same_verdict(live.gesture(), Pantograph.gestures(PAD)[0], "the gesture")
    live.stop()
