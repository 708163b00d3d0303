// What Swift sees of libevdev and of the kernel's input interface.
#ifndef CLIBEVDEV_SHIM_H
#define CLIBEVDEV_SHIM_H

#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <linux/uinput.h>

#endif
