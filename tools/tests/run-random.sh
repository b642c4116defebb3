#!/bin/sh
# run-random.sh [PROGRAMS] -- random programs print the same natively and in every engine (random/compare.py), and
# what an engine computes or says wrongly is found, kept and made smaller.
#
# Environment: HPVM_RUN, CLANG (a clang), PYTHON3, srcdir (the source tree). make check-random runs thousands.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compare() { # RUN OPTION...
	count=$((count + 1)) label="compare.py $*"
	HPVM_RUN=$1
	export HPVM_RUN
	shift
	srcdir=$srcdir "${PYTHON3:-python3}" -B "$srcdir/tools/tests/random/compare.py" --keep "$work/kept" "$@" \
		>"$work/stdout" 2>"$work/stderr" </dev/null
	status=$?
}
real=$HPVM_RUN
export CLANG

for language in c c++; do
	programs=${1:-112}
	[ $language = c ] || programs=$((programs / 4))
	compare "$real" --language $language --count $programs --keep random-failed
	[ $status -eq 0 ] || { fail 'random programs differ'; cat "$work/stdout"; }
	tail -n 3 "$work/stdout"
done

# An interpreter that computes wrongly at width 1, warns with --check=all, and refuses host code.
cat >"$work/wrong" <<END
#!/bin/sh
case "\$*" in
*--check=all*) echo 'x.c:1:1: warning: nothing [untracked-memory]' >&2 ;;
*'--width 1 '*) '$real' "\$@" | sed 's/^p1 ./p1 x/'; exit ;;
*host.bc*) echo 'hpvm-run: error: nothing [no-such-node]' >&2; exit 120 ;;
esac
exec '$real' "\$@"
END
chmod +x "$work/wrong"
compare "$work/wrong" --first 1 --count 2 --jobs 2 --reduce-limit 4
[ $status -eq 1 ] || fail "exit status $status, expected 1"
prints ', width 1: differs (' 'p2, recursion, ' ', checked: says [untracked-memory] (' ', host: status 120 [no-such-node] (' \
	'failed:    width 1: differs: 1 programs' '2 programs of seeds 1 to 2' ' 1 different, 8 reports, 0 others'
lacks='p2, .*width 1: differs'
! grep -q "$lacks" "$work/stdout" || fail "standard output has '$lacks'"
[ -s "$work/kept/p1-width-1/program.c" ] || fail 'the program is not kept'
grep -q 'differs' "$work/kept/p1-width-1/said" || fail 'the failure is not kept'
for small in "$work"/kept/*/reduced.c; do break; done
[ -s "$small" ] && [ "$(wc -c <"$small")" -lt "$(wc -c <"${small%/*}/program.c")" ] || fail 'no program became smaller'

# The same seeds are the same programs, and one of them alone is the same as among others.
"${PYTHON3:-python3}" -B "$srcdir/tools/tests/random/generate.py" 5 4 >"$work/four.c"
"${PYTHON3:-python3}" -B "$srcdir/tools/tests/random/generate.py" 7 >"$work/one.c"
count=$((count + 1)) label='generate.py 7'
sed -n '/^\/\* program 7/,/^static void leaf_p7/p' "$work/four.c" >"$work/among"
sed -n '/^\/\* program 7/,/^static void leaf_p7/p' "$work/one.c" >"$work/alone"
[ -s "$work/alone" ] && cmp -s "$work/alone" "$work/among" || fail 'another program'
finish
