#!/bin/sh
# run-steady.sh -- every command when the system does not give what it asks for, and when a signal ends it: a sample of
# steady.py, which `make check-steady` runs as a whole.
: "${srcdir:=.}" "${HPVM_RUN:=./hpvm-run}" "${CLANG:=clang}"
command -v "$CLANG" >/dev/null || { echo 'no clang'; exit 77; }
! nm "$HPVM_RUN" 2>/dev/null | grep -q '__asan_init\|__tsan_init' || { echo 'a sanitizer needs address space'; exit 77; }
[ -f backends/tests/.libs/backend-mutant.so ] || { echo 'no backends/tests/.libs/backend-mutant.so' >&2; exit 99; }
HPVM_RUN=$HPVM_RUN CLANG=$CLANG srcdir=$srcdir exec "${PYTHON3:-python3}" -B "$srcdir/tools/tests/steady.py"
