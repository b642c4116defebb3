# device.sh -- code shared by the tests of leaves on OpenCL devices; sourced after
# tools/tests/lib.sh.
PYTHON3=${PYTHON3:-python3}
HPVM_DIFF=${HPVM_DIFF:-./hpvm-diff}
graph=$srcdir/tools/tests/graph
POCL_CACHE_DIR=$work/pocl
export POCL_CACHE_DIR
mkdir "$POCL_CACHE_DIR"

# BACKENDS SEED LEAVES: checks that hpvm-diff finds no difference in random leaves. Functions whose
# accuracy OpenCL leaves open are replaced.
diff_leaves() {
	"$PYTHON3" "$srcdir/backends/tests/leaves.py" "$2" "$3" |
		sed 's/\bsinf(/floorf(/g;s/\bexpf(/ceilf(/g;s/\bcos(/trunc(/g;s/long double/double/g;s/table\[[^]]*\](/odd(/g' \
			>"$work/random.c" || exit 99
	"$CLANG" -w -O$(($2 % 3)) -I"$srcdir/src" -emit-llvm -c "$work/random.c" -o "$work/random.bc" || exit 99
	label="seed $2"
	timeout 300 "$HPVM_DIFF" --backends "$1" "$work/random.bc" >"$work/stdout" 2>"$work/stderr" ||
		fail "$(cat "$work/stdout")"
	grep -q ' same$' "$work/stdout" || fail 'nothing is compared'
}

# BACKEND SEED...
random_leaves() {
	on=$1
	shift
	for seed; do
		diff_leaves "$on" "$seed" 4
	done
}
