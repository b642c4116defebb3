#!/bin/sh
# run-faults.sh [FAULTS] -- faults planted in random programs are found (random/faults.py), and missed ones are counted.
#
# Environment: HPVM_RUN, CLANG (a clang), PYTHON3, srcdir (the source tree). make check-faults plants hundreds.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
faults() { # RUN OPTION...
	count=$((count + 1)) label="faults.py $*"
	HPVM_RUN=$1
	export HPVM_RUN
	shift
	srcdir=$srcdir "${PYTHON3:-python3}" -B "$srcdir/tools/tests/random/faults.py" --keep "$work/kept" "$@" \
		>"$work/stdout" 2>"$work/stderr" </dev/null
	status=$?
}
real=$HPVM_RUN
export CLANG

faults "$real" --count "${1:-24}" --batch 8 --missed 0
[ $status -eq 0 ] || { fail 'faults are missed'; cat "$work/stdout" "$work/stderr"; }
tail -n 1 "$work/stdout"

# An interpreter that finds nothing at width 1, says something else at width 8, and crashes in host code.
cat >"$work/wrong" <<END
#!/bin/sh
case "\$*" in
*'--width 1 '*) exit 0 ;;
*'--width 8 '*) echo 'x.c:1:1: error: nothing [no-such-node]' >&2; exit 121 ;;
*host.bc*) kill -SEGV \$\$ ;;
esac
exec '$real' "\$@"
END
chmod +x "$work/wrong"
faults "$work/wrong" --count 2 --batch 2
[ $status -eq 1 ] || fail "exit status $status, expected 1"
prints ', width 1: missed (exit status 0), for ' ', width 8: misnamed (exit status 121 [no-such-node]), for ' ', host: crash (' \
	'2 faults of seeds 0 to 1, 2 reached: of 8 runs 2 found, 2 misnamed, 2 missed, 2 crash'
for kept in "$work"/kept/*/program.c; do break; done
[ -s "$kept" ] || fail 'no program is kept'
finish
