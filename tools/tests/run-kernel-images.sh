#!/bin/sh
# run-kernel-images.sh -- images and samplers of OpenCL C: formats, addressing, filtering, kinds of images, arguments, findings.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
images=$srcdir/tools/tests/kernels/images

# cl BITCODE OPTION... SOURCE
cl() {
	bitcode=$1
	shift
	"$CLANG" -x cl -cl-std=CL3.0 -target spir64 -O1 -g -Xclang -finclude-default-header -cl-kernel-arg-info -w -emit-llvm -c -o "$bitcode" "$@" || exit 99
}

# --- values: each section is compared with the formulas of the specification
for label in floats ints sampling kinds; do
	count=$((count + 1))
	: >"$work/stderr"
	cl "$work/$label.bc" -D$label "$images/images.cl"
	"$PYTHON3" "$images/images.py" "$HPVM_RUN" "$work" "$work/$label.bc" $label >"$work/stdout" 2>"$work/stderr"
	grep -q "^$label: [1-9][0-9]* cases, [0-9]* values, 0 failed$" "$work/stdout" || fail "$(head -n 5 "$work/stdout")"
done

# --- findings
cat >"$work/wrong.cl" <<'EOF'
__kernel void write_outside(write_only image2d_t a) {
  write_imagef(a, (int2)(get_global_id(0), 1), 1.0f);
}
__kernel void read_outside(read_only image2d_array_t a, __global float4 *o) {
  o[0] = read_imagef(a, (int4)(0, 0, get_global_id(0), 0));
}
__kernel void read_none(read_only image2d_t a, sampler_t s, __global float4 *o) {
  o[0] = read_imagef(a, s, (float2)(3.75f, 1));
}
__kernel void infinite(read_only image2d_t a, sampler_t s, __global float4 *o) {
  o[0] = read_imagef(a, s, (float2)(1, 1 / (float)get_global_id(1)));
}
__kernel void int_of_float(read_only image2d_t a, __global int4 *o) {
  o[0] = read_imagei(a, (int2)(0));
}
__kernel void uint_to_int(write_only image2d_t a) {
  write_imageui(a, (int2)(0), 0);
}
__kernel void int_coordinates(read_only image2d_t a, sampler_t s, __global float4 *o) {
  o[0] = read_imagef(a, s, (int2)(0));
}
__kernel void int_values(read_only image2d_t a, sampler_t s, __global int4 *o) {
  o[0] = read_imagei(a, s, (float2)(0));
}
__kernel void race(write_only image2d_t a) {
  write_imagef(a, (int2)(get_global_id(0) / 2, 0), (float)get_global_id(0));
}
__kernel void uninitialised(read_only image2d_t a, __global float4 *o) {
  if (read_imagef(a, (int2)(0)).x > 0)
    o[0] = 1;
}
float4 helper(read_only image2d_t a, sampler_t s, int x) { return read_imagef(a, s, (float2)(x, 0)); }
__kernel void by_call(read_only image2d_t a, sampler_t s, __global float4 *o) {
  o[get_global_id(0)] = helper(a, s, get_global_id(0));
}
EOF
cl "$work/wrong.bc" "$work/wrong.cl"
# O0 has a function of its own for the helper
cl "$work/wrong0.bc" -O0 "$work/wrong.cl"
a='{zeros: [2, 4, 4], type: f32}' o='{zeros: 16, type: f32}'

# wrong KERNEL SIZE ARGUMENTS NAME LINE: the kernel has the finding NAME
wrong() {
	for bitcode in "$work/wrong.bc" "$work/wrong0.bc"; do
		args "args: [$3]"
		kernel "$1" --global "$2" --block 1 --check=all "$bitcode"
		expect 121 "wrong.cl:$5:" "$4"
	done
}
sampler() { # NORMALIZED ADDRESS FILTER
	echo "{sampler: {normalized: $1, address: $2, filter: $3}}"
}
wrong write_outside 5 "$a" '[image-bounds]' 2
wrong read_outside 3 "{zeros: [2, 2, 4, 4], type: f32}, $o" '[image-bounds]' 5
wrong read_none 1 "$a, $(sampler false none linear), $o" '[image-bounds]' 8
wrong infinite 1 "$a, $(sampler false clamp nearest), $o" '[image-bounds]' 11
wrong int_of_float 1 "$a, {zeros: 4, type: i32}" '[image-type]' 14
wrong uint_to_int 1 '{zeros: [1, 1], type: i32}' '[image-type]' 17
wrong int_coordinates 1 "$a, $(sampler true clamp nearest), $o" '[image-sampler]' 20
wrong int_coordinates 1 "$a, $(sampler false clamp linear), $o" '[image-sampler]' 20
wrong int_values 1 "$a, $(sampler false clamp linear), $o" '[image-sampler]' 23
wrong read_none 1 "$a, $(sampler false repeat nearest), $o" '[image-sampler]' 8
wrong race 4 "$a" '[data-race]' 26
wrong uninitialised 1 "{alloc: 16, image: {width: 1, height: 1, type: FLOAT, order: RGBA}}, $o" '[uninitialised]' 29
args "args: [{range: 32, type: f32, shape: [2, 4, 4]}, $(sampler false clamp nearest), {zeros: 20, type: f32, print: true}]"
for bitcode in "$work/wrong.bc" "$work/wrong0.bc"; do
	kernel by_call --global 5 --block 1 --check=all "$bitcode"
	expect 0
	prints "argument 'o': 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0 0 0 0"
done

# Barriers order texels by their flag for images; texels that a work-item has written are read by others after that.
cat >"$work/turn.cl" <<'EOF'
__kernel void turn(read_write image2d_t a) {
  int x = get_local_id(0), last = get_local_size(0) - 1;
  float4 v = read_imagef(a, (int2)(x, 0));
  BARRIER;
  write_imagef(a, (int2)(last - x, 0), v);
}
EOF
args 'args: [{range: 4, shape: [1, 4], type: f32, print: true}]'
for barrier in 'barrier(CLK_IMAGE_MEM_FENCE)' 'work_group_barrier(CLK_IMAGE_MEM_FENCE, memory_scope_work_group)' 'barrier(CLK_LOCAL_MEM_FENCE)'; do
	cl "$work/turn.bc" "-DBARRIER=$barrier" "$work/turn.cl"
	kernel turn --grid 1 --block 4 --check=all "$work/turn.bc"
	case $barrier in
	*LOCAL*) expect 121 'turn.cl:5:3' '[data-race]' ;;
	*) expect 0; prints "argument 'a': 3 2 1 0" ;;
	esac
done

# --- arguments
# refused ARGUMENT TEXT: the image ARGUMENT is wrong
refused() {
	args "args: {a: $1}"
	kernel write_outside --global 1 --block 1 "$work/wrong.bc"
	expect 120 "$2" '[bad-args-file]'
}
refused 'null' 'is an image: a map that describes its texels is expected'
refused '{zeros: 8, type: f32}' 'needs a shape of 2 dimensions, and one for the channels'
refused '{zeros: [2, 2, 4], type: u8}' "an image needs a 'type'"
refused '{zeros: [2, 2, 3], type: f32}' "an image needs an 'order'"
refused '{zeros: [2, 2, 4], type: f32, image: {order: RG}}' 'the memory has 4 channels, and the order RG with the type FLOAT has 2'
refused '{zeros: [2, 2, 4], type: f32, image: {type: UNORM_INT8}}' 'the elements of the memory have 4 bytes, those of the type UNORM_INT8 1'
refused '{zeros: [2, 2, 4], type: f32, image: {order: BGRA}}' 'the order BGRA does not go with the type FLOAT'
refused '{zeros: [2, 2], type: f32, image: {order: DEPTH}}' 'an image2d_t cannot have the order DEPTH'
refused '{zeros: [2, 2], type: f32, image: {order: PURPLE}}' "an image needs an 'order'"
refused '{zeros: [2, 2], type: f32, image: {width: 2}}' "an image2d_t needs 'width', 'height'"
refused '{zeros: [2, 2], type: f32, image: {width: 2, height: 2, depth: 1}}' "an image2d_t has no 'depth'"
refused '{zeros: [2, 2], type: f32, image: {width: 2, height: 2, array: 1}}' "an image2d_t has no 'array'"
refused '{zeros: 4, type: f32, image: {width: 2, height: 3, order: R}}' 'the image has 24 bytes, and the memory 16'
refused '{zeros: 4, type: f32, image: {width: 0, height: 3, order: R}}' 'an image needs at least 1 texel'
refused '{zeros: 4, type: f32, image: {width: 2147483647, height: 2147483647, order: RGBA}}' 'the image has 18446744073709551615 bytes'
refused '{zeros: [0, 2], type: f32}' 'an image needs 1 to 2147483647 texels in each dimension'
refused '{zeros: [2, 2], type: f32, image: 3}' "'image' must be a map"
refused '{zeros: [2, 2], type: f32, image: {size: 3}}' "unknown key 'size'"
refused "$(sampler true clamp linear)" "unknown key 'sampler'"
args "args: {a: $a, o: $o, s: 3}"
kernel read_none --global 1 --block 1 "$work/wrong.bc"
expect 120 "argument 's' is a sampler: {sampler: {normalized: , address: , filter: }} is expected"
args "args: {a: $a, o: $o, s: {sampler: {normalized: true, address: up, filter: linear}}}"
kernel read_none --global 1 --block 1 "$work/wrong.bc"
expect 120 'none, clamp, clamp-to-edge, repeat or mirrored-repeat is expected here'
args "args: {a: $a, o: $o, s: {sampler: {normalized: true, address: clamp}}}"
kernel read_none --global 1 --block 1 "$work/wrong.bc"
expect 120 "a sampler needs 'normalized', 'address' and 'filter'"
args "args: {a: $a, o: {sampler: {normalized: true, address: clamp, filter: linear}}, s: $(sampler true clamp linear)}"
kernel read_none --global 1 --block 1 "$work/wrong.bc"
expect 120 "unknown key 'sampler'"

# An image of another argument's memory, and names as OpenCL has them.
cat >"$work/of.cl" <<'EOF'
__kernel void of(__global const int *p, read_only image1d_buffer_t a, read_only image2d_t b, __global int *o) {
  o[0] = read_imagei(a, 3).x + p[0] + 10 * read_imagei(b, (int2)(1, 1)).y;
}
EOF
args 'args: [{range: [5, 15], type: i32}, {of: p, image: {width: 10, order: CL_R, type: CL_SIGNED_INT32}},
  {of: 0, image: {width: 2, height: 2, order: clk_rg, type: signed-int32}}, {zeros: 1, type: i32, print: true}]'
kernel of --global 1 --block 1 "$work/of.cl"
expect 0
prints "argument 'o': 133"
run --list-kernels "$work/of.cl"
prints "  argument 1 'a': image1d_buffer_t"
finish
