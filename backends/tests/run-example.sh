#!/bin/sh
# run-example.sh -- the backend that docs/backends.md describes is built outside of the tree and
# run: whole programs have the same results as without it, and what it refuses is interpreted.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
CC=${CC:-cc}
$CC --version >/dev/null 2>&1 || { echo "no $CC" >&2; exit 77; }
mkdir "$work/away" "$work/include"
cp "$srcdir/backends/backend.h" "$work/include"
cp "$srcdir/examples/backend/backend-clang.c" "$work/away"
$CC -Wall -Wextra -shared -fPIC -I"$work/include" -DBACKEND_INCLUDE="\"$work/include\"" \
	-o "$work/away/backend-clang.so" "$work/away/backend-clang.c" -ldl >"$work/stderr" 2>&1 ||
	{ cat "$work/stderr"; exit 1; }
[ ! -s "$work/stderr" ] || { label=build; fail 'the compiler warns'; }

run --list-backends --backend-path "$work/away"
expect 0
prints 'clang      ready' 'device: this machine, by' 'option: compiler=COMMAND (default clang): which clang compiles units [CLANG]'

same() { # PROGRAM WHO [OPTION...]: prints the same as without; WHO is in --stats
	program=$1 who=$2
	shift 2
	run "$@" "$program"
	expect 0
	cp "$work/stdout" "$work/expected"
	run --stats --backend-path "$work/away" --backend clang "$@" "$program"
	[ $status -eq 0 ] || fail "exit status $status"
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	grep -qF -- "$who" "$work/stderr" || fail "--stats lacks '$who'"
}

graph=$srcdir/tools/tests/graph
for name in edge_one_to_one edge_all_to_all stream; do
	compile "$graph/$name.c" "$work/$name.bc"
	same "$work/$name.bc" 'backend clang'
	same "$work/$name.bc" 'backend clang' --host interp
done
compile "$graph/barrier_in_loop.c" "$work/barrier.bc"
same "$work/barrier.bc" 'not on clang: unsupported barrier'
grep -qF '[backend-refuses]' "$work/stderr" || fail 'the refusal is not said'
run -Werror=backend-refuses --backend-path "$work/away" --backend clang "$work/barrier.bc"
expect 123 '[backend-refuses]'
# Its files: in a directory whose name has a space, where no file is left behind; and in one whose
# name ends a word of the shell.
for folder in "$work/a folder" "$work/a folder's"; do
	mkdir "$folder"
	TMPDIR=$folder
	export TMPDIR
	case $folder in
	*\'*) same "$work/edge_one_to_one.bc" "not on clang: refused by the backend: TMPDIR has a quotation mark" ;;
	*) same "$work/edge_one_to_one.bc" 'backend clang' ;;
	esac
	[ -z "$(ls -A "$folder")" ] || fail "leaves files in $folder"
done
unset TMPDIR
same "$work/edge_one_to_one.bc" 'not on clang: its accesses are checked' --check=race
same "$work/edge_one_to_one.bc" 'order of instances is not reference' --schedule reverse
same "$work/edge_one_to_one.bc" 'memory is split (--memory split)' --memory split

# The choice of leaves.
run --stats --backend-path "$work/away" --map First=clang "$work/edge_all_to_all.bc"
grep -q 'Root/First.*backend clang' "$work/stderr" || fail 'First is not on clang'
! grep -q 'Root/Second.*backend clang' "$work/stderr" || fail 'Second is on clang'
run --stats --backend-path "$work/away" --backend clang --map Root/First=interp "$work/edge_all_to_all.bc"
! grep -q 'Root/First.*backend clang' "$work/stderr" || fail 'First is on clang'
grep -q 'Root/Second.*backend clang' "$work/stderr" || fail 'Second is not on clang'
run --map Nobody=cpu "$work/edge_all_to_all.bc"; expect 120 '[no-such-node]'
# All leaves below.
run --stats --backend-path "$work/away" --map Root=clang "$work/edge_all_to_all.bc"
grep -q 'Root/First.*backend clang' "$work/stderr" || fail 'First is not on clang'
grep -q 'Root/Second.*backend clang' "$work/stderr" || fail 'Second is not on clang'
run --stats --backend-path "$work/away" --map Root=clang --map First=interp "$work/edge_all_to_all.bc"
! grep -q 'Root/First.*backend clang' "$work/stderr" || fail 'First is on clang'
run --backend-time-limit 5 --backend cpu "$work/edge_all_to_all.bc"; expect 124 '--worker'
run --backend-path "$work/nowhere" --backend cpu "$work/edge_all_to_all.bc"; expect 124 '--backend-path' 'No such file'
run --backend-path "$work/stderr" --backend cpu "$work/edge_all_to_all.bc"; expect 124 '--backend-path' 'is not a directory'
run --cache-dir /proc "$work/edge_all_to_all.bc"
[ $status -eq 124 ] || [ "$(id -u)" -eq 0 ] || fail 'a folder that cannot be written'
run --map First "$work/edge_all_to_all.bc"; expect 124 'NODE=BACKEND'
run --backend abacus "$work/edge_all_to_all.bc"; expect 120 '[no-backend]' 'no backend-abacus.so'

# Messages of its compiler.
cat >"$work/fails" <<'END'
#!/bin/sh
case $* in *--version*) echo "clang version 99.0.0"; exit 0 ;; esac
echo "unit.bc: warning: something" >&2
echo "fatal error: the disk is full" >&2
exit 1
END
printf '#!/bin/sh\necho "some clang version 11.0.1"\n' >"$work/old"
chmod +x "$work/fails" "$work/old"
saved=$CLANG
CLANG=$work/fails; export CLANG
run --backend clang --backend-path "$work/away" "$work/edge_all_to_all.bc"
expect 0 '[backend-refuses]' 'compilation failed: the disk is full'
CLANG=$work/old
run --backend clang --backend-path "$work/away" "$work/edge_all_to_all.bc"
expect 0 '[backend-refuses]' "compilation failed: '$work/old' is version 11, and the unit is bitcode of LLVM "
CLANG=$saved

# Its option: the command line takes precedence over the environment, the last one counts, and errors are reported before
# anything runs.
run --backend clang --backend-path "$work/away" --backend-option clang.compiler=clang --backend-option "clang.compiler=$work/old" \
	"$work/edge_all_to_all.bc"
expect 0 '[backend-refuses]' "'$work/old' is version 11"
run --backend clang --backend-path "$work/away" --backend-option "clang.compiler=$work/no compiler" "$work/edge_all_to_all.bc"
expect 123 '[backend-out]' "'$work/no compiler' does not run"
run --backend-path "$work/away" --backend-option clang.compiler=x "$work/edge_all_to_all.bc"
expect 0 "--backend-option clang.compiler has no effect: backend 'clang' is unavailable: 'x' does not run [option-unserved]"
run --backend-path "$work/away" --backend-option clang.compilr=x "$work/edge_all_to_all.bc"
expect 124 "backend 'clang' has no option 'compilr'; its options are: compiler; did you mean 'compiler'?"
run --backend-path "$work/away" --backend-option clan.compiler=x "$work/edge_all_to_all.bc"
expect 124 '--backend-option clan: no backend-clan.so in ' "did you mean 'clang'?"
for wrong in clang clang.compiler compiler=x .compiler=x clang.=x; do
	run --backend-path "$work/away" --backend-option "$wrong" "$work/edge_all_to_all.bc"
	expect 124 "--backend-option takes BACKEND.NAME=VALUE, not '$wrong'"
done
run --backend-option opencl.memory=stage "$work/edge_all_to_all.bc"
expect 124 "--backend-option opencl.memory takes own, staged, mapped, not 'stage'; did you mean 'staged'?"
for wrong in -1 1e6 9223372036854775808 ''; do
	run --backend-option "cudnn.workspace=$wrong" "$work/edge_all_to_all.bc"
	expect 124 "--backend-option cudnn.workspace takes a number from 0 to 9223372036854775807, not '$wrong'"
done
run --backend-option lacks.x=1 --backend-path backends/tests/.libs "$work/edge_all_to_all.bc"
expect 124 "--backend-option lacks: the backend is unavailable: its symbol 'hr_backend_module' lacks callbacks"

# A module that cannot be used: one line of output, the interpreter's results, and an exit status
# that shows it.
"$HPVM_RUN" -q "$work/edge_all_to_all.bc" >"$work/expected" 2>/dev/null
for out in crashes:'it crashed while loading (SIGSEGV)' exits:'it ended the process while loading (exit 3)' \
	version:'it was built for version 99 of the interface; this is version 3' symbol:"it has no symbol 'hr_backend_module'" \
	lacks:"its symbol 'hr_backend_module' lacks callbacks" misnamed:"it calls itself 'wrong'" out:'there is no driver'; do
	for options in "--backend ${out%%:*}" "--map First=${out%%:*} --map Second=${out%%:*}" "--worker --backend ${out%%:*}"; do
		run $options --stats --backend-path backends/tests/.libs "$work/edge_all_to_all.bc"
		expect 123 "backend '${out%%:*}' is unavailable: ${out#*:} [backend-out]" \
			"not on ${out%%:*}: ${out#*:}"
		cmp -s "$work/stdout" "$work/expected" || fail "prints $(cat "$work/stdout")"
		[ "$(grep -c '\[[a-z-]*\]$' "$work/stderr")" -eq 1 ] || fail 'there is more than one diagnostic'
	done
done
run --backend version -Wno-backend-out --backend-path backends/tests/.libs "$work/edge_all_to_all.bc"; expect 0
run --backend wrong --backend-path backends/tests/.libs "$work/edge_all_to_all.bc"
expect 0 '[backend-refuses]' 'no device: this backend takes nothing'
run --backend fails --backend-path backends/tests/.libs "$work/edge_all_to_all.bc"
expect 123 '[backend-failed]' "backend 'fails' failed on 'Root/" 'the device is gone'
for host in jit interp; do
	run --backend dies --backend-path backends/tests/.libs --host $host "$work/edge_all_to_all.bc"
	expect 121 '[backend-crashed]' 'access to 0x8: close to the null pointer'
done
run --cache-dir "$work/stderr" "$work/edge_all_to_all.bc"; expect 124 '--cache-dir'
finish
