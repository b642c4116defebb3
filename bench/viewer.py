#!/usr/bin/env python3
"""bench/viewer.py [EVENTS] -- a long trace in the browser: the cost of making its page, and its frame
rate.

Records a stream with about EVENTS events (default 10 million), exports the page, opens it in
headless Chromium and pans at several zooms, in frames of requestAnimationFrame. Limits: 60 s of
processor time, 1 GB, a page of 30 MB, 30 frames a second. Environment: HPVM_RUN, HPVM_TRACE, CLANG;
SRC is this folder. Exit status 1: a limit is exceeded. Without a browser it measures nothing.
"""
import os
import resource
import subprocess
import sys
import tempfile

SRC = os.environ.get("SRC", os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(SRC, "../traces/viewer"))
import browser  # noqa: E402

EVENTS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
EVENTS_PER_ITEM = 13
RUN = os.environ.get("HPVM_RUN", "hpvm-run")
TRACE = os.environ.get("HPVM_TRACE", "hpvm-trace")
CLANG = os.environ.get("CLANG") or "clang"
ZOOMS, FRAMES = (1, 4, 20, 200, 5000, 200000), 90

PAN = """
const [zoom, frames, done] = arguments, view = hpvmTrace.timeline, head = hpvmTrace.head;
const all = head.end - head.begin, length = all / zoom, times = [];
let at = head.begin + all * 0.2, last = 0;
function frame(now) {
    if (last)
        times.push(now - last);
    last = now;
    if (times.length === frames) {
        const sum = times.reduce((a, b) => a + b, 0);
        times.sort((a, b) => a - b);
        done([1000 * frames / sum, times[Math.floor(frames * 0.95)]]);
        return;
    }
    at += length * 0.02;
    if (at + length > head.end)
        at = head.begin;
    view.show(at, at + length);
    requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
"""


def measured(command):
    """Return processor seconds and peak megabytes of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, after.ru_maxrss / 1024


def main():
    missing = browser.need()
    if missing:
        print(f"nothing is measured: {missing}")
        return
    good = True
    with tempfile.TemporaryDirectory() as folder:
        program, trace, page = (os.path.join(folder, name) for name in ("stream.bc", "stream.hrt", "stream.html"))
        subprocess.run([CLANG, "-O1", "-g", "-I" + os.path.join(SRC, "../src"), "-I" + SRC, "-emit-llvm", "-c",
                        os.path.join(SRC, "stream.c"), "-o", program], check=True)
        # Small processes first: the system reports only the largest memory of all children.
        subprocess.run([RUN, "--trace", trace, program, "--", str(EVENTS // EVENTS_PER_ITEM)], check=True, stdout=subprocess.DEVNULL)
        recorded = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        seconds, megabytes = measured([TRACE, "export", "--format", "html", "-o", page, trace])
        size = os.path.getsize(page) / 1e6
        print(f"trace {os.path.getsize(trace) / 1e6:.1f} MB, page {size:.1f} MB, made in {seconds:.1f} s of the processor")
        print(f"memory: recording or export {megabytes:.0f} MB, recording {recorded:.0f} MB")
        good = seconds < 60 and megabytes < 1000 and size < 30
        with browser.Browser(1600, 1000) as shown:
            print(f"opens in {shown.open(page):.1f} s: {shown.js('return hpvmTrace.head.events')} events, "
                  f"{shown.js('return hpvmTrace.head.forgotten')} slices in summaries only")
            print("zoom      frames a second   95 % of frames within")
            for zoom in ZOOMS:
                rate, late = shown.driver.execute_async_script(PAN, zoom, FRAMES)
                good = good and rate >= 30
                print(f"{zoom:>6}    {rate:15.1f}   {late:18.1f} ms")
            for line in shown.complaints():
                print(line)
                good = False
    sys.exit(0 if good else 1)


main()
