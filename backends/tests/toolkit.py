"""toolkit.py ptxas|fatbinary ARGUMENT... -- a substitute for the programs of a CUDA toolkit that
hpvm-run calls.

It generates no machine code: the substitute begins with a mark of the mock
(backends/nvidia/mock), and continues with the PTX, so that the mock knows its contents. Fat
binaries are those of fatbinary, uncompressed."""
import re
import struct
import sys

MARK = b"\177DOUBLE\n"
KINDS = {"ptx": 1, "elf": 2}


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def ptxas(arguments):
    write(arguments[arguments.index("-o") + 1], MARK + read(arguments[-1]))


def entry(kind, arch, data):
    data += b"\0" * (8 - len(data) % 8)
    return struct.pack("<HHIQ3II2IQ16x", KINDS[kind], 0x101, 64, len(data), 0, 64, 0, int(re.match("[0-9]+", arch)[0]), 0, 0, 0x11) + data


def fatbinary(arguments):
    made = b""
    for argument in arguments:
        image = re.fullmatch("--image3=kind=([a-z]+),sm=([^,]+),file=(.*)", argument)
        if image:
            made += entry(image[1], image[2], read(image[3]))
    to = next(argument for argument in arguments if argument.startswith("--create="))
    write(to.split("=", 1)[1], struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(made)) + made)


{"ptxas": ptxas, "fatbinary": fatbinary}[sys.argv[1]](sys.argv[2:])
