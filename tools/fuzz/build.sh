#!/bin/bash -eu
# build.sh -- build the fuzz targets for OSS-Fuzz, or for any machine with clang: the programs, their corpora as
# zip files, and their dictionaries go to $OUT.
#
# Environment, as OSS-Fuzz sets it: OUT (default: ./fuzz-out), CC, CFLAGS, LIB_FUZZING_ENGINE (a library that is
# linked instead of clang's libFuzzer). Without CFLAGS, the address and undefined-behaviour sanitizers are used.
cd "$(dirname "$0")/../.."
: "${CC:=clang-19}" "${OUT:=$PWD/fuzz-out}" "${CFLAGS:=}"
mkdir -p "$OUT"
sanitizers=
[ -n "$CFLAGS" ] || { CFLAGS='-O1 -g'; sanitizers=--enable-sanitizers; }
[ -x configure ] || autoreconf -fi
mkdir -p fuzz-build
cd fuzz-build
../configure --quiet --enable-fuzzing $sanitizers CC="$CC" CFLAGS="$CFLAGS" \
	${LIB_FUZZING_ENGINE:+HR_FUZZ_LDFLAGS="$LIB_FUZZING_ENGINE"}
make -s -j"$(nproc)" fuzz-targets
for target in tools/fuzz/fuzz-*; do
	[ -x "$target" ] || continue
	name=${target##*/fuzz-}
	cp "$target" "$OUT/"
	(cd ../tools/fuzz/corpus/"$name" && python3 -m zipfile -c "$OUT/fuzz-${name}_seed_corpus.zip" ./*)
	if [ -f "../tools/fuzz/$name.dict" ]; then cp "../tools/fuzz/$name.dict" "$OUT/fuzz-$name.dict"; fi
done
# What they are linked with, and OSS-Fuzz's machine for running them lacks.
mkdir -p "$OUT/lib"
for library in $(ldd "$OUT"/fuzz-* 2>/dev/null | sed -n 's/.*=> \(\/[^ ]*\(LLVM\|ffi\|yaml\|zstd\|protobuf-c\)[^ ]*\).*/\1/p' | sort -u); do
	cp -L "$library" "$OUT/lib/"
done
