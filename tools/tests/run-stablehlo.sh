#!/bin/sh
# run-stablehlo.sh -- hpvm-import on StableHLO modules: functions that JAX exported (stablehlo_cases.py), what is
# refused, and text that is no module.
. "${srcdir:-.}/tools/tests/lib.sh"
import=${HPVM_IMPORT:-./hpvm-import}
[ -x "$import" ] || { echo 'hpvm-import is not built'; exit 77; }
python=$(command -v python3) || { echo 'no python3'; exit 77; }

refuse() { # STATUS TEXT...: the module that was written last
	wanted=$1
	shift
	count=$((count + 1)) label="module $count"
	"$import" "$work/m.mlir" -o "$work/m.bc" >"$work/stdout" 2>"$work/stderr"
	status=$?
	expect "$wanted" "$@"
}
main() { # OPERATION...
	{
		echo 'module @m { func.func public @main(%x: tensor<4x4xf32>, %y: tensor<?x4xf32>, %i: tensor<2xi32>) -> tensor<4x4xf32> {'
		printf '%s\n' "$@"
		echo 'return %x : tensor<4x4xf32> } }'
	} >"$work/m.mlir"
}

# --- all that is missing is named, with line and column
main '%0 = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>' \
	'%1 = "stablehlo.rng_bit_generator"(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>' \
	'%2 = stablehlo.complex %x, %x : tensor<4x4xcomplex<f32>>' \
	'%3 = stablehlo.custom_call @lapack(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>' \
	'%4 = stablehlo.frobnicate %x' \
	'%5 = stablehlo.convert %x : (tensor<4x4xf32>) -> tensor<4x4xui64>' \
	'%6 = stablehlo.add %0, %4 : tensor<4x4xf32>'
refuse 123 "'stablehlo.cholesky' (line 2, column 6): linear solvers" "'stablehlo.rng_bit_generator' (line 3" "(line 4, column 6): it needs complex" \
		"@lapack of another library" "'stablehlo.frobnicate' (line 6, column 6)" "elements of type ui64"
grep -q 'stablehlo.add' "$work/stderr" && fail 'an operation on what was refused is named'

# --- what does not fit
main '%0 = stablehlo.reshape %x : (tensor<4x4xf32>) -> tensor<5x3xf32>'
refuse 123 'cannot be reshaped to (5, 3)'
main '%0 = stablehlo.transpose %x, dims = [0, 2] : (tensor<4x4xf32>) -> tensor<4x4xf32>'
refuse 120 "'permutation' has 2, which is no axis of 2"
main '%0 = stablehlo.add %x, %z : tensor<4x4xf32>'
refuse 120 'there is no value %z before it'
main '%0 = stablehlo.add %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x5xf32>'
refuse 120 'result 0 is declared as tensor<4x5xf32>'
main '%0 = stablehlo.slice %x [0:2, 3:1] : (tensor<4x4xf32>) -> tensor<2x0xf32>'
refuse 120 'range 1 is wrong'
main '%0 = func.call @main(%x, %y, %i) : (tensor<4x4xf32>, tensor<?x4xf32>, tensor<2xi32>) -> tensor<4x4xf32>'
refuse 123 'more than 64 in one another'
main '%0 = func.call @none(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>'
refuse 120 'there is no function @none'

# --- text that is no module
main '%0 = stablehlo.constant dense<[1, 2, 3]> : tensor<2xi32>'
refuse 120 'line 2, column 38: the list has more than 2 items'
main '%0 = stablehlo.constant dense<[1]> : tensor<99999999x99999999xi32>'
refuse 120 'there are less elements'
main '%0 = stablehlo.constant dense<"0x00"> : tensor<2xi32>'
refuse 120 'there are 1 bytes for 2 elements'
main '%0 = stablehlo.add %x, %x : tensor<4x4xf32'
refuse 120 'is missing here'
main '%0 = stablehlo.add "%x'
refuse 120 'line 2, column 20: the string does not end'
main "%0 = stablehlo.add %x {a = $(printf '[%.0s' $(seq 100))"
refuse 120 'more than 64 brackets'
echo 'module @m { func.func private @f() { return } func.func private @g() { return } }' >"$work/m.mlir"
refuse 120 'it has no function @main'
printf 'ML\357R\003StableHLO' >"$work/m.mlir"
refuse 120 'it is MLIR as bytecode'
printf 'module @m {\n  vhlo.func_v1 @main() -> () { }\n}\n' >"$work/m.mlir"
refuse 120 'line 2, column 3: it is VHLO' 'stablehlo-translate --deserialize'
main '%0 = "mhlo.add"(%x, %x) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>'
refuse 123 'dialect mhlo'

# --- the generic form, and standard input
cat >"$work/m.mlir" <<'END'
"builtin.module"() <{sym_name = "m"}> ({
  "func.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%0) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32} : () -> ()
END
refuse 0
"$import" "$work/m.mlir" --print-program >"$work/file" && "$import" - --print-program <"$work/m.mlir" >"$work/input" &&
	tr -d '\r' <"$work/m.mlir" | "$import" - --print-program >"$work/pipe" && cmp "$work/file" "$work/input" && cmp "$work/file" "$work/pipe" ||
	fail 'standard input gives another program'
grep -q 'add_4 (add)' "$work/file" || fail 'the program has no operation'

# --- regions that are applied to elements have no other operations; each operation of the table is in the document
main '%0 = "stablehlo.map"(%x) ({ ^bb0(%a: tensor<f32>):' \
	'%1 = stablehlo.reshape %a : (tensor<f32>) -> tensor<1xf32>' 'stablehlo.return %a : tensor<f32> })' \
	'{dimensions = array<i64: 0, 1>} : (tensor<4x4xf32>) -> tensor<4x4xf32>'
refuse 123 "'stablehlo.reshape' (line 3, column 6): it is in a region that is applied to elements"
main '%z = stablehlo.constant dense<0.0> : tensor<f32>' '%0 = "stablehlo.select_and_scatter"(%x, %x, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>):' \
	'%1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>' 'stablehlo.return %1 : tensor<i1> }, {' \
	'^bb0(%a: tensor<f32>, %b: tensor<f32>):' 'stablehlo.return %a : tensor<f32> }) {window_dimensions = array<i64: 2, 2>}' \
	': (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>'
refuse 120 'its source has 4 windows along axis 0'
sed -n 's/^[A-Z]*("\([^"]*\)".*/\1/p' "$srcdir/tools/import/stablehlo/stablehlo.def" | tr ' ' '\n' | sed 's/^stablehlo\.//; /^$/d' | sort >"$work/table"
awk '/^## Operations/ { on = 1; next } /^## / { on = 0 } on' "$srcdir/docs/stablehlo.md" | tr -s ' ,|`' '\n' | sort -u >"$work/words"
missing=$(comm -23 "$work/table" "$work/words" | tr '\n' ' ')
[ -z "$missing" ] || fail "docs/stablehlo.md lacks $missing"

mkdir "$work/cases"
"$python" -B "$srcdir/tools/tests/stablehlo_cases.py" "$(realpath "$import")" "$(realpath "$HPVM_RUN")" "$srcdir/tools/tests/stablehlo" "$work/cases" ||
	failures=$((failures + 1))
finish
