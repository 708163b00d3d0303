// What Swift sees of libevdev, of the kernel's input interface, and of what Swift's own module of the
// C library leaves out that a reader of devices needs.
#ifndef CLIBEVDEV_SHIM_H
#define CLIBEVDEV_SHIM_H

#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>

// Asks for the values of an axis of all slots, which libevdev does only while it opens a device. The
// first word of the buffer is the axis, the others are the answer.
static inline int pantograph_get_slots(int descriptor, void *buffer, size_t size) {
  return ioctl(descriptor, EVIOCGMTSLOTS(size), buffer);
}

// Asks for the value and the range of an axis.
static inline int pantograph_get_axis(int descriptor, unsigned axis, struct input_absinfo *info) {
  return ioctl(descriptor, EVIOCGABS(axis), info);
}

#endif
