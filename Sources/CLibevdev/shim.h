// What Swift sees of libevdev, of the kernel's input interface, and of what Swift's own module of the
// C library leaves out that a reader of devices needs.
#ifndef CLIBEVDEV_SHIM_H
#define CLIBEVDEV_SHIM_H

#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <sys/signalfd.h>

#endif
