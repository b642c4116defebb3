#!/bin/sh
# run-layout.sh -- structures that host code passes to launch and push and gets from pop (H2, H5): what
# is reported, what is not, and the structures that --emit=header and --print-graph print.
#
# The programs of layout/ run compiled and interpreted, at several levels of optimisation.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
layout=$srcdir/tools/tests/layout

build() { # PROGRAM OPTION...
	program=$1
	shift
	"$CLANG" -I"$srcdir/src" -I"$layout" -w -emit-llvm -c "$@" "$layout/$program.c" -o "$work/p.bc" ||
		exit 99
}

each() { # HOST... -- STATUS TEXT..., as expect has them
	hosts=
	while [ "$1" != -- ]; do hosts="$hosts $1"; shift; done
	shift
	for host in $hosts; do
		run --host "$host" "$work/p.bc"
		label="$program $built, $host"
		expect "$@"
		[ "$1" -ne 0 ] || [ $# -gt 1 ] || ! grep -q launch-layout "$work/stderr" ||
			fail 'a structure that fits is reported'
	done
}

error='error: the struct that launch of '
warning='warning: launch of '
args='struct __attribute__((packed)) Root_args { '
for level in '-O0 -g' -O1 -O2; do
	for kind in 0 1 2 3 4 5 6 7 8; do
		built="KIND=$kind $level"
		build objects $level -DKIND=$kind
		each jit interp -- 0
	done
	for kind in 0 1 2 4; do
		built="SMALL KIND=$kind $level"
		build objects $level -DKIND=$kind -DSMALL
		each jit interp -- 121 "${error}'Root' gets is too small: 20 bytes of 36 [launch-layout] (H2)" \
			'note: output 0 would be written outside of ' "help: the struct that fits is $args"
	done
	# The C library may give a block more bytes than were asked for; the interpreter knows how many were.
	built="SMALL KIND=6 $level"
	build objects $level -DKIND=6 -DSMALL
	each jit interp -- 121 "${error}'Root' gets is too small: " 'outside of the heap block'
	each interp -- 121 "${error}'Root' gets is too small: 20 bytes of 36 [launch-layout] (H2)"
	built="SMALL KIND=3 $level"
	build objects $level -DKIND=3 -DSMALL
	each jit -- "$([ "$level" = -O2 ] && echo 121 || echo 0)" "${warning}'Root' gets a struct with another layout" \
		'output 0, a double, is expected at offset 20, '
	for kind in 0 2 4; do
		built="UNPACKED KIND=$kind $level"
		build objects $level -DKIND=$kind -DUNPACKED
		each jit interp -- 0 "${warning}'Root' gets a struct with another layout [launch-layout] (H2)" \
			'output 0, a double, is expected at offset 20, where ' ' a double at offset 24'
		built="RESULT=float KIND=$kind $level"
		build objects $level -DKIND=$kind -DRESULT=float -Dcopied='copied, rest'
		each jit interp -- 0 'output 0, a double, is expected at offset 20, where ' \
			' a float; __hpvm__return promotes a float to double'
		built="COUNT=unsigned KIND=$kind $level"
		build objects $level -DKIND=$kind -DCOUNT=unsigned -Dcopied='copied, rest'
		each jit -- 0 'an integer of 8 bytes, is expected at offset 8, where ' ' has an integer of 4 bytes'
	done
	built=$level
	build gone $level
	each jit -- 121 "error: the struct that launch of 'Root' got has gone before the graph ends [launch-layout] (H2)"

	built="fits $level"
	build popped $level -DPOPPED=fits
	each jit interp -- 0
	built="floats $level"
	build popped $level -DPOPPED=floats
	each jit interp -- 0 "warning: what pop returns for 'Root' is read as another struct [launch-layout] (H2)" \
		'note: the program reads 4 bytes at offset 0' \
		', where output 0, a double, is at offset 0; __hpvm__return promotes a float to double' \
		'Root_out { double out0; int64_t out1; };'
	[ "$(grep -c launch-layout "$work/stderr")" -eq 1 ] || fail 'it is reported more than once'
	built="BEYOND $level"
	build popped $level -DPOPPED=fits -DBEYOND=1
	each jit interp -- 121 "error: the program accesses more than pop returns for 'Root' [launch-layout] (H2)" \
		'reads 8 bytes at offset 16' ', but the struct has 16 bytes'
done
built='BEYOND=2'
build popped -O1 -DPOPPED=fits -DBEYOND=2
each jit interp -- 0 "warning: what pop returns for 'Root' is read as another struct"

# Classes of C++'s library own the structure. In optimised code it is seen; else interpreted host code
# knows the block.
for kind in 0 1 2 3; do
	for level in '-O0 -g' -O2; do
		for struct in Fits Small; do
			built="KIND=$kind STRUCT=$struct $level"
			"${CLANGXX:-clang++}" -I"$srcdir/src" -w -emit-llvm -c $level -DKIND=$kind -DSTRUCT=$struct \
				"$layout/boxed.cpp" -o "$work/p.bc" 2>/dev/null || break 3 # without C++'s headers
			program=boxed
			if [ $struct = Fits ]; then
				each jit interp -- 0
			else
				each interp -- 121 "${error}'Root' gets is too small: 24 bytes of 32 [launch-layout] (H2)" \
					'note: output 0 would be written outside of '
			fi
		done
	done
done

# -W applies to the error and to the warning.
build objects -O1 -DKIND=0 -DUNPACKED
run -Werror=launch-layout "$work/p.bc"
expect 121 'error: launch of '
run -Wno-launch-layout "$work/p.bc"
expect 0
! grep -q launch-layout "$work/stderr" || fail 'is reported in spite of -Wno-launch-layout'
run --diagnostics=sarif "$work/p.bc"
expect 0 '"ruleId":"launch-layout"'

# What is printed compiles, as C and as C++, and has the size that is stated.
build objects -O0 -g -DKIND=0
run --print-graph "$work/p.bc"
prints 'struct of launch: 36 bytes' 'struct __attribute__((packed)) Root_args {' 'float scale;' 'double out0;'
build popped -O0 -g -DPOPPED=fits
run --print-graph "$work/p.bc"
prints 'struct of launch and push: 20 bytes' 'struct of pop: 16 bytes' 'struct __attribute__((packed)) Root_out {'
run --print-graph=yaml "$work/p.bc"
prints '  args:' '    bytes: 36' '  out:' '    bytes: 16' \
	'    c: "struct __attribute__((packed)) Root_out { double out0; int64_t out1; };"'

run --emit=header -o "$work/ports.h" "$layout/ports.ll"
expect 0
for language in c c++; do
	count=$((count + 1)) label="header as $language"
	"$CLANG" -x $language -Wall -Wextra -Werror -fsyntax-only "$work/ports.h" -Wno-pragma-once-outside-header 2>"$work/stderr" ||
		fail 'does not compile'
done
run --emit=header "$layout/ports.ll"
prints 'struct __attribute__((packed)) Root_args {' 'int32_t in0;' 'void *out0;' 'float in3;' 'float v[4];' \
	'int16_t a[3];' 'unsigned char s[16]; /* { i64, i8 } */' 'uint8_t b;' 'int8_t in10;' 'double out0_;' 'int64_t out1[2];'
run --emit=header:Other "$layout/ports.ll"
prints 'struct __attribute__((packed)) Other_args {'
! grep -q 'Root_args' "$work/stdout" || fail 'prints a root that was not asked for'
run --emit=header:Nowhere "$layout/ports.ll"
expect 120 "[no-such-node]"
run --emit=header --emit-arch=sm_80 "$layout/ports.ll"
expect 124 '--emit-arch does not apply to --emit=header'
run --emit=heade "$layout/ports.ll"
expect 124 "did you mean 'header'"
finish
