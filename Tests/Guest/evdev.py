"""Recordings as they are written, and devices as the kernel has them: a second reader of both,
which knows nothing of the program under test."""

import fcntl
import os
import re
import struct
import subprocess
import time

RECORD = struct.Struct("llHHi")
SYN, KEY, ABS = 0, 1, 3
SYN_REPORT, SYN_DROPPED = 0, 3
BTN_LEFT = 0x110
# BTN_TOOL_FINGER, DOUBLETAP and so on.
FINGERS = {0x145: 1, 0x14D: 2, 0x14E: 3, 0x14F: 4, 0x148: 5}
SLOT, CONTACT_X, CONTACT_Y, TRACKING_ID = 0x2F, 0x35, 0x36, 0x39

# _IOW('E', 0xa0, int) of linux/input.h
EVIOCSCLOCKID = 0x400445A0


class Recording:
    """A recording in evemu's format."""

    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(path).removesuffix(".evemu")
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.header = [line for line in lines if line and not line.startswith("E:")]
        self.axes = {}
        for line in self.header:
            if line.startswith("A:"):
                code, low, high, _, _, resolution = line.split()[1:7]
                self.axes[int(code, 16)] = (int(low), int(high), int(resolution))
        self.device = next((line[3:] for line in self.header if line.startswith("N:")), "")
        # The first byte of the properties: bit 0 is a pad's, bit 1 a screen's.
        properties = next((line for line in self.header if line.startswith("P:")), "P: 00")
        self.is_pad = not int(properties.split()[1], 16) & 2
        self.events = []
        for line in lines:
            if line.startswith("E:"):
                seconds, kind, code, value = line.split()[1:5]
                whole, part = seconds.split(".")
                moment = int(whole) + int(part) / 1e6
                self.events.append((moment, int(kind, 16), int(code, 16), int(value)))

    @property
    def size(self):
        """Width and height in millimeters."""
        return tuple(
            (self.axes[code][1] - self.axes[code][0]) / self.axes[code][2]
            for code in (CONTACT_X, CONTACT_Y)
        )

    def write(self, path, events):
        """Writes other events of the same device."""
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(self.header) + "\n")
            for moment, kind, code, value in events:
                whole, part = divmod(round(moment * 1e6), 1_000_000)
                file.write(f"E: {whole}.{part:06} {kind:04x} {code:04x} {value}\n")

    def touches(self):
        """The touches, each with the times of landing and lifting, and the first and last place."""
        slot, running, done = 0, {}, []
        for moment, kind, code, value in self.events:
            if kind != ABS:
                continue
            if code == SLOT:
                slot = value
            elif code == TRACKING_ID:
                if slot in running:
                    running[slot]["lifted"] = moment
                    done.append(running.pop(slot))
                if value >= 0:
                    running[slot] = {"landed": moment, "lifted": None, "first": {}, "last": {}}
            elif code in (CONTACT_X, CONTACT_Y) and slot in running:
                low, _, resolution = self.axes[code]
                place = (value - low) / resolution
                running[slot]["first"].setdefault(code, place)
                running[slot]["last"][code] = place
        return done + list(running.values())

    def fingers(self):
        """The most fingers, more of which may be down than there are slots."""
        told = [FINGERS[code] for _, kind, code, value in self.events if value and kind == KEY and code in FINGERS]
        return max(told, default=0)

    def clicks(self):
        return any(kind == KEY and code == BTN_LEFT and value for _, kind, code, value in self.events)


class Reader:
    """A device of the kernel, read as it is."""

    def __init__(self, node):
        self.node = node
        self.file = os.open(node, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        fcntl.ioctl(self.file, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
        self.bytes = b""

    def read(self):
        """Takes what is there; gives whether that was something."""
        try:
            more = os.read(self.file, RECORD.size * 1024)
        except (BlockingIOError, OSError):
            return False
        self.bytes += more
        return bool(more)

    def events(self):
        return [
            (seconds + microseconds / 1e6, kind, code, value)
            for seconds, microseconds, kind, code, value in RECORD.iter_unpack(self.bytes)
        ]

    @property
    def dropped(self):
        return any(kind == SYN and code == SYN_DROPPED for _, kind, code, _ in self.events())

    def frames(self):
        """The times of all frames."""
        return [t for t, kind, code, _ in self.events() if (kind, code) == (SYN, SYN_REPORT)]

    def last_lift(self):
        """The time when the last finger left."""
        return max(
            moment
            for moment, kind, code, value in self.events()
            if (kind, code) == (ABS, TRACKING_ID) and value < 0
        )

    def close(self):
        os.close(self.file)


judged = {}


def publish(node, name):
    """Lets udev judge a device, and puts that where its daemon would, for libinput to find."""
    event = os.path.basename(node)
    if name not in judged:
        path = os.path.realpath(f"/sys/class/input/{event}")
        run = subprocess.run(
            ["udevadm", "test-builtin", "input_id", path],
            env={**os.environ, "SYSTEMD_IGNORE_CHROOT": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        judged[name] = re.findall(r"^ID_INPUT\w*=.*$", run.stdout.decode(), re.M)
    os.makedirs("/run/udev/data", exist_ok=True)
    number = os.stat(node).st_rdev
    with open(
        f"/run/udev/data/c{os.major(number)}:{os.minor(number)}", "w", encoding="utf-8"
    ) as file:
        file.write("I:1\n" + "".join(f"E:{entry}\n" for entry in judged[name]) + "V:1\n")
    return judged[name]
