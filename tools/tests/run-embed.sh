#!/bin/sh
# run-embed.sh -- libhpvm-run as an embedding program gets it: installed, found by pkg-config, built outside of the tree.
#
# Environment: EMBED_REPETITIONS (default 1000), how often what runs in two threads is repeated.
# Not here: what each function promises (src/hpvm_run.h); the tests that hold it to that (embed/test_embed.c).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
: >"$work/stderr"
repetitions=${EMBED_REPETITIONS:-1000}
tree=$(cd "$srcdir" && pwd)
build=$(cd "$(dirname "$HPVM_RUN")" && pwd)
dest=$work/dest

step() { # WHAT COMMAND...: the command succeeds
	count=$((count + 1)) label=$1
	shift
	"$@" >"$work/stdout" 2>"$work/stderr" || { fail "exit status $?"; return 1; }
}

# --- installed ---
step install ${MAKE:-make} -s -C "$build" DESTDIR="$dest" \
	install-libLTLIBRARIES install-includeHEADERS install-nodist_pkgconfigDATA || finish
config=$(find "$dest" -name hpvm-run.pc)
[ -n "$config" ] || fail 'no hpvm-run.pc'
export PKG_CONFIG_SYSROOT_DIR="$dest" PKG_CONFIG_PATH="${config%/*}" PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
flags=$(pkg-config --cflags hpvm-run) libraries=$(pkg-config --libs hpvm-run)
header=$(find "$dest" -name hpvm_run.h)
library=$(find "$dest" -name 'libhpvm-run.so')
export LD_LIBRARY_PATH="${library%/*}${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
sanitizers=
if nm -D "$library" | grep -q __asan_init; then sanitizers=-fsanitize=address,undefined; fi
if nm -D "$library" | grep -q __tsan_init; then sanitizers=-fsanitize=thread; fi

# --- the header ---
printf '#include <hpvm_run.h>\nint main(void)\n{\n\treturn HPVM_RUN_OK;\n}\n' >"$work/header.c"
cp "$work/header.c" "$work/header.cpp"
step 'the header in C99' ${CC:-cc} -std=c99 -pedantic -Wall -Wextra -Werror $flags -fsyntax-only "$work/header.c"
step 'the header in C++' "$CLANGXX" -Wall -Wextra -Werror $flags -fsyntax-only "$work/header.cpp"

# --- symbols: what the header declares, and nothing else ---
count=$((count + 1)) label='exported symbols'
nm -D --defined-only "$library" | sed -n 's/.* [TDBR] //p' | sed 's/@.*//' | sort >"$work/exported"
sed -n 's/^[a-z].*[ *]\(hpvm_run_[a-z_]*\)(.*/\1/p' "$header" | grep -v '^hpvm_run_on_' | sort >"$work/declared"
cmp -s "$work/exported" "$work/declared" || fail "$(diff "$work/declared" "$work/exported")"
[ -s "$work/declared" ] || fail 'the header declares nothing'

# --- the example ---
mkdir "$work/a folder"
for file in embed.c saxpy.c kernels.c sum.cl; do cp "$tree/examples/embed/$file" "$work/a folder"; done
cd "$work/a folder" || finish
step 'the graph of the example' "$CLANG" -O1 -g $flags -emit-llvm -c saxpy.c
step 'the example' ${CC:-cc} -Wall -Wextra -Werror $sanitizers embed.c -o embed $flags $libraries
step 'the example runs' ./embed saxpy.bc && {
	sed 's/0x[0-9a-f]*/ADDRESS/' "$work/stdout" >stdout
	cat >expected <<'END'
saxpy: ptr x, i64 x_bytes, ptr y, i64 y_bytes, float a, i64 count
saxpy/saxpy_step [count]: ptr x, i64 x_bytes, ptr y, i64 y_bytes, float a
8 results: 1 1.5 2 2.5 3 3.5 4 4.5
error: out-of-bounds read of 4 bytes at ADDRESS
the access lies at the end of argument 0 ('x') of 'saxpy/saxpy_step' (32 bytes, tracked with 32 bytes as input 0 ('x') of 'saxpy') in saxpy/saxpy_step (8) at line 11 [out-of-bounds]
the launch ended: trap or failed check
8 results: 1 1.5 2 2.5 3 3.5 4 4.5
END
	cmp -s stdout expected || fail "$(diff expected stdout)"
}

step 'the kernel of the example' "$CLANG" -x cl -cl-std=CL2.0 -target spir64 -O1 -g -cl-kernel-arg-info \
	-Xclang -finclude-default-header -emit-llvm -c sum.cl
step 'the example of kernels' ${CC:-cc} -Wall -Wextra -Werror $sanitizers kernels.c -o kernels $flags $libraries
step 'the example of kernels runs' ./kernels sum.bc && {
	sed 's/0x[0-9a-f]*/ADDRESS/' "$work/stdout" >stdout
	cat >expected <<'END'
sum: in (pointer to global memory), out (pointer to global memory), part (local memory, given by its size in bytes)
120 376 632 888
line 14: out-of-bounds write of 4 bytes (value 888) at ADDRESS
the access lies at the end of tracked memory (12 bytes, tracked as input 1 ('out') of 'sum.launch') in work-item 0 of group 3 [out-of-bounds]
the launch ended: trap or failed check
END
	cmp -s stdout expected || fail "$(diff expected stdout)"
}

# --- every function ---
step 'graphs of the tests' "$CLANG" -O1 -g $flags -emit-llvm -c "$tree/tools/tests/embed/graphs.c"
step 'the test program' ${CC:-cc} -std=gnu11 -Wall -Wextra -Wshadow -Wconversion -Werror -g $sanitizers \
	"$tree/tools/tests/embed/test_embed.c" -o test_embed $flags $libraries -lpthread
for test in describe load options binding faults signals stream interrupt events main unknown handover; do
	step "$test" timeout 120 ./test_embed graphs.bc $test
done
step kernels timeout 120 ./test_embed sum.bc kernels
# Two threads at a time.
for test in contexts launches shared; do
	step "$test" timeout 1200 ./test_embed graphs.bc $test "$repetitions"
done
step mains timeout 600 ./test_embed graphs.bc mains $((repetitions / 50))
[ -n "$sanitizers" ] || step growth timeout 600 ./test_embed graphs.bc growth "$repetitions"
finish
