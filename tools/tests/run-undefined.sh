#!/bin/sh
# run-undefined.sh -- hpvm-diff: undefined bytes of the reference, for which any value of a backend is
# right (P4), and errors of the program that explain a difference (M4, M5).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
CC=${CC:-cc}
$CC --version >/dev/null 2>&1 || { echo "no $CC" >&2; exit 77; }
HPVM_RUN=${HPVM_DIFF:-./hpvm-diff}
[ -x "$HPVM_RUN" ] || { echo "no $HPVM_RUN" >&2; exit 99; }

ends() { # STATUS TEXT...; of hpvm-diff
	[ $status -eq "$1" ] || fail "exit status $status, expected $1"
	shift
	for text; do
		grep -qF -- "$text" "$work/stderr" || fail "standard error lacks '$text'"
	done
}
mutant='--leaves --backends mutant --backend-path backends/tests/.libs'

# Make $work/leaf.ll: eight instances of a leaf with this BODY, which has %x, its number, and %a, its eight
# bytes of 'p', all of which are 0xA5.
leaf() { # ATTRIBUTE TYPE; the body is standard input
	quoted=
	[ -z "$1" ] || quoted="\"$1\""
	cat >"$work/leaf.ll" <<IN
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare ptr @llvm.hpvm.createNode1D(ptr, i64)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.createEdge(ptr, ptr, i1, i32, i32, i1)
declare ptr @llvm.hpvm.getNode()
declare i64 @llvm.hpvm.getNodeInstanceID.x(ptr)
declare ptr @llvm.hpvm.malloc(i64)
define void @Root(ptr "inout" %p, i64 %b) {
  %c = call ptr @llvm.hpvm.createNode1D(ptr @Leaf, i64 8)
  call void @llvm.hpvm.bind.input(ptr %c, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(ptr %c, i32 1, i32 1, i1 false)
  ret void
}
define $2 @Leaf(ptr $quoted %p, i64 %b) {
  %h = call ptr @llvm.hpvm.getNode()
  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %h)
  %a = getelementptr {i8, i32}, ptr %p, i64 %x
  %n = getelementptr i8, ptr %a, i64 4
  %w = trunc i64 %x to i32
  %t = trunc i64 %x to i8
IN
	cat >>"$work/leaf.ll"
}
printf 'args: [{alloc: 64, type: i32}, 64]\n' >"$work/leaf.yaml"
compare() { # OPTION...
	run "$@" --root Root --args "$work/leaf.yaml" "$work/leaf.ll"
}

# --- only undefined bytes differ: the backend keeps what memory has, where the interpreter writes a number
leaf inout void <<'IN'
  store i8 %t, ptr %a
  store i32 undef, ptr %n
  ret void
}
IN
compare --leaves; ends 0
prints 'undefined: only undefined bytes differ, 32 of 32: byte 4 of argument 0' \
	'it comes from a variable of '"'Leaf'"', an undefined constant; see hpvm-run --check=uninit' '1 undefined'
compare --leaves --json; ends 0; prints '"verdict":"undefined"' '"mismatches":0' '"undefined-bytes":32,"undefined-differ":32'
compare; ends 0; prints 'undefined'
compare --leaves --in-process; ends 0; prints 'only undefined bytes differ, 32 of 32'
# ... and other bytes, too, of which the last instance is missing
MUTANT=few-instances
export MUTANT
compare $mutant; ends 121 "element 56 (byte 56) of argument 0 ('p')" '1 of 64 elements differ' \
	'32 undefined bytes of the results do not count'
compare $mutant --json; ends 121; prints '"verdict":"differs"' '"undefined-bytes":32'
# ... in a case, too, which undefined results do not spoil
compare $mutant --cases "$work/cases"; ends 121
case=$work/cases/Root.Leaf.mutant
run "$case"; ends 121 'element 56 (byte 56)' '32 undefined bytes of the results do not count'
count=$((count + 1)) label='hpvm-reduce of a case with undefined results'
timeout 200 "$(dirname "$HPVM_RUN")/hpvm-reduce" -j 1 "$case" >"$work/stdout" 2>"$work/stderr"
status=$?
ends 0; prints "left: 'Leaf' on backend 'mutant', verdict differs"
[ ! -s "$work/stderr" ] || fail 'it warns'
unset MUTANT
# A value of which some bits are undefined: the others count.
leaf inout void <<'IN'
  store i8 %t, ptr %a
  %u = or i32 undef, 65535
  store i32 %u, ptr %n
  ret void
}
IN
compare --leaves; ends 0; ! grep -q differs "$work/stdout" || fail "$(cat "$work/stdout")"

# --- poison: a comparison that the backend decides at compile time, as nothing overflows
leaf inout void <<'IN'
  %k = add nsw i32 %w, 2147483644
  %l = add nsw i32 %k, 1
  %g = icmp sgt i32 %l, %k
  %z = zext i1 %g to i32
  store i32 %z, ptr %n
  store i32 7, ptr %a
  ret void
}
IN
compare --leaves; ends 0
prints 'undefined: only undefined bytes differ, ' "of argument 0 ('p')" '2147483647 + 1' 'see hpvm-run --check=poison'

# --- outputs of instances
leaf inout '{i32, i64}' <<'IN'
  %k = add nsw i32 %w, 2147483644
  %l = add nsw i32 %k, 1
  %g = icmp sgt i32 %l, %k
  %z = zext i1 %g to i32
  %r = insertvalue {i32, i64} poison, i32 %z, 0
  %s = insertvalue {i32, i64} %r, i64 %x, 1
  ret {i32, i64} %s
}
IN
sed -i 's/^define void @Root(.*/define {i32, i64} @Root(ptr "inout" %p, i64 %b) {/
/^define {i32, i64} @Root/,/^}/s/^  ret void/  call void @llvm.hpvm.bind.output(ptr %c, i32 0, i32 0, i1 false)\n  call void @llvm.hpvm.bind.output(ptr %c, i32 1, i32 1, i1 false)\n  ret {i32, i64} undef/
$a declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)' "$work/leaf.ll"
compare --leaves; ends 0; prints 'undefined: only undefined bytes differ, '

# --- objects that the leaf allocates
leaf inout void <<'IN'
  %o = call ptr @llvm.hpvm.malloc(i64 16)
  store i32 5, ptr %o
  store ptr %o, ptr %a
  ret void
}
IN
compare --leaves; ends 0; ! grep -q differs "$work/stdout" || fail "$(cat "$work/stdout")"

# --- padding of a structure, which unoptimised code copies; also of instances that meet at a barrier
cat >"$work/padding.c" <<'IN'
#include <hpvm.h>
#include <stdlib.h>
#include <string.h>
struct pair { char small; int large; };
void Leaf(struct pair *out, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, out, 1, out);
	int i = (int)__hpvm__getNodeInstanceID_x(__hpvm__getNode());
	struct pair made;
#ifdef MEETS
	__hpvm__barrier();
#endif
	made.small = (char)i;
	made.large = i;
	out[i] = made;
}
void Root(struct pair *out, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, out, 1, out);
	void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)37);
	for (int i = 0; i < 2; i++)
		__hpvm__bindIn(leaf, i, i, 0);
}
int main(void)
{
	static struct pair out[37];
	struct __attribute__((packed)) { struct pair *out; size_t bytes; } arguments =
		{out, sizeof out};
	memset(out, 0x5A, sizeof out);
#ifdef ALONE
	setenv("NO_FORK", "1", 1);
#endif
	__hpvm__init();
	llvm_hpvm_track_mem(out, sizeof out);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(out);
	__hpvm__cleanup();
	return 0;
}
IN
for meets in '' -DMEETS; do
	compile "$work/padding.c" "$work/padding.bc" -O0 $meets
	run --leaves "$work/padding.bc"; ends 0
	prints 'undefined: only undefined bytes differ, ' ' of 111: byte ' "of argument 0 ('out') of 'Root/Leaf'" "of 'made' of 'Leaf', copied at"
	compile "$work/padding.c" "$work/padding.bc" -O2 $meets
	run --leaves "$work/padding.bc"; ends 0; prints '1 same'
done

# --- a second look that is not possible, as there can be no process for it, is said and excuses nothing
cat >"$work/alone.c" <<'IN'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/types.h>
pid_t fork(void)
{
	pid_t (*real)(void) = (pid_t (*)(void))dlsym(RTLD_NEXT, "fork");

	errno = EAGAIN;
	return getenv("NO_FORK") ? -1 : real();
}
IN
compile "$work/padding.c" "$work/padding.bc" -O0 -DALONE
if $CC -shared -fPIC -o "$work/alone.so" "$work/alone.c" -ldl 2>/dev/null; then
	export LD_PRELOAD="$work/alone.so"
	run --leaves --in-process "$work/padding.bc"
	ends 123 '[difference-unexplained]' 'whether undefined bytes or an error of the program explain this is unknown, because the grid could not be checked: '
	run --leaves --in-process --json "$work/padding.bc"; ends 123; prints '"verdict":"unexplained"' '"not-looked-at":"'
	unset LD_PRELOAD
fi

# --- memory that is undefined before the grid: a backend that loses what the buffer had
wrong dirty 's/"	grid = of;\\n"/"	grid = of;\\n	__builtin_memset(*(void **)in, 0x33, 64);\\n"/'
dirty() { # ATTRIBUTE; of a leaf with this body
	leaf "$1" void
	compare --leaves --backends dirty --backend-path "$work/wrong"
}
# An argument that is declared `out`: bytes that are never written, ...
dirty out <<'IN'
  store i8 %t, ptr %a
  ret void
}
IN
ends 0; prints 'undefined: only undefined bytes differ, 56 of 56: byte 1 of argument 0' 'which is declared `out` alone and had no value before'
# ... half of the instances, ...
dirty out <<'IN'
  %o = and i32 %w, 1
  %c = icmp eq i32 %o, 0
  br i1 %c, label %then, label %end
then:
  store i64 5, ptr %a
  br label %end
end:
  ret void
}
IN
ends 0; prints 'undefined: only undefined bytes differ, 32 of 32: byte 8 of argument 0'
# ... values that are read before they are written, ...
dirty out <<'IN'
  %l = load i64, ptr %a
  %m = mul i64 %l, 3
  store i64 %m, ptr %a
  ret void
}
IN
ends 0; prints 'undefined: only undefined bytes differ, 64 of 64'
# ... and decisions by them
dirty out <<'IN'
  %l = load i64, ptr %a
  %c = icmp eq i64 %l, 3689348814741910323
  %z = select i1 %c, i64 1, i64 2
  br i1 %c, label %then, label %end
then:
  store i64 %z, ptr %a
  br label %end
end:
  store i64 %x, ptr %a
  ret void
}
IN
ends 0
# A result that does not hang on them
dirty out <<'IN'
  store i64 %x, ptr %a
  ret void
}
IN
ends 0; prints '1 same'
# The backend must keep what an argument has that is declared `inout`, or not declared.
for attribute in inout ''; do
	dirty "$attribute" <<'IN'
  store i8 %t, ptr %a
  ret void
}
IN
	ends 121 "element 1 (byte 1) of argument 0 ('p')" '56 of 64 elements differ'
	! grep -q 'undefined bytes' "$work/stderr" || fail 'undefined bytes of such an argument'
done
dirty out <<'IN'
  %l = load i64, ptr %a
  %c = icmp eq i64 %l, 3689348814741910323
  br i1 %c, label %then, label %end
then:
  store i64 9, ptr %a
  ret void
end:
  store i64 %x, ptr %a
  ret void
}
IN
ends 0; prints 'undefined: an undefined value decides: it comes from' 'see hpvm-run --check=uninit,poison'
finish
