#!/bin/sh
# run-files.sh -- invalid input files: missing, no bitcode, truncated, damaged; and files for which
# no code can be made.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile "$srcdir/tools/tests/graph/edge_all_to_all.c" "$work/good.bc"
compile "$srcdir/tools/tests/graph/edge_all_to_all.c" "$work/good.ll" -S

run "$work/good.bc"; expect 0
run "$work/good.ll"; expect 0
run "$work/missing.bc"; expect 120 '[unreadable-file]' 'No such file'
run "$work"; expect 120 '[unreadable-file]'
: >"$work/empty.bc"
run "$work/empty.bc"; expect 120 "'$work/empty.bc'"
echo 'int main(void) { return 0; }' >"$work/source.c"
run "$work/source.c"; expect 120 '[not-bitcode]'
printf '\177ELF\002\001\001' >"$work/elf.bc"
run "$work/elf.bc"; expect 120 '[not-bitcode]'
echo 'define i32 @main() { ret i32 %x }' >"$work/bad.ll"
run "$work/bad.ll"; expect 120 "'$work/bad.ll'"
echo 'define i32 @main() { ret i64 0 }' >"$work/bad.ll"
run "$work/bad.ll"; expect 120 "'$work/bad.ll'"
echo 'target triple = "riscv64-unknown-linux-gnu"
define i32 @main() { ret i32 0 }' >"$work/other.ll"
run "$work/other.ll"; expect 123 '[target-mismatch]'

# P7: a data layout that is not this machine's, alone or in one of several files, for each command that loads programs.
cat >"$work/big.ll" <<'END'
target datalayout = "E-p:64:64:64-i32:32-i64:64"
declare i32 @printf(ptr, ...)
@f = private constant [6 x i8] c"%llx\0A\00"
define i32 @big() {
  %v = bitcast <2 x i32> <i32 1, i32 2> to i64
  %r = call i32 (ptr, ...) @printf(ptr @f, i64 %v)
  ret i32 0
}
define i32 @main() {
  %r = call i32 @big()
  ret i32 %r
}
END
sed 's/@main/@other/' "$work/big.ll" >"$work/big_part.ll"
for how in '' '--host interp' --print-graph; do
	run $how "$work/big.ll"; expect 123 '[layout-unsupported]' big.ll 'big-endian' 'clang --target='
	run $how "$work/good.bc" "$work/big_part.ll"; expect 123 '[layout-unsupported]' big_part.ll
	run $how "$work/big_part.ll" "$work/good.bc"; expect 123 '[layout-unsupported]' big_part.ll
done
sed 's/E-p:64:64:64/e-p:64:64:64:32/' "$work/big.ll" >"$work/indices.ll"
run "$work/indices.ll"; expect 123 '[layout-unsupported]' 'indices'
sed 's/E-p:64:64:64/e-p:64:64:64-i128:32/' "$work/big_part.ll" >"$work/sizes.ll"
run "$work/good.bc" "$work/sizes.ll"; expect 123 '[layout-unsupported]' sizes.ll 'other sizes or alignments'
printf 'target datalayout = "e-p:32:32"\ntarget triple = "spir-unknown-unknown"\ndefine spir_kernel void @k() {\n  ret void\n}\n' >"$work/spir.ll"
run --list-kernels "$work/spir.ll"; expect 123 '[layout-unsupported]' 'its pointers do not have 64 bits' '--target=spir64'
whole=$HPVM_RUN
for command in "${HPVM_DIFF:-./hpvm-diff}" "${HPVM_OPT:-./hpvm-opt} -o $work/opted.bc"; do
	HPVM_RUN=${command%% *}
	case $command in *' '*) run ${command#* } "$work/big.ll" ;; *) run "$work/big.ll" ;; esac
	grep -qF '[layout-unsupported]' "$work/stderr" || fail "it is not refused"
	[ $status -eq 123 ] || fail "exit status $status, expected 123"
done
HPVM_RUN=$whole
# x86's pointers of 32 bits have an address space of their own.
cat >"$work/near.ll" <<'END'
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define i32 @main() {
  %a = alloca [2 x ptr addrspace(270)]
  %p = addrspacecast ptr %a to ptr addrspace(270)
  store ptr addrspace(270) %p, ptr %a
  ret i32 0
}
END
run --host interp "$work/near.ll"; expect 123 '[unsupported-type]' 'addrspace(270)' '64 bits'

# Nested so deeply that LLVM's recursive parser exhausts its stack.
{ printf '@x = global '; head -c 2000000 /dev/zero | tr '\0' '{'; } >"$work/deep.ll"
run "$work/deep.ll"; expect 120 '[reader-crash]' "'$work/deep.ll'"

# A reader that crashes in the tool's own process, although it did not in the child process.
cat >"$work/dies_here.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>
static pid_t first;
__attribute__((constructor)) static void note(void) { first = getpid(); }
int LLVMParseIRInContext(void *context, void *buffer, void **module, char **message)
{
	int (*real)(void *, void *, void **, char **) =
		(int (*)(void *, void *, void **, char **))dlsym(RTLD_NEXT, "LLVMParseIRInContext");

	if (getpid() == first)
		raise(SIGSEGV);
	return real(context, buffer, module, message);
}
END
echo 'int main(void) { return 0; }' >"$work/plain.c"
compile "$work/plain.c" "$work/plain.bc"
if ! nm "$HPVM_RUN" | grep -q __asan_init; then # a sanitizer must be the first library
	"$CLANG" -shared -fPIC -o "$work/dies_here.so" "$work/dies_here.c"
	preloadable "$work/dies_here.so"
	LD_PRELOAD=$preload; export LD_PRELOAD
	run "$work/plain.bc"
	unset LD_PRELOAD
	expect 120 '[reader-crash]' 'Segmentation fault'
fi

# --- legal programs that LLVM's code generator, or ours, cannot handle
cat >"$work/assembly.c" <<'END'
int main(void) { __asm__("no such instruction"); return 0; }
END
compile "$work/assembly.c" "$work/assembly.bc"
run "$work/assembly.bc"
expect 120 '[jit-failed]' 'no such instruction [jit-failed]' '  help: try --host interp'
[ "$(wc -l <"$work/stderr")" -eq 3 ] || fail 'the reason is not one line'
cat >"$work/constant.ll" <<'END'
@table = global i32 1
@low = global i16 ptrtoint (ptr @table to i16)
@own = thread_local global i32 1
@address = global ptr @own
define i32 @main() {
  %bits = load i16, ptr @low
  ret i32 0
}
END
run --host interp "$work/constant.ll"
expect 123 '[unsupported-constant]' "in the initialiser of 'low'"
sed 's/i16, ptr @low/ptr, ptr @address/' "$work/constant.ll" >"$work/address.ll"
run --host interp "$work/address.ll"
expect 123 '[unsupported-constant]' "'own' (thread-local) in the initialiser of 'address'"
# Which intrinsics LLVM cannot lower depends on its version: it can lower this one from 20 on.
cat >"$work/intrinsic.ll" <<'END'
declare float @llvm.atan2.f32(float, float)
define i32 @main() {
  %x = load volatile float, ptr null
  %y = call float @llvm.atan2.f32(float %x, float %x)
  %z = fptosi float %y to i32
  ret i32 %z
}
END
case $("$HPVM_RUN" --version) in
*'runs with LLVM 19.'*)
	run "$work/intrinsic.ll"
	expect 120 '[jit-failed]' "LLVM cannot generate code for 'llvm.atan2.f32'" "in function 'main'" ;;
esac

# --- files damaged in many ways
size=$(wc -c <"$work/good.bc")
for part in 1 3 4 5 8 20 40 60 80 90 95 99; do
	bytes=$part
	[ "$part" -lt 20 ] || bytes=$((size * part / 100))
	head -c "$bytes" "$work/good.bc" >"$work/cut.bc"
	run "$work/cut.bc"; label="$bytes of $size bytes"; expect 120 "'$work/cut.bc'"
done

# A file of a newer clang, if there is one: the message about a file that our LLVM cannot read names
# its producer.
llvm=$("$HPVM_RUN" --version | sed -n 's/.*LLVM \([0-9]*\)\..*/\1/p')
for version in 20 21 22; do
	command -v clang-$version >/dev/null && [ "$version" -gt "$llvm" ] || continue
	for flag in -c -S; do
		clang-$version -w -g -O1 $flag -I"$srcdir/src" -emit-llvm \
			"$srcdir/tools/tests/graph/edge_all_to_all.c" -o "$work/newer.bc"
		run "$work/newer.bc"; label="clang-$version $flag"
		[ $status -eq 0 ] || expect 120 '[newer-file]' "compile with clang $llvm or older"
		[ $status -eq 0 ] || grep -q "written by [A-Za-z ]*$version\." "$work/stderr" ||
			fail "does not name version $version"
	done
done

# Bytes replaced by a generator with a fixed seed: every run must have one of our outcomes.
# A processor that LLVM does not know: the listed features say which instructions there are.
if [ "$(uname -m)" = x86_64 ]; then
	compile "$srcdir/tools/tests/graph/repeat_pointed_to.c" "$work/known.bc"
	"$CLANG" -w -S -emit-llvm "$work/known.bc" -o - |
		sed 's/"target-cpu"="[^"]*"/"target-cpu"="next"/; s/"tune-cpu"="[^"]*"/"tune-cpu"="next"/' \
			>"$work/next.ll"
	grep -q '"target-cpu"="next"' "$work/next.ll" || fail 'there is no processor to replace'
	"$HPVM_RUN" "$work/known.bc" >"$work/known.out" 2>/dev/null
	for options in '' '--backend cpu'; do
		run $options "$work/next.ll"; expect 0
		cmp -s "$work/stdout" "$work/known.out" || fail 'the result is another one'
		[ ! -s "$work/stderr" ] || fail 'standard error is not empty'
	done
fi

seed=12345
for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
	cp "$work/good.bc" "$work/mangled.bc"
	for change in 1 2 3 4; do
		seed=$(((seed * 1103515245 + 12345) % 2147483648))
		printf "\\$(printf %03o $((seed / 65536 % 256)))" |
			dd of="$work/mangled.bc" bs=1 seek=$((seed / 256 % size)) conv=notrunc 2>/dev/null
	done
	run --print-graph "$work/mangled.bc"; label="mangled, round $round"
	case $status in
	0 | 120 | 121 | 122 | 123) expect $status ;;
	*) fail "exit status $status" ;;
	esac
done
finish
