#!/usr/bin/python3
"""The kernel itself out of a bzImage, so that an emulated processor need not unpack it.

usage: vmlinux.py BZIMAGE OUT

QEMU starts an ELF file by PVH. The places are those of the kernel's boot protocol: the header
says how many sectors the setup has, and where behind them the packed kernel lies.
"""

import lzma
import subprocess
import sys
import zlib


def unpacked(packed):
    if packed.startswith(b"\xfd7zXZ\0"):
        # What follows the stream is the length of the kernel.
        return lzma.LZMADecompressor().decompress(packed)
    if packed.startswith(b"\x1f\x8b"):
        return zlib.decompressobj(31).decompress(packed)
    if packed.startswith(b"\x28\xb5\x2f\xfd"):
        return subprocess.run(["zstd", "-dcq"], input=packed, stdout=subprocess.PIPE).stdout
    raise ValueError(f"the kernel is packed in an unknown way: {packed[:8].hex()}")


def main(source, target):
    with open(source, "rb") as file:
        image = file.read()
    setup = ((image[0x1F1] or 4) + 1) * 512
    offset = setup + int.from_bytes(image[0x248:0x24C], "little")
    length = int.from_bytes(image[0x24C:0x250], "little")
    kernel = unpacked(image[offset : offset + length])
    if not kernel.startswith(b"\x7fELF"):
        raise ValueError("what was unpacked is no ELF file")
    with open(target, "wb") as file:
        file.write(kernel)


main(*sys.argv[1:])
