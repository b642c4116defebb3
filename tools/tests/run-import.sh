#!/bin/sh
# run-import.sh -- hpvm-import: a small network, refused models, and files that are no models.
# ONNX's own test cases are in onnx_cases.py (make check-onnx).
. "${srcdir:-.}/tools/tests/lib.sh"
import=${HPVM_IMPORT:-./hpvm-import}
[ -x "$import" ] || { echo 'hpvm-import is not built'; exit 77; }
command -v "${PROTOC:=protoc}" >/dev/null || { echo 'no protoc'; exit 77; }

model() { # encode the model whose text is on standard input
	"$PROTOC" --proto_path="$srcdir/tools/import/file" --encode=onnx.ModelProto "$srcdir/tools/import/file/onnx.proto" >"$work/$1.onnx" ||
		exit 99
}

import() { # STATUS ARGUMENT...
	wanted=$1
	shift
	count=$((count + 1)) label="hpvm-import $*"
	"$import" "$@" >"$work/stdout" 2>"$work/stderr"
	status=$?
	[ $status -eq "$wanted" ] || fail "exit status $status, expected $wanted"
}

says() { # TEXT...
	for text; do
		grep -qF -- "$text" "$work/stderr" || fail "standard error lacks '$text'"
	done
}

input() { # NAME DIMENSION...
	printf 'input { name: "%s" type { tensor_type { elem_type: 1 shape {' "$1"
	shift
	for dim; do
		case $dim in
		[0-9]*) printf ' dim { dim_value: %s }' "$dim" ;;
		*) printf ' dim { dim_param: "%s" }' "$dim" ;;
		esac
	done
	echo ' } } } }'
}

# A filter that adds the left and right neighbours, a bias, the positive part, the maximum of four,
# and a product.
network() { # NODES AFTER IT; the output is y
	echo 'ir_version: 7 opset_import { version: 13 } graph { name: "Net"'
	input x batch 1 2 4
	cat <<'END'
initializer { name: "f" dims: 1 dims: 1 dims: 1 dims: 3 data_type: 1 float_data: [1, 0, 1] }
initializer { name: "b" dims: 1 data_type: 1 float_data: [-1] }
initializer { name: "w" dims: 2 dims: 2 data_type: 1 float_data: [1, 2, 3, 4] }
initializer { name: "c" dims: 2 data_type: 1 float_data: [10, 20] }
node { op_type: "Conv" input: "x" input: "f" input: "b" output: "conv"
	attribute { name: "pads" ints: [0, 1, 0, 1] } }
node { op_type: "Relu" input: "conv" output: "relu" }
node { op_type: "MaxPool" input: "relu" output: "pool"
	attribute { name: "kernel_shape" ints: [2, 2] } attribute { name: "strides" ints: [2, 2] } }
node { op_type: "Flatten" input: "pool" output: "flat" }
node { op_type: "Gemm" input: "flat" input: "w" input: "c" output: "gemm" attribute { name: "transB" i: 1 } }
END
	echo "$1"
	echo 'output { name: "y" } }'
}

network 'node { op_type: "Identity" input: "gemm" output: "y" }' | model net
# With fixed shapes the graph has HPVM's own operations.
import 0 "$work/net.onnx" --batch 1 -o "$work/net.bc"
[ -s "$work/stderr" ] && fail 'something is said'
run --print-graph "$work/net.bc"; expect 0
prints 'graph of 7 nodes' 'Net: internal, hint cpu' 'Conv_0: leaf, hint tensor' 'edge MaxPool_3.0 ==> Gemm_4.0'
grep -qF 'x.npy, source-shape: [1, 1, 2, 4]}' "$work/net.bc.yaml" || fail "arguments: $(cat "$work/net.bc.yaml")"
# x is 1 2 3 4, 5 6 7 8; the filter gives 2 4 6 3, 6 12 14 7; minus 1, the maxima are 11 and 13.
sed -e 's|x.npy|{values: [[[[1, 2, 3, 4], [5, 6, 7, 8]]]]}|' -e 's|save: y.npy|expect: [47, 105]|' "$work/net.bc.yaml" \
	>"$work/args.yaml"
run --root Net --args "$work/args.yaml" "$work/net.bc"; expect 0
run --root Net --args "$work/args.yaml" --passes=fuse-tensor-nodes,wrapper-api "$work/net.bc"; expect 0
import 0 --batch 3 --root Other "$work/net.onnx" -o "$work/net.bc"
grep -qF 'x.npy, source-shape: [3, 1, 2, 4]}' "$work/net.bc.yaml" || fail "arguments: $(cat "$work/net.bc.yaml")"
run --print-graph "$work/net.bc"; prints 'Other: internal, hint cpu'

# A weight with equal elements: 0.5 more for each.
network 'node { op_type: "Constant" output: "two" attribute { name: "value" t { dims: 1 data_type: 7 int64_data: 2 } } }
node { op_type: "ConstantOfShape" input: "two" output: "half" attribute { name: "value" t { dims: 1 data_type: 1 float_data: 0.5 } } }
node { op_type: "Add" input: "half" input: "gemm" output: "y" }' | model filled
import 0 "$work/filled.onnx" --batch 1 -o "$work/net.bc"
sed -e 's|x.npy|{values: [[[[1, 2, 3, 4], [5, 6, 7, 8]]]]}|' -e 's|save: y.npy|expect: [47.5, 105.5]|' "$work/net.bc.yaml" \
	>"$work/args.yaml"
run --root Net --args "$work/args.yaml" "$work/net.bc"; expect 0

# Paddings determined by auto_pad: 1 on each side for a window of three, 0 for one of four.
same() { # AUTO_PAD KERNEL STRIDE: a pool over rows
	printf 'node { op_type: "MaxPool" input: "x" output: "y" attribute { name: "auto_pad" s: "%s" }' "$1"
	printf ' attribute { name: "kernel_shape" ints: [1, %s] } attribute { name: "strides" ints: [1, %s] } }' "$2" "$3"
}
gives() { # VALUES AUTO_PAD KERNEL STRIDE
	values=$1
	shift
	network "$(same "$@")" | model same
	import 0 "$work/same.onnx" --batch 1 -o "$work/net.bc"
	sed -e 's|x.npy|{values: [[[[1, 3, 2, 4], [8, 5, 7, 6]]]]}|' -e "s|save: y.npy|expect: $values|" "$work/net.bc.yaml" \
		>"$work/args.yaml"
	run --root Net --args "$work/args.yaml" "$work/net.bc"; expect 0
}
for kind in SAME_UPPER SAME_LOWER; do
	gives '[[[[3, 3, 4, 4], [8, 8, 7, 7]]]]' $kind 3 1
	gives '[[[[4], [8]]]]' $kind 4 4
	gives '[[[[3, 4], [8, 7]]]]' $kind 2 2
	gives '[[[[1, 4], [8, 6]]]]' $kind 1 3 # a window smaller than its stride
done
gives '[[[[3, 4], [8, 7]]]]' VALID 3 1

# Operators that are reduced to T's: weights are scaled, transposed, widened with zeros; a mean that
# counts padding is a convolution.
small() { # a model with the weights f, w and c; EXPECTED has the shape of the output
	# shellcheck disable=SC2086
	{
		echo 'ir_version: 7 opset_import { version: 13 } graph { name: "Net"'
		input x $1
		echo 'initializer { name: "f" dims: 1 dims: 1 dims: 1 dims: 3 data_type: 1 float_data: [1, 0, 1] }
			initializer { name: "g" dims: 1 dims: 1 dims: 2 data_type: 1 float_data: [1, 10] }
			initializer { name: "w" dims: 2 dims: 2 data_type: 1 float_data: [1, 2, 3, 4] }
			initializer { name: "c" dims: 2 data_type: 1 float_data: [10, 20] }'
		echo "$4"
		echo 'output { name: "y" } }'
	} | model small
	import 0 "$work/small.onnx" -o "$work/small.bc"
	[ -s "$work/stderr" ] && fail 'something is said'
	sed -e "s|tensor: x.npy|tensor: {values: $2}|" -e "s|save: y.npy|save: y.npy, expect: $3, tolerance: {rel: 1.0e-6}|" "$work/small.bc.yaml" \
		>"$work/args.yaml"
	run --root Net --args "$work/args.yaml" "$work/small.bc"; expect 0
}
shape() { # of the last output
	grep -aqF "'shape': $1" "$work/y.npy" || fail "the result has another shape than $1"
}
gemm() { # ATTRIBUTES...
	printf 'node { op_type: "Gemm" input: "x" input: "w" input: "c" output: "y"'
	for attribute; do
		printf ' attribute { %s }' "$attribute"
	done
	echo ' }'
}
small '1 2' '[[1, 10]]' '[[41, 62]]' "$(gemm)"; shape '(1, 2)'
small '1 2' '[[1, 10]]' '[[92, 144]]' "$(gemm 'name: "alpha" f: 2' 'name: "beta" f: 3' 'name: "transB" i: 0')"
small '1 2' '[[1, 10]]' '[[52, 106]]' "$(gemm 'name: "alpha" f: 2' 'name: "transB" i: 1')"
small '1 2' '[[1, 10]]' '[[31, 42]]' "$(gemm 'name: "beta" f: 0')"
small '2 1 2' '[[[1, 10]], [[2, 0]]]' '[[[31, 42]], [[2, 4]]]' 'node { op_type: "MatMul" input: "x" input: "w" output: "y" }'
shape '(2, 1, 2)'
small '2 1 2' '[[[1, 10]], [[2, 0]]]' '[[[31, 63]], [[12, 26]]]' 'node { op_type: "Transpose" input: "w" output: "t" }
	node { op_type: "MatMul" input: "x" input: "t" output: "p" } node { op_type: "Add" input: "p" input: "c" output: "y" }'
small '2' '[1, 10]' '[31, 42]' 'node { op_type: "MatMul" input: "x" input: "w" output: "y" }'; shape '(2,)'
small '2 2' '[[1, 10], [2, 0]]' '[210, 20]' 'node { op_type: "MatMul" input: "x" input: "c" output: "z" } node { op_type: "Identity" input: "z" output: "y" }'
for node in Identity Sum Dropout; do
	small '2 3' '[[1, 2, 3], [4, 5, nan]]' '[[1, 2, 3], [4, 5, nan]]' "node { op_type: \"$node\" input: \"x\" output: \"y\" }"; shape '(2, 3)'
done
small '2 3 1 2' '[[[[1, 2]], [[3, 4]], [[5, 6]]], [[[1, 2]], [[3, 4]], [[5, 6]]]]' '[[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]]' \
	'node { op_type: "Flatten" input: "x" output: "y" attribute { name: "axis" i: -3 } }'; shape '(2, 6)'
small '2 2 2' '[[[0, 0], [0, 0]], [[7, 7], [7, 7]]]' '[[0.25, 0.25, 0.25, 0.25], [0.25, 0.25, 0.25, 0.25]]' \
	'node { op_type: "Flatten" input: "x" output: "z" } node { op_type: "Softmax" input: "z" output: "y" }'
small '2 2 2' '[[[0, 0], [1, 1]], [[7, 7], [8, 8]]]' '[[[0.5, 0.5], [0.5, 0.5]], [[0.5, 0.5], [0.5, 0.5]]]' \
	'node { op_type: "Softmax" input: "x" output: "y" }'
small '2 1 2' '[[[1, 2]], [[3, 4]]]' '[[1, 2], [3, 4]]' 'node { op_type: "Squeeze" input: "x" output: "y" }'; shape '(2, 2)'
small '2 1 2' '[[[1, 2]], [[3, 4]]]' '[[[[1, 2]]], [[[3, 4]]]]' 'node { op_type: "Constant" output: "axes"
	attribute { name: "value_ints" ints: -2 } } node { op_type: "Unsqueeze" input: "x" input: "axes" output: "y" }'; shape '(2, 1, 1, 2)'
slides() { # on a row of four numbers
	small '1 1 1 4' '[[[[1, 3, 2, 4]]]]' "$1" "node { op_type: \"$2\" input: \"x\" $3 output: \"y\" $4 }"
}
slides '[[[[2, 4, 1, 3]]]]' Conv 'input: "f"' 'attribute { name: "dilations" ints: [1, 2] } attribute { name: "pads" ints: [0, 2, 0, 2] }'
slides '[[[[3, 3, 7]]]]' Conv 'input: "f"' 'attribute { name: "pads" ints: [0, 1, 0, 0] }'
slides '[[[[3, 7, 2]]]]' Conv 'input: "f"' 'attribute { name: "pads" ints: [0, 0, 0, 1] }'
slides '[[[[4]]]]' Conv 'input: "f"' 'attribute { name: "pads" ints: [0, 1, 0, 2] } attribute { name: "strides" ints: [1, 3] }
	attribute { name: "dilations" ints: [1, 2] }'
slides '[[[[3, 2]]]]' Conv 'input: "f"' 'attribute { name: "auto_pad" s: "SAME_UPPER" } attribute { name: "strides" ints: [1, 2] }'
slides '[[[[1, 1.5, 2.5, 2.25]]]]' AveragePool '' 'attribute { name: "kernel_shape" ints: [1, 4] }
	attribute { name: "count_include_pad" i: 1 } attribute { name: "pads" ints: [0, 2, 0, 1] }'
small '1 1 4' '[[[1, 3, 2, 4]]]' '[[[31, 23, 42]]]' 'node { op_type: "Conv" input: "x" input: "g" output: "y" }'; shape '(1, 1, 3)'
small '1 1 4' '[[[1, 3, 2, 4]]]' '[[[3, 4]]]' 'node { op_type: "MaxPool" input: "x" output: "y" attribute { name: "kernel_shape" ints: 2 }
	attribute { name: "strides" ints: 2 } }'; shape '(1, 1, 2)'

# Refused models, with the name of the operator.
refused() { # NODES TEXT...
	network "$1" | model refused
	shift
	import 123 "$work/refused.onnx" --batch 1 -o "$work/refused.bc"
	says '[not-imported]' "$@" '(exit 123)'
}
invalid() { # NODES TEXT...
	network "$1" | model invalid
	shift
	import 120 "$work/invalid.onnx" --batch 1 -o "$work/invalid.bc"
	says '[malformed-file]' "$@" '(exit 120)'
}
# What HPVM's operations lack becomes a tensor program.
becomes_program() { # NODES
	network "$1" | model program
	import 0 "$work/program.onnx" --batch 1 -o "$work/program.bc"
	[ -s "$work/stderr" ] && fail "it says: $(cat "$work/stderr")"
	grep -qF 'tensor: any' "$work/program.bc.yaml" || fail 'the graph has operations of fixed shapes'
	sed -e 's|x.npy|{values: [[[[1, 2, 3, 4], [5, 6, 7, 8]]]]}|' "$work/program.bc.yaml" >"$work/args.yaml"
	(cd "$work" && case $HPVM_RUN in /*) ;; *) HPVM_RUN=$OLDPWD/$HPVM_RUN ;; esac &&
		"$HPVM_RUN" --root Net --args args.yaml program.bc) >"$work/stdout" 2>"$work/stderr" || fail "it does not run: $(cat "$work/stderr")"
}
becomes_program 'node { op_type: "Erf" input: "gemm" output: "y" }'
becomes_program 'node { op_type: "Concat" input: "gemm" input: "gemm" output: "y" attribute { name: "axis" i: 0 } }'
becomes_program 'node { op_type: "Softmax" input: "relu" output: "y" }'
becomes_program 'node { op_type: "Conv" input: "x" input: "f" output: "c2" attribute { name: "pads" ints: [0, 1, 0, 0] } }
	node { op_type: "Erf" input: "c2" output: "y" }'
becomes_program "$(same SAME_UPPER 2 1)"
becomes_program "$(same SAME_LOWER 3 2)"
becomes_program 'node { op_type: "Transpose" input: "relu" output: "y" }'
becomes_program 'node { op_type: "Gemm" input: "flat" input: "gemm" output: "z" attribute { name: "transA" i: 1 } attribute { name: "alpha" f: 2 } }
	node { op_type: "Erf" input: "z" output: "y" }'
becomes_program 'node { op_type: "Constant" output: "one" attribute { name: "value_float" f: 1 } }
	node { op_type: "Clip" input: "gemm" input: "" input: "one" output: "y" }'
becomes_program 'node { op_type: "Dropout" input: "gemm" output: "z" output: "y" }'
becomes_program 'node { op_type: "Constant" output: "first" attribute { name: "value_ints" ints: 0 } }
	node { op_type: "Unsqueeze" input: "relu" input: "first" output: "y" }'

refused 'node { name: "both" op_type: "Bernoulli" input: "gemm" output: "y" }' "'both' (Bernoulli, opset 13): random numbers are not supported"
invalid 'node { op_type: "Softmax" input: "pool" output: "y" attribute { name: "axis" i: 4 } }' 'there is no axis 4 among 4'
invalid "$(same SAME_LOWER 3 0)" "'strides' has the number 0"
invalid "$(same SAME 3 1)" "'auto_pad' is 'SAME'"
invalid "$(same VAL 3 1)" "'auto_pad' is 'VAL'"
invalid 'node { op_type: "Conv" input: "pool" input: "w" output: "y" }' "'y' (Conv, opset 13)" '(2, 2)'
invalid 'node { op_type: "Relu" input: "nobody" output: "y" }' "'y' (Relu, opset 13): nothing gives its operand 'nobody'"
invalid 'node { op_type: "Transpose" input: "flat" output: "y" attribute { name: "perm" ints: [0, 0] } }' "'y' (Transpose, opset 13)" '0,0'
invalid 'node { op_type: "Constant" output: "nine" attribute { name: "value_ints" ints: 9 } }
	node { op_type: "Squeeze" input: "relu" input: "nine" output: "y" }' 'there is no axis 9 among 4'
invalid '' "'y' (output): no node produces it"
invalid 'node { op_type: "Add" input: "relu" input: "b" output: "y" attribute { name: "axis" i: 1 } }' \
	"'y' (Add, opset 13): it has no attribute 'axis'"
invalid 'node { op_type: "Conv" input: "x" input: "f" output: "y" attribute { name: "dilations" ints: [0, 0] } }' "'dilations' has the number 0"
invalid 'node { op_type: "Conv" input: "x" input: "f" output: "y" attribute { name: "kernel_shape" ints: [3, 3] } }' \
	'kernel_shape is 3,3, but the filter is f32 (1, 1, 1, 3)'
{
	echo 'ir_version: 7 opset_import { version: 13 } graph { name: "Net"'
	input a/b 1 2
	input a_b 1 2
	echo 'node { op_type: "Add" input: "a/b" input: "a_b" output: "y/1" } node { op_type: "Relu" input: "y/1" output: "y_1" }
		output { name: "y/1" } output { name: "y_1" } }'
} | model names
import 0 "$work/names.onnx" -o "$work/names.bc"
for file in a_b a_b-2 y_1 y_1-2; do
	[ "$(grep -c " $file\.npy[,}]" "$work/names.bc.yaml")" -eq 1 ] || fail "$file.npy is not of one value: $(cat "$work/names.bc.yaml")"
done
echo 'ir_version: 7 opset_import { version: 13 } graph { name: "Net" input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_value: 1 } dim { dim_param: "h" } } } } }
	node { op_type: "Relu" input: "x" output: "y" } output { name: "y" } }' | model named
import 0 "$work/named.onnx" -o "$work/x.bc"

# Files that are no models, and usage errors.
echo 'no model' >"$work/text.onnx"
import 120 "$work/text.onnx" -o "$work/x.bc"; says '[malformed-file]'
head -c 100 "$work/net.onnx" >"$work/short.onnx"
import 120 "$work/short.onnx" -o "$work/x.bc"; says '[malformed-file]'
import 120 "$work/none.onnx" -o "$work/x.bc"; says '[unreadable-file]'
import 120 "$work/net.onnx" -o "$work/none/x.bc"; says '[not-written]'
echo 'ir_version: 2 graph { initializer { name: "w" dims: 3 data_type: 1 float_data: [1, 2] } output { name: "w" } }' | model few
import 120 "$work/few.onnx" -o "$work/x.bc"; says "'w' (initializer): the number of values does not match its shape"
"$import" - -o "$work/fed.bc" <"$work/net.onnx" >"$work/stdout" 2>"$work/stderr" || fail 'no model from standard input'
[ -s "$work/fed.bc" ] && [ -s "$work/fed.bc.yaml" ] || fail 'standard input gives no graph'
misused() { # ARGUMENT...
	import 124 "$@"
	says 'see hpvm-import --help (exit 124)'
}
misused
misused "$work/net.onnx"
misused -o "$work/x"
misused --batch 0 -o "$work/x" "$work/net.onnx"
misused --batch +3 -o "$work/x" "$work/net.onnx"
misused --nonsense -o "$work/x" "$work/net.onnx"
misused -o - "$work/net.onnx"
finish
