#!/bin/sh
# run-kernel-suppressions.sh -- intended races (K9): annotations in the source, and the file of --suppressions, for
# kernels and for graphs of HPVM.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once

cat >"$work/k.cl" <<'END'
#ifdef ANNOTATED
#define INTENDED __attribute__((annotate("hpvm:benign-race")))
#else
#define INTENDED
#endif
INTENDED __global int counter;

INTENDED void mark(__global int *flag)
{
	*flag = get_global_id(0);
}

__kernel void k(__global int *flag, __global int *other)
{
	INTENDED volatile __local int part[4];

	part[0] = get_local_id(0);
	counter = get_local_id(0);
	mark(flag);
#ifdef MORE
	*other = get_global_id(0);
#endif
}
END
build() { # BITCODE OPTION...
	bitcode=$1
	shift
	"$CLANG" -x cl -cl-std=CL3.0 -target spir64 -Xclang -finclude-default-header -g -O1 "$@" -emit-llvm -c "$work/k.cl" \
		-o "$bitcode" || exit 99
}
build "$work/plain.bc"
build "$work/annotated.bc" -DANNOTATED
build "$work/simple.bc" -DANNOTATED -O0
build "$work/more.bc" -DANNOTATED -DMORE
args 'args: [{zeros: 1, type: i32}, {zeros: 1, type: i32}]'
racy() { # OPTION... FILE
	kernel k --grid 1 --block 8 --check=race "$@"
}
rules() { # TEXT...: the file of suppressions, a rule for each text
	echo 'suppressions:' >"$work/rules.yaml"
	for rule; do echo "  - {$rule}" >>"$work/rules.yaml"; done
}

# Annotations.
racy "$work/plain.bc"; expect 121 "variable 'part'" "of 'counter'" "argument 'flag'"
for options in '' --width=1 --jobs=2 --schedule=reverse --keep-going; do
	for file in annotated simple; do
		# shellcheck disable=SC2086
		racy $options "$work/$file.bc"; expect 0 "suppressed: data-race*, 7 times (annotation of variable 'part')" \
			"(annotation of variable 'counter')" "(annotation of function 'mark')"
		grep -q '\[data-race\]' "$work/stderr" && fail 'a race is reported'
	done
done
racy "$work/more.bc"; expect 121 "k.cl:21:9: error: data race" "(annotation of function 'mark')"
[ "$(grep -c '\[data-race\]' "$work/stderr")" -eq 1 ] || fail 'more than one race is reported'
racy --quiet "$work/annotated.bc"; expect 0
[ ! -s "$work/stderr" ] || fail '--quiet lists suppressions'
racy --diagnostics=json "$work/annotated.bc"; [ $status -eq 0 ] || fail "exit status $status"

# Rules by function, file, lines and variable; a kernel is a function, too.
for rule in 'finding: data-race, function: k' 'finding: data-race*, function: "?"' 'finding: data-race, file: k.cl' \
	'finding: data-race, file: "*/k.cl", line: [10, 18]'; do
	rules "$rule"
	racy --suppressions "$work/rules.yaml" "$work/plain.bc"; expect 0 "suppressed: data-race" "times ($work/rules.yaml:2)"
done
rules 'finding: data-race, file: k.cl, line: 17' 'finding: data-race, variable: counter'
racy --suppressions "$work/rules.yaml" "$work/plain.bc"; expect 121 "argument 'flag'" "7 times ($work/rules.yaml:2)" "7 times ($work/rules.yaml:3)"
[ "$(grep -c '\[data-race\]' "$work/stderr")" -eq 1 ] || fail 'more than one race is reported'
rules 'finding: data-race, function: other' 'finding: data-race, file: k.c' 'finding: data-race, function: k'
racy --suppressions "$work/rules.yaml" "$work/plain.bc"
expect 0 "no finding 'data-race' was suppressed by $work/rules.yaml:2 [unused-suppression] (K9)" "$work/rules.yaml:3 [unused"
# A function that was inlined.
rules 'finding: data-race, function: mark' 'finding: data-race, variable: "counter"' 'finding: data-race, variable: part'
racy --suppressions "$work/rules.yaml" "$work/plain.bc"
expect 0 "suppressed: data-race, 7 times ($work/rules.yaml:2)" "7 times ($work/rules.yaml:3)"
for rule in 'function: mark, file: other.cl' 'function: mark, file: k.cl, line: 19' 'function: marks'; do
	rules "finding: data-race, $rule" 'finding: data-race, variable: counter' 'finding: data-race, variable: part'
	racy --suppressions "$work/rules.yaml" "$work/plain.bc"
	expect 121 "argument 'flag'" "no finding 'data-race' was suppressed by $work/rules.yaml:2"
done

# Uninitialised values; a finding that ends the run stays.
args 'args: [{alloc: 4, type: i32}, {zeros: 1, type: i32}]'
cat >"$work/u.cl" <<'END'
__kernel void k(__global int *from, __global int *to) { if (*from) *to = 1; }
END
"$CLANG" -x cl -cl-std=CL3.0 -target spir64 -g -O0 -emit-llvm -c "$work/u.cl" -o "$work/u.bc" || exit 99
kernel k --grid 1 --block 1 --check=uninit "$work/u.bc"; expect 121 '[uninitialised]'
rules 'finding: uninitialised, function: k'
kernel k --grid 1 --block 1 --check=uninit --suppressions "$work/rules.yaml" "$work/u.bc"; expect 0 'suppressed: uninitialised, 1 times'

# A graph of HPVM.
cat >"$work/graph.c" <<'END'
#include "hpvm.h"
void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	*p = (int)__hpvm__getNodeInstanceID_x(__hpvm__getNode());
}
void Root(int *p, size_t bytes, size_t n)
{
	void *leaf = __hpvm__createNodeND(1, Leaf, n);
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
}
END
compile "$work/graph.c" "$work/graph.bc"
args 'args: [{zeros: 1, type: i32}, auto, 8]'
run --root Root --args "$work/args.yaml" --check=race "$work/graph.bc"; expect 121 '[data-race]'
rules 'finding: data-race, function: Leaf'
run --root Root --args "$work/args.yaml" --check=race --suppressions "$work/rules.yaml" "$work/graph.bc"; expect 0 'suppressed: data-race, 7 times'

# Mistakes in the file.
mistake() { # TEXT MESSAGE
	printf '%s\n' "$1" >"$work/rules.yaml"
	racy --suppressions "$work/rules.yaml" "$work/plain.bc"; expect 120 '[malformed-file]' "$2"
}
mistake '' "a map with a list of 'suppressions' alone is expected"
mistake 'suppressions: 3' "a map with a list of 'suppressions' alone is expected"
mistake 'suppressions: [3]' 'line 1: a suppression is a map'
mistake 'suppressions: [{function: k}]' "'finding' is missing"
mistake 'suppressions: [{finding: out-of-bounds}]' "no finding 'out-of-bounds' can be suppressed"
mistake 'suppressions: [{finding: data-race, line: 3}]' "'line' needs 'file'"
mistake 'suppressions: [{finding: data-race, file: k.cl, line: [4, 3]}]' "'line' is a number, or [FIRST, LAST]"
mistake 'suppressions: [{finding: data-race, file: k.cl, line: 0}]' "'line' is a number"
mistake 'suppressions: [{finding: data-race, fun: k}]' "unknown key 'fun'"
mistake 'suppressions: [{finding: []}]' 'a text is expected here'
mistake 'suppressions: [' 'line'
racy --suppressions "$work/none.yaml" "$work/plain.bc"; expect 120 '[unreadable-file]' none.yaml
finish
