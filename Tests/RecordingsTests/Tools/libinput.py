"""Reads recordings as `libinput replay` does, and prints what it makes of each.

It runs the tool's own code: the parser, the creation of the device up to where the kernel is asked
for one, and the collection of the events of each frame.
"""
import importlib.machinery
import importlib.util
import sys
from unittest import mock

import libevdev
import yaml

loader = importlib.machinery.SourceFileLoader("replay", "/usr/libexec/libinput/libinput-replay")
replay = importlib.util.module_from_spec(importlib.util.spec_from_loader("replay", loader))
loader.exec_module(replay)

for path in sys.argv[1:]:
    print("file", path)
    with open(path) as file:
        recording = yaml.safe_load(file)
    assert recording["version"] == replay.SUPPORTED_FILE_VERSION
    devices = replay.fetch(recording, "devices")
    assert len(devices) == recording["ndevices"]
    for device in devices:
        made = []
        with mock.patch.object(libevdev.Device, "create_uinput_device", lambda d: made.append(d)), \
                mock.patch.object(replay, "check_udev_properties"):
            replay.create(device)
        [made] = made
        for prop in replay.fetch(replay.fetch(device, "udev"), "properties"):
            assert len(prop.split("=", maxsplit=1)) == 2
        ids = made.id
        print("name", made.name)
        print("id %x %x %x %x" % (ids["bustype"], ids["vendor"], ids["product"], ids["version"]))
        for prop in sorted(p.value for p in made.properties):
            print("property", prop)
        for kind, codes in sorted(made.evbits.items(), key=lambda item: item[0].value):
            if kind.value == 0:
                continue
            for code in sorted(codes, key=lambda code: code.value):
                print("code", kind.value, code.value)
                if kind.value == 3:
                    axis = made.absinfo[code]
                    print("axis", code.value, axis.minimum, axis.maximum, axis.fuzz, axis.flat,
                          axis.resolution)
        replay.first_timestamp(device)
        for frame in replay.fetch(device, "events") or []:
            # Repeated keys are the kernel's, and not replayed.
            for event in replay.collect_events(replay.fetch(frame, "evdev")):
                print("event", event.sec, event.usec, event.type.value, event.code.value, event.value)
