#!/bin/sh
# run-instrumented.sh [--all] [OPTION...] -- programs that clang compiled with the options in the tables of
# docs/compiling.md: the tools do with each what its row says.
#
# Programs are a C and a C++ program (instrumented/); with --all also examples, in all ways of running. OPTION is the text of
# a row, which is then the only one. An option that this clang or this machine does not know is left out; it is counted.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
all= chosen=
[ "$1" != --all ] || { all=yes; shift; }
[ $# -eq 0 ] || { chosen=$work/chosen; printf '%s\n' "$@" >"$chosen"; }
build=$(dirname "$HPVM_RUN")
run_tool=$HPVM_RUN diff_tool=$build/hpvm-diff reduce_tool=$build/hpvm-reduce
mutants=backends/tests/.libs
left_out=0 compiled=0

rows() { # "RESULT OPTION..." of each row
	sed -n 's/^| `\(-[^`]*\)` | \([a-z ]*\) |$/\2|\1/p' "$srcdir/docs/compiling.md" | sed 's/^no effect|/runs|/; s/|/ /'
}

translate() { # SOURCE OUTPUT OPTION...: status and $work/said
	translate_source=$1 translate_to=$2
	shift 2
	case $translate_source in
	*.cpp) translate_with=$CLANGXX ;;
	*) translate_with=$CLANG ;;
	esac
	$translate_with -O1 -I"$srcdir/src" -I"$srcdir/examples" "$@" -Wno-everything -emit-llvm -c "$srcdir/$translate_source" \
		-o "$translate_to" 2>"$work/said"
}

tool() { # PROGRAM ARGUMENT...: as run
	HPVM_RUN=$1
	shift
	run "$@"
	label="$option: $source: $label"
	HPVM_RUN=$run_tool
}

right() { # the output of the program without the option
	[ $status -eq 0 ] || fail "exit status $status, expected 0"
	cmp -s "$work/stdout" "$work/expected" || fail "prints '$(head -n 1 "$work/stdout")', not '$(cat "$work/expected")'"
}

# What a program that RUNS must do. The first instances of a node are compared by hpvm-diff.
runs() { # MODULE OPTION-OF-HPVM-RUN...
	module=$1
	shift
	for mode in '' '--host interp' '--backend cpu' '--backend opencl' '--check=all' '--host interp --check=all' '-j 4 --width 8'; do
		case $all$((number % 2))$mode in
		?--backend\ opencl | ?--check=all | '?-j 4'* | ?*interp\ --check=all | 0--host* | 1--backend*) continue ;;
		esac
		# shellcheck disable=SC2086
		tool "$run_tool" $mode "$@" "$module"; right
	done
	for form in header llvm opencl ptx fpga; do
		case $all$form$((number % 3)) in
		yes* | opencl1 | ptx2) ;;
		*) continue ;;
		esac
		tool "$run_tool" --emit $form "$module"
		case $status in
		0) ;;
		123) grep -q '\[not-translated\]' "$work/stderr" || fail 'is refused for no reason' ;;
		*) fail "exit status $status" ;;
		esac
	done
	[ "$all" ] || [ $((number % 3)) -eq 0 ] || return
	tool "$diff_tool" "$@" "$module"
	[ $status -eq 0 ] || fail "exit status $status, expected 0"
	grep -Eq '^[0-9].* (same|refused)$' "$work/stdout" || fail 'compares nothing'
}

refused() { # MODULE STATUS DIAGNOSTIC TEXT
	for tool in "$run_tool" "$run_tool --host interp" "$run_tool --backend cpu" "$run_tool --emit llvm" \
		"$run_tool --emit opencl" "$run_tool --print-graph" "$diff_tool"; do
		case $2$tool in
		120*--emit* | 120*--print-graph) [ "$3" != '[unresolved-symbol]' ] || continue ;;
		esac
		case $all$tool in
		*hpvm-run | yes* | *opencl | *hpvm-diff) ;;
		*) continue ;;
		esac
		# shellcheck disable=SC2086
		tool $tool "$1"
		[ $status -eq "$2" ] || fail "exit status $status, expected $2"
		grep -qF "$3" "$work/stderr" || fail "does not report $3"
		grep -qF -- "without $4" "$work/stderr" || fail "does not say 'without $4'"
		[ "$(grep -c '\] *$' "$work/stderr")" -le 3 ] || fail 'reports more than is needed'
	done
}

# Return the words of an option that the message must have: the first one, unless another is the cause.
named() {
	case $option in
	*-fsanitize-cfi-cross-dso*) echo -fsanitize-cfi-cross-dso ;;
	*-fsanitize-stats*) echo -fsanitize-stats ;;
	*-fno-sanitize-trap=cfi*) echo -fno-sanitize-trap=cfi ;;
	-fsanitize=address,* | -fsanitize=kernel-address) echo -fsanitize=address ;;
	-fsanitize=kernel-memory) echo -fsanitize=memory ;;
	-fprofile-* | -fcs-profile-generate) echo '-fprofile-generate or -fprofile-instr-generate' ;;
	-fsanitize=fuzzer* | -fsanitize-coverage=*) echo '-fsanitize-coverage or -fsanitize=fuzzer' ;;
	-finstrument-function*) echo -finstrument-functions ;;
	-mretpoline-external-thunk) echo -mretpoline-external-thunk ;;
	*unified-lto* | *split-lto-unit* | *flto=thin*) echo '-fsplit-lto-unit and -funified-lto' ;;
	*) case $result in
		runtime) echo '-fsanitize=undefined or one of its kinds' ;;
		*) echo "${option%% *}" ;;
		esac ;;
	esac
}

# A shared runtime of clang that the kinds of -fsanitize=undefined need, or nothing.
runtime_of() {
	case $option in
	*minimal*) name=ubsan_minimal ;;
	*) name=ubsan_standalone ;;
	esac
	for file in "$($CLANG -print-file-name=libclang_rt.$name-x86_64.so)" "$($CLANG -print-file-name=libclang_rt.$name.so)" \
		$(ls -rv /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.$name-x86_64.so 2>/dev/null); do
		case $file in */llvm-14/*) continue ;; esac # older than some checks
		[ ! -f "$file" ] || { echo "$file"; return; }
	done
}

# A program with a RUNTIME may need nothing of it: then it runs.
needs_runtime() { # MODULE
	tool "$run_tool" "$1"
	if [ $status -eq 0 ]; then
		runs "$1"
		return
	fi
	refused "$1" 120 '[unresolved-symbol]' "$(named)"
	library=$(runtime_of)
	case $option in
	*vptr* | *cfi* | *retpoline*) return ;;
	*-fsanitize=undefined*) case $source in *.cpp) return ;; esac ;; # has vptr
	esac
	[ -z "$library" ] || runs "$1" -l "$library"
}

hold() { # SOURCE
	source=$1
	set -f
	# shellcheck disable=SC2086
	translate "$source" "$work/x.bc" $option || { left_out=$((left_out + 1)); set +f; return; }
	set +f
	compiled=$((compiled + 1))
	cp "$work/$(basename "$source").expected" "$work/expected"
	case $result in
	runs) runs "$work/x.bc" ;;
	refused | hooks)
		# An example may have nothing that the option instruments.
		[ "${source#examples/}" = "$source" ] || tool "$run_tool" "$work/x.bc"
		case $source$status in
		examples/*.c*0) runs "$work/x.bc" ;;
		*) refused "$work/x.bc" 123 '[instrumented]' "$(named)" ;;
		esac ;;
	runtime) needs_runtime "$work/x.bc" ;;
	several)
		tool "$run_tool" "$work/x.bc"
		case $source$status in
		*.c0 | *.cpp0) runs "$work/x.bc" ;;
		*) refused "$work/x.bc" 120 '[malformed-file]' "$(named)" ;;
		esac ;;
	*) label=$option; fail "docs/compiling.md has the unknown result '$result'" ;;
	esac
}

sources='tools/tests/instrumented/shapes.c tools/tests/instrumented/classes.cpp'
examples='examples/first/first.c examples/histogram/histogram.c examples/transpose/transpose.c examples/spmv/spmv.c
	examples/edges/edges.cpp examples/camera/camera.cpp examples/hetero/hetero.cpp'
[ -z "$all" ] || sources="$sources $examples"
for source in $sources; do
	option=none
	translate "$source" "$work/plain.bc" || { cat "$work/said"; exit 99; }
	tool "$run_tool" "$work/plain.bc"
	[ $status -eq 0 ] && [ -s "$work/stdout" ] || fail "does not run without options"
	cp "$work/stdout" "$work/$(basename "$source").expected"
done

number=0
rows >"$work/rows"
while read -r result option; do
	[ -z "$chosen" ] || grep -qxF -e "$option" "$chosen" || continue
	number=$((number + 1))
	for source in $sources; do
		# In the short form C++ is compiled with one in eight options.
		case $source$all$chosen$((number % 8)) in
		*.cpp[1-7]) continue ;;
		esac
		hold "$source"
	done
done <"$work/rows"
label='rows of docs/compiling.md'
[ "$chosen" ] || [ $compiled -ge 130 ] || fail "only $compiled programs were compiled, and $left_out not"

# Hooks that the program defines run in host code, if the file with the graph has none.
hooks() { # COUNT OPTION...
	expected=$1 option="$2 in host code" source=tools/tests/instrumented/hooks.c
	shift
	translate tools/tests/instrumented/hooks.c "$work/host.bc" "$@" -DHOST || { label=$1; fail "$(cat "$work/said")"; return; }
	translate tools/tests/instrumented/hooks.c "$work/graph.bc" || { label=$1; fail "$(cat "$work/said")"; return; }
	for mode in '' '--host interp' '--backend cpu'; do
		# shellcheck disable=SC2086
		tool "$run_tool" $mode "$work/host.bc" "$work/graph.bc"
		[ $status -eq 0 ] || fail "exit status $status, expected 0"
		[ "$(cat "$work/stdout")" = "7 $expected" ] || fail "prints '$(cat "$work/stdout")', not '7 $expected'"
	done
}

if [ -z "$chosen" ]; then
	hooks 'called' -finstrument-functions
	hooks 'called' -finstrument-functions-after-inlining
	hooks 'called' -finstrument-function-entry-bare
	hooks 'called' -fsanitize-coverage=trace-pc-guard
	hooks 'not called' -g
	# Older compilers insert the calls of -pg before they write the module.
	translate tools/tests/instrumented/hooks.c "$work/graph.ll" -S
	awk '{ print } /^define .*@(Root|Number)\(/ { print "  call void @mcount()"; n++ } END { print "declare void @mcount()"; exit n != 2 }' \
		"$work/graph.ll" >"$work/mcount.ll" || { label=mcount; fail 'has no node functions'; }
	option='-pg of clang 14'
	tool "$run_tool" "$work/host.bc" "$work/mcount.ll"
	[ $status -eq 0 ] && [ "$(cat "$work/stdout")" = '7 not called' ] || fail "exit status $status: '$(cat "$work/stdout")'"
fi

# A program may ask for runtimes that it is not compiled for.
if [ -z "$chosen" ]; then
	cat >"$work/asks.c" <<'C'
#include <stdio.h>
extern void __asan_poison_memory_region(const volatile void *, size_t) __attribute__((weak));
extern int __llvm_profile_write_file(void) __attribute__((weak));
int main(void)
{
	static char memory[8];

	if (__asan_poison_memory_region)
		__asan_poison_memory_region(memory, sizeof(memory));
	return __llvm_profile_write_file ? __llvm_profile_write_file() : puts("no runtime") < 0;
}
C
	option='weak symbols of runtimes' source=asks.c
	compile "$work/asks.c" "$work/asks.bc"
	for mode in '' '--host interp'; do
		# shellcheck disable=SC2086
		tool "$run_tool" $mode "$work/asks.bc"
		[ $status -eq 0 ] && [ "$(cat "$work/stdout")" = 'no runtime' ] || fail "exit status $status: '$(cat "$work/stdout")'"
	done
fi

# hpvm-reduce makes a case of a program that an option has changed smaller.
reduces() { # OPTION
	option=$1 source=tools/tests/instrumented/hooks.c
	# shellcheck disable=SC2086
	translate $source "$work/host.bc" -DHOST $option && translate $source "$work/graph.bc" $option ||
		{ label=$option; fail "$(cat "$work/said")"; return; }
	rm -rf "$work/cases" "$work/small"
	tool "$diff_tool" -q -j 1 --leaves --backends mutant --backend-path $mutants --cases "$work/cases" "$work/host.bc" \
		"$work/graph.bc"
	[ $status -eq 121 ] || { fail "exit status $status, expected 121"; return; }
	for case in "$work"/cases/*; do break; done
	count=$((count + 1)) label="$option: hpvm-reduce"
	timeout 200 "$reduce_tool" -j 1 --backend-path $mutants "$case" -o "$work/small" >"$work/stdout" 2>"$work/stderr" </dev/null
	status=$?
	[ $status -eq 0 ] || fail "exit status $status, expected 0"
	prints 'left: ' 'define '
}

if [ -z "$chosen" ]; then
	MUTANT=drop-store
	export MUTANT
	for option in '-fsanitize=kcfi -fsanitize=safe-stack -pg' '-fstack-protector-all -fcf-protection=full -flto -g' \
		'-fsanitize=undefined -fsanitize-trap=undefined' '-ffunction-sections -fdata-sections -fbasic-block-sections=all'; do
		reduces "$option"
		[ "$all" ] || break
	done
fi
echo "compiled $compiled programs; $left_out are not known to this compiler"
finish
