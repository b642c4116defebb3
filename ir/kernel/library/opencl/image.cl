/* opencl/image.cl -- images and samplers (OpenCL C 6.15.15; addressing and filtering: the OpenCL specification, 8).
 *
 * An image is a pointer to its descriptor, a sampler one to its bits; signature.c gives the types of both. Coordinates and
 * weights are binary64; a texel is converted to binary32 first, and a filtered value is the sum of the weighted texels, x
 * fastest, rounded once. What accesses texels is inlined.
 *
 * An image has one level: reads of a level read that one, as a device does that has no other. Not here: several samples. */
#include "library.clh"

#include "src/arith/image_descriptor.h"

void __hpvm__trap_if(int finding, int condition);
#define TO(T, v) __builtin_convertvector(v, T)
#define IMAGE const global hr_image_descriptor *
#define INLINE static inline __attribute__((overloadable, always_inline))

half OVER convert_half(float x);
double hpvm_c_pow(double, double) __attribute__((const));

static constant uint hpvm_samplers[64] = {
	0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
	32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
constant uint *__translate_sampler_initializer(uint bits) { return &hpvm_samplers[bits & 63]; }
#define ADDRESS_MODE(bits) ((bits) & 14)

/* --- formats ------------------------------------------------------------------------------------ */

/* The class of data types: which functions read and write them. */
enum { CLASS_FLOAT, CLASS_INT, CLASS_UINT };
INLINE int class_of(uint type)
{
	return type >= CLK_SIGNED_INT8 && type <= CLK_SIGNED_INT32       ? CLASS_INT
	       : type >= CLK_UNSIGNED_INT8 && type <= CLK_UNSIGNED_INT32 ? CLASS_UINT
									 : CLASS_FLOAT;
}

/* Channels in the order of memory to colours. */
#define FROM_CHANNELS(T)                                                                      \
	T##4 OVER_LONG hpvm_image_colour(uint order, T##4 v)                                  \
	{                                                                                     \
		switch (order) {                                                              \
		case CLK_A: return (T##4)(0, 0, 0, v.x);                                      \
		case CLK_R:                                                                   \
		case CLK_DEPTH:                                                               \
		case CLK_Rx: return (T##4)(v.x, 0, 0, 1);                                     \
		case CLK_RG:                                                                  \
		case CLK_RGx: return (T##4)(v.xy, 0, 1);                                      \
		case CLK_RA: return (T##4)(v.x, 0, 0, v.y);                                   \
		case CLK_RGB:                                                                 \
		case CLK_RGBx:                                                                \
		case CLK_sRGB:                                                                \
		case CLK_sRGBx: return (T##4)(v.xyz, 1);                                      \
		case CLK_BGRA:                                                                \
		case CLK_sBGRA: return v.zyxw;                                                \
		case CLK_ARGB: return v.yzwx;                                                 \
		case CLK_ABGR: return v.wzyx;                                                 \
		case CLK_INTENSITY: return v.xxxx;                                            \
		case CLK_LUMINANCE: return (T##4)(v.xxx, 1);                                  \
		default: return v;                                                            \
		}                                                                             \
	}                                                                                     \
	T##4 OVER_LONG hpvm_image_channels(uint order, T##4 c)                                \
	{                                                                                     \
		switch (order) {                                                              \
		case CLK_A: return c.wwww;                                                    \
		case CLK_RA: return c.xwww;                                                   \
		case CLK_BGRA:                                                                \
		case CLK_sBGRA: return c.zyxw;                                                \
		case CLK_ARGB: return c.wxyz;                                                 \
		case CLK_ABGR: return c.wzyx;                                                 \
		default: return c;                                                            \
		}                                                                             \
	}
FROM_CHANNELS(float)
FROM_CHANNELS(int)
FROM_CHANNELS(uint)

/* The colour of texels outside of the image. */
#define BORDER(T)                                                                             \
	T##4 OVER_LONG hpvm_image_border(uint order, T##4 ignored)                            \
	{                                                                                     \
		return order == CLK_R || order == CLK_RG || order == CLK_RGB || order == CLK_sRGB ||  \
				       order == CLK_LUMINANCE || order == CLK_DEPTH           \
			       ? (T##4)(0, 0, 0, 1)                                           \
			       : (T##4)(0);                                                   \
	}
BORDER(float)
BORDER(int)
BORDER(uint)

INLINE bool is_srgb(uint order) { return order >= CLK_sRGB && order <= CLK_sBGRA; }

INLINE float linear_of(float c)
{
	double s = c;
	return s <= 0.04045 ? (float)(s / 12.92) : (float)hpvm_c_pow((s + 0.055) / 1.055, 2.4);
}

INLINE float srgb_of(float c)
{
	double s = c;
	return !(s > 0) ? 0 : s >= 1 ? 1 : s < 0.0031308 ? (float)(12.92 * s) : (float)(1.055 * hpvm_c_pow(s, 1 / 2.4) - 0.055);
}

/* SIZES are the greatest numbers that a texel packed in one number has, from its highest bits on. */
INLINE float4 unpacked(uint x, uint a, uint b, uint c, uint d)
{
	uint4 most = ((uint4)(1) << (uint4)(a, b, c, d)) - 1u;
	uint4 v = (uint4)(x >> (b + c + d), x >> (c + d), x >> d, x) & most;
	return d ? TO(float4, v) / TO(float4, most) : (float4)(TO(float3, v.xyz) / TO(float3, most.xyz), 1);
}

INLINE float4 numbers(uint type, uint4 raw)
{
	switch (type) {
	case CLK_UNORM_INT8: return TO(float4, raw) / 255.0f;
	case CLK_UNORM_INT16: return TO(float4, raw) / 65535.0f;
	case CLK_SNORM_INT8: {
		float4 f = TO(float4, as_int4(raw << 24) >> 24) / 127.0f;
		return f < -1.0f ? (float4)(-1.0f) : f;
	}
	case CLK_SNORM_INT16: {
		float4 f = TO(float4, as_int4(raw << 16) >> 16) / 32767.0f;
		return f < -1.0f ? (float4)(-1.0f) : f;
	}
	case CLK_UNORM_SHORT_565: return unpacked(raw.x, 5, 6, 5, 0);
	case CLK_UNORM_SHORT_555: return unpacked(raw.x, 5, 5, 5, 0);
	case CLK_UNORM_INT_101010: return unpacked(raw.x, 10, 10, 10, 0);
	case CLK_UNORM_INT_101010_2: return unpacked(raw.x, 10, 10, 10, 2);
	case CLK_HALF_FLOAT: return TO(float4, as_half4(TO(ushort4, raw)));
	default: return as_float4(raw);
	}
}

float4 OVER_LONG hpvm_image_decode(uint order, uint type, uint4 raw, float4 ignored)
{
	float4 c = hpvm_image_colour(order, numbers(type, raw));
	return is_srgb(order) ? (float4)(linear_of(c.x), linear_of(c.y), linear_of(c.z), c.w) : c;
}

int4 OVER_LONG hpvm_image_decode(uint order, uint type, uint4 raw, int4 ignored)
{
	int shift = type == CLK_SIGNED_INT8 ? 24 : type == CLK_SIGNED_INT16 ? 16 : 0;
	return hpvm_image_colour(order, as_int4(raw << shift) >> shift);
}

uint4 OVER_LONG hpvm_image_decode(uint order, uint type, uint4 raw, uint4 ignored)
{
	return hpvm_image_colour(order, raw);
}

/* C times MOST, rounded to the nearest integer between LEAST and MOST; 0 for NaN. */
INLINE uint4 scaled(float4 c, double least, double most)
{
	double4 x = __builtin_elementwise_rint(TO(double4, c) * most);
	x = x > most ? (double4)(most) : x < least ? (double4)(least) : x == x ? x : (double4)(0);
	return as_uint4(TO(int4, x));
}

INLINE uint4 packed(float4 c, uint4 sizes)
{
	uint x = 0;
	for (int i = 0; i < 4; i++)
		x = x << sizes[i] | scaled((float4)(c[i]), 0, (double)((1u << sizes[i]) - 1u)).x;
	return (uint4)(x);
}

uint4 OVER_LONG hpvm_image_encode(uint order, uint type, float4 c)
{
	if (is_srgb(order))
		c.xyz = (float3)(srgb_of(c.x), srgb_of(c.y), srgb_of(c.z));
	c = hpvm_image_channels(order, c);
	switch (type) {
	case CLK_UNORM_INT8: return scaled(c, 0, 255);
	case CLK_UNORM_INT16: return scaled(c, 0, 65535);
	case CLK_SNORM_INT8: return scaled(c, -127, 127);
	case CLK_SNORM_INT16: return scaled(c, -32767, 32767);
	case CLK_UNORM_SHORT_565: return packed(c, (uint4)(5, 6, 5, 0));
	case CLK_UNORM_SHORT_555: return packed(c, (uint4)(5, 5, 5, 0));
	case CLK_UNORM_INT_101010: return packed(c, (uint4)(10, 10, 10, 0));
	case CLK_UNORM_INT_101010_2: return packed(c, (uint4)(10, 10, 10, 2));
	case CLK_HALF_FLOAT:
		return (uint4)(as_ushort(convert_half(c.x)), as_ushort(convert_half(c.y)), as_ushort(convert_half(c.z)),
			       as_ushort(convert_half(c.w)));
	default: return as_uint4(c);
	}
}

uint4 OVER_LONG hpvm_image_encode(uint order, uint type, int4 c)
{
	int4 most = type == CLK_SIGNED_INT8 ? CHAR_MAX : type == CLK_SIGNED_INT16 ? SHRT_MAX : INT_MAX;
	c = c > most ? most : c < ~most ? ~most : c;
	return as_uint4(hpvm_image_channels(order, c));
}

uint4 OVER_LONG hpvm_image_encode(uint order, uint type, uint4 c)
{
	uint4 most = type == CLK_UNSIGNED_INT8 ? UCHAR_MAX : type == CLK_UNSIGNED_INT16 ? USHRT_MAX : UINT_MAX;
	return hpvm_image_channels(order, c > most ? most : c);
}

/* --- texels ------------------------------------------------------------------------------------- */

INLINE bool is_inside(IMAGE i, int4 at)
{
	return ((uint)at.x < i->sizes[0]) & ((uint)at.y < i->sizes[1]) & ((uint)at.z < i->sizes[2]);
}

INLINE global uchar *texel(IMAGE i, int4 at)
{
	return i->texels + at.x * i->pitch[0] + at.y * i->pitch[1] + at.z * i->pitch[2];
}

/* X(T, U, list, first): the type of a texel; as many uint; how x of that type becomes uint4, and back. */
#define LAYOUT(channels, bytes) ((channels) * 8 + (bytes))
#define LAYOUTS(X)                                         \
	case LAYOUT(1, 1): X(uchar, uint, (x, 0, 0, 0), .x)      \
	case LAYOUT(2, 1): X(uchar2, uint2, (x, 0, 0), .xy)       \
	case LAYOUT(4, 1): X(uchar4, uint4, (x), )                \
	case LAYOUT(1, 2): X(ushort, uint, (x, 0, 0, 0), .x)     \
	case LAYOUT(2, 2): X(ushort2, uint2, (x, 0, 0), .xy)      \
	case LAYOUT(4, 2): X(ushort4, uint4, (x), )               \
	case LAYOUT(1, 4): X(uint, uint, (x, 0, 0, 0), .x)       \
	case LAYOUT(2, 4): X(uint2, uint2, (x, 0, 0), .xy)        \
	case LAYOUT(4, 4): X(uint4, uint4, (x), )

#define TO_uint(v) (v)
#define TO_uint2(v) TO(uint2, v)
#define TO_uint4(v) TO(uint4, v)
#define FROM_uint(T, v) (T)(v)
#define FROM_uint2 TO
#define FROM_uint4 TO
INLINE uint4 load(IMAGE i, int4 at)
{
	const global uchar *p = texel(i, at);
	switch (LAYOUT(i->channels, i->bytes)) {
#define LOAD(T, U, list, first) { U x = TO_##U(*(const global T *)p); return (uint4)list; }
	LAYOUTS(LOAD)
	default: return (uint4)(p[0], p[1], p[2], 0); /* three bytes */
	}
}

INLINE void store(IMAGE i, int4 at, uint4 raw)
{
	global uchar *p = texel(i, at);
	switch (LAYOUT(i->channels, i->bytes)) {
#define STORE(T, U, list, first) *(global T *)p = FROM_##U(T, raw first); return;
	LAYOUTS(STORE)
	default:
		p[0] = (uchar)raw.x;
		p[1] = (uchar)raw.y;
		p[2] = (uchar)raw.z;
	}
}

/* --- addresses (8.2) ---------------------------------------------------------------------------- */

/* The texel I of SIZE in one dimension that MODE selects; -1 or SIZE is the border. */
int OVER_LONG hpvm_image_address(int i, int size, uint mode)
{
	switch (mode) {
	case CLK_ADDRESS_CLAMP_TO_EDGE: return i < 0 ? 0 : i >= size ? size - 1 : i;
	case CLK_ADDRESS_CLAMP: return i < -1 ? -1 : i > size ? size : i;
	default: return i;
	}
}

/* Return the coordinate S in texels, with what repeating and mirroring do. */
INLINE double unnormalized(double s, int size, uint bits)
{
	if (ADDRESS_MODE(bits) == CLK_ADDRESS_REPEAT)
		s -= __builtin_elementwise_floor(s);
	if (ADDRESS_MODE(bits) == CLK_ADDRESS_MIRRORED_REPEAT)
		s = __builtin_elementwise_abs(s - 2 * __builtin_elementwise_rint(0.5 * s));
	return bits & CLK_NORMALIZED_COORDS_TRUE ? s * size : s;
}

INLINE int to_int(double x)
{
	return (int)(x < -0x1p30 ? -0x1p30 : x > 0x1p30 ? 0x1p30 : x);
}

int OVER_LONG hpvm_image_nearest(double s, int size, uint bits)
{
	int i = to_int(__builtin_elementwise_floor(unnormalized(s, size, bits)));

	switch (ADDRESS_MODE(bits)) {
	case CLK_ADDRESS_REPEAT: return i > size - 1 ? i - size : i;
	case CLK_ADDRESS_MIRRORED_REPEAT: return i > size - 1 ? size - 1 : i;
	default: return hpvm_image_address(i, size, ADDRESS_MODE(bits));
	}
}

/* The texels that are filtered: two, or with CLK_FILTER_NEAREST one. */
int2 OVER_LONG hpvm_image_pair(double s, int size, uint bits)
{
	if (!(bits & CLK_FILTER_LINEAR))
		return hpvm_image_nearest(s, size, bits);
	int i = to_int(__builtin_elementwise_floor(unnormalized(s, size, bits) - 0.5));

	switch (ADDRESS_MODE(bits)) {
	case CLK_ADDRESS_REPEAT: return (int2)(i < 0 ? i + size : i, i + 1 > size - 1 ? i + 1 - size : i + 1);
	case CLK_ADDRESS_MIRRORED_REPEAT: return (int2)(i < 0 ? 0 : i, i + 1 > size - 1 ? size - 1 : i + 1);
	default:
		return (int2)(hpvm_image_address(i, size, ADDRESS_MODE(bits)), hpvm_image_address(i + 1, size, ADDRESS_MODE(bits)));
	}
}

/* The weight of the second of them. */
double OVER_LONG hpvm_image_weight(double s, int size, uint bits)
{
	double u = unnormalized(s, size, bits) - 0.5;
	return bits & CLK_FILTER_LINEAR ? u - __builtin_elementwise_floor(u) : 0;
}

/* --- reading ------------------------------------------------------------------------------------ */

/* A texel that must be inside. */
#define READ_AT(T, class)                                                                                   \
	INLINE T##4 read_at(IMAGE i, int4 at, T##4 kind)                                                    \
	{                                                                                                   \
		__hpvm__trap_if(HR_IMAGE_TYPE, class_of(i->type) != class);                                 \
		__hpvm__trap_if(HR_IMAGE_BOUNDS, !is_inside(i, at));                                        \
		return hpvm_image_decode(i->order, i->type, load(i, at), kind);                             \
	}                                                                                                   \
	/* A texel that may be the border's. */                                                             \
	INLINE T##4 read_or_border(IMAGE i, int4 at, uint bits, T##4 kind)                                  \
	{                                                                                                   \
		__hpvm__trap_if(HR_IMAGE_TYPE, class_of(i->type) != class);                                 \
		if (ADDRESS_MODE(bits) == CLK_ADDRESS_CLAMP && !is_inside(i, at))                           \
			return hpvm_image_border(i->order, kind);                                           \
		return read_at(i, at, kind);                                                                \
	}                                                                                                   \
	INLINE T##4 read_nearest(IMAGE i, double4 s, int dims, bool array, uint bits, T##4 kind)            \
	{                                                                                                   \
		int4 at = 0;                                                                                \
		at.x = hpvm_image_nearest(s.x, i->sizes[0], bits);                                          \
		if (dims > 1)                                                                               \
			at.y = hpvm_image_nearest(s.y, i->sizes[1], bits);                                  \
		if (dims > 2)                                                                               \
			at.z = hpvm_image_nearest(s.z, i->sizes[2], bits);                                  \
		return read_or_border(i, with_layer(i, at, s, dims, array), bits, kind);                    \
	}
INLINE int layer_of(IMAGE i, double s, int d)
{
	return hpvm_image_address(to_int(__builtin_elementwise_rint(s)), i->sizes[d], CLK_ADDRESS_CLAMP_TO_EDGE);
}
INLINE int4 with_layer(IMAGE i, int4 at, double4 s, int dims, bool array)
{
	if (array && dims == 1)
		at.y = layer_of(i, s.y, 1);
	if (array && dims == 2)
		at.z = layer_of(i, s.z, 2);
	return at;
}
READ_AT(float, CLASS_FLOAT)
READ_AT(int, CLASS_INT)
READ_AT(uint, CLASS_UINT)

/* The weighted sum of what the filter takes: of one texel, that. */
INLINE float4 read_filtered(IMAGE i, double4 s, int dims, bool array, uint bits)
{
	int2 x = hpvm_image_pair(s.x, i->sizes[0], bits), y = 0, z = 0;
	double a = hpvm_image_weight(s.x, i->sizes[0], bits), b = 0, c = 0;
	int4 at = with_layer(i, (int4)(0), s, dims, array);
	double4 sum = 0;

	if (dims > 1) {
		y = hpvm_image_pair(s.y, i->sizes[1], bits);
		b = hpvm_image_weight(s.y, i->sizes[1], bits);
	}
	if (dims > 2) {
		z = hpvm_image_pair(s.z, i->sizes[2], bits);
		c = hpvm_image_weight(s.z, i->sizes[2], bits);
	}
	for (int k = 0;; k++) {
		double weight = k & 1 ? a : 1 - a;

		at.x = k & 1 ? x.y : x.x;
		if (dims > 1) {
			weight *= k & 2 ? b : 1 - b;
			at.y = k & 2 ? y.y : y.x;
		}
		if (dims > 2) {
			weight *= k & 4 ? c : 1 - c;
			at.z = k & 4 ? z.y : z.x;
		}
		/* A texel that counts nothing need not be there. */
		if (weight != 0 || is_inside(i, at)) {
			double4 part = weight * TO(double4, read_or_border(i, at, bits, (float4)(0)));
			sum = k ? sum + part : part;
		}
		if (!(bits & CLK_FILTER_LINEAR) || k == (1 << dims) - 1)
			return TO(float4, sum);
	}
}

/* The first COUNT coordinates are finite. */
INLINE bool are_finite(double4 s, int count)
{
	return IS_FINITE(s.x) && (count < 2 || IS_FINITE(s.y)) && (count < 3 || IS_FINITE(s.z));
}

/* Repeating needs normalised coordinates. */
INLINE bool is_odd(uint bits)
{
	return ADDRESS_MODE(bits) >= CLK_ADDRESS_REPEAT && !(bits & CLK_NORMALIZED_COORDS_TRUE);
}

/* Coordinates that are integers need a sampler that takes them as they are. */
INLINE bool is_unfit(uint bits)
{
	return ADDRESS_MODE(bits) >= CLK_ADDRESS_REPEAT || bits & (CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_LINEAR);
}

INLINE double4 wide(float x) { return (double4)(x, 0, 0, 0); }
INLINE double4 wide(float2 x) { return (double4)(x.x, x.y, 0, 0); }
INLINE double4 wide(float4 x) { return TO(double4, x); }
INLINE double4 wide(int x) { return (double4)(x, 0, 0, 0); }
INLINE double4 wide(int2 x) { return (double4)(x.x, x.y, 0, 0); }
INLINE double4 wide(int4 x) { return TO(double4, x); }
INLINE int4 place(int x) { return (int4)(x, 0, 0, 0); }
INLINE int4 place(int2 x) { return (int4)(x, 0, 0); }
INLINE int4 place(int4 x) { return x; }

/* kind: the image type without _t; dims and array: its coordinates; I and F: the types of its coordinates */
#define IMAGES(X, ...)                                    \
	X(image1d, 1, false, int, float, ##__VA_ARGS__)   \
	X(image1d_array, 1, true, int2, float2, ##__VA_ARGS__) \
	X(image2d, 2, false, int2, float2, ##__VA_ARGS__) \
	X(image2d_array, 2, true, int4, float4, ##__VA_ARGS__) \
	X(image3d, 3, false, int4, float4, ##__VA_ARGS__)
#define DEPTHS(X, ...)                                          \
	X(image2d_depth, 2, false, int2, float2, ##__VA_ARGS__) \
	X(image2d_array_depth, 2, true, int4, float4, ##__VA_ARGS__)
#define BUFFERS(X, ...) X(image1d_buffer, 1, false, int, float, ##__VA_ARGS__)
#define DECLARE(kind, dims, array, I, F) \
	typedef struct ocl_##kind { hr_image_descriptor image; } ocl_##kind;
IMAGES(DECLARE)
DEPTHS(DECLARE)
BUFFERS(DECLARE)

/* result: what is done with the value; R its type; T that of the channels */
#define READ(kind, dims, array, I, F, suffix, R, result, T)                                                        \
	R OVER read_image##suffix(global ocl_##kind *i, I at)                                                      \
	{                                                                                                          \
		return result(read_at(&i->image, place(at) & mask(dims + array), (T##4)(0)));                      \
	}
#define SAMPLE_INT(kind, dims, array, I, F, suffix, R, result, T)                                                  \
	R OVER read_image##suffix(global ocl_##kind *i, constant uint *sampler, I at)                              \
	{                                                                                                          \
		__hpvm__trap_if(HR_IMAGE_SAMPLER, is_unfit(*sampler));                                             \
		return result(read_nearest(&i->image, wide(at), dims, array, *sampler, (T##4)(0)));                \
	}
#define SAMPLE_NEAREST(kind, dims, array, I, F, suffix, R, result, T)                                              \
	SAMPLE_INT(kind, dims, array, I, F, suffix, R, result, T)                                                  \
	R OVER read_image##suffix(global ocl_##kind *i, constant uint *sampler, F at)                              \
	{                                                                                                          \
		__hpvm__trap_if(HR_IMAGE_SAMPLER, is_odd(*sampler) || *sampler & CLK_FILTER_LINEAR);               \
		__hpvm__trap_if(HR_IMAGE_BOUNDS, !are_finite(wide(at), dims + array));                             \
		return result(read_nearest(&i->image, wide(at), dims, array, *sampler, (T##4)(0)));                \
	}
#define SAMPLE_LINEAR(kind, dims, array, I, F, suffix, R, result, T)                                               \
	SAMPLE_INT(kind, dims, array, I, F, suffix, R, result, T)                                                  \
	R OVER read_image##suffix(global ocl_##kind *i, constant uint *sampler, F at)                              \
	{                                                                                                          \
		__hpvm__trap_if(HR_IMAGE_SAMPLER, is_odd(*sampler));                                               \
		__hpvm__trap_if(HR_IMAGE_BOUNDS, !are_finite(wide(at), dims + array));                             \
		return result(read_filtered(&i->image, wide(at), dims, array, *sampler));                          \
	}
#define WRITE(kind, dims, array, I, F, suffix, R, result, T, class)                                                \
	void OVER write_image##suffix(global ocl_##kind *i, I at, R c)                                             \
	{                                                                                                          \
		IMAGE image = &i->image;                                                                           \
		int4 where = place(at) & mask(dims + array);                                                       \
		__hpvm__trap_if(HR_IMAGE_TYPE, class_of(image->type) != class);                                    \
		__hpvm__trap_if(HR_IMAGE_BOUNDS, !is_inside(image, where));                                        \
		store(image, where, hpvm_image_encode(image->order, image->type, result(c)));                      \
	}
INLINE int4 mask(int dims) { return (int4)(-1, dims > 1 ? -1 : 0, dims > 2 ? -1 : 0, 0); }
INLINE half4 halves(float4 x)
{
	return (half4)(convert_half(x.x), convert_half(x.y), convert_half(x.z), convert_half(x.w));
}
#define WHOLE(v) (v)
#define FIRST(v) (v).x
#define GREY(v) (float4)(v)
#define WIDER(v) TO(float4, v)
#define READS(EACH)                              \
	EACH(READ, f, float4, WHOLE, float)      \
	EACH(READ, i, int4, WHOLE, int)          \
	EACH(READ, ui, uint4, WHOLE, uint)       \
	EACH(READ, h, half4, halves, float)
READS(IMAGES)
READS(BUFFERS)
DEPTHS(READ, f, float, FIRST, float)
IMAGES(SAMPLE_LINEAR, f, float4, WHOLE, float)
IMAGES(SAMPLE_LINEAR, h, half4, halves, float)
DEPTHS(SAMPLE_LINEAR, f, float, FIRST, float)
IMAGES(SAMPLE_NEAREST, i, int4, WHOLE, int)
IMAGES(SAMPLE_NEAREST, ui, uint4, WHOLE, uint)
#define WRITES(EACH)                                      \
	EACH(WRITE, f, float4, WHOLE, float, CLASS_FLOAT) \
	EACH(WRITE, h, half4, WIDER, float, CLASS_FLOAT)  \
	EACH(WRITE, i, int4, WHOLE, int, CLASS_INT)       \
	EACH(WRITE, ui, uint4, WHOLE, uint, CLASS_UINT)
WRITES(IMAGES)
WRITES(BUFFERS)
DEPTHS(WRITE, f, float, GREY, float, CLASS_FLOAT)

/* --- levels (cl_khr_mipmap_image) ---------------------------------------------------------------- */

/* X(kind, type of integer coordinates, type of coordinates, type of a gradient) */
#define LEVELS(X, ...)                                         \
	X(image1d, int, float, float, ##__VA_ARGS__)           \
	X(image1d_array, int2, float2, float, ##__VA_ARGS__)   \
	X(image2d, int2, float2, float2, ##__VA_ARGS__)        \
	X(image2d_array, int4, float4, float2, ##__VA_ARGS__)  \
	X(image3d, int4, float4, float4, ##__VA_ARGS__)
#define DEPTH_LEVELS(X, ...)                                   \
	X(image2d_depth, int2, float2, float2, ##__VA_ARGS__)  \
	X(image2d_array_depth, int4, float4, float2, ##__VA_ARGS__)
#define LEVEL(kind, I, F, G, suffix, R)                                                                       \
	R OVER read_image##suffix(global ocl_##kind *i, constant uint *sampler, F at, float level)           \
	{                                                                                                     \
		return read_image##suffix(i, sampler, at);                                                    \
	}                                                                                                     \
	R OVER read_image##suffix(global ocl_##kind *i, constant uint *sampler, F at, G x, G y)              \
	{                                                                                                     \
		return read_image##suffix(i, sampler, at);                                                    \
	}                                                                                                     \
	void OVER write_image##suffix(global ocl_##kind *i, I at, int level, R c)                            \
	{                                                                                                     \
		__hpvm__trap_if(HR_IMAGE_BOUNDS, level != 0);                                                 \
		write_image##suffix(i, at, c);                                                                \
	}
LEVELS(LEVEL, f, float4)
LEVELS(LEVEL, i, int4)
LEVELS(LEVEL, ui, uint4)
DEPTH_LEVELS(LEVEL, f, float)
#define COUNT_LEVELS(kind, I, F, G) \
	int OVER get_image_num_mip_levels(global ocl_##kind *i) { return 1; }
LEVELS(COUNT_LEVELS)
DEPTH_LEVELS(COUNT_LEVELS)

/* --- queries ------------------------------------------------------------------------------------ */

#define QUERY(kind, dims, array, I, F)                                                                       \
	int OVER get_image_width(global ocl_##kind *i) { return i->image.sizes[0]; }                         \
	int OVER get_image_channel_data_type(global ocl_##kind *i) { return i->image.type; }                 \
	int OVER get_image_channel_order(global ocl_##kind *i) { return i->image.order; }
IMAGES(QUERY)
DEPTHS(QUERY)
BUFFERS(QUERY)
#define QUERY_FLAT(kind)                                                                                     \
	int OVER get_image_height(global ocl_##kind *i) { return i->image.sizes[1]; }                        \
	int2 OVER get_image_dim(global ocl_##kind *i) { return (int2)(i->image.sizes[0], i->image.sizes[1]); }
QUERY_FLAT(image2d) QUERY_FLAT(image2d_array) QUERY_FLAT(image2d_depth) QUERY_FLAT(image2d_array_depth)
int OVER get_image_height(global ocl_image3d *i) { return i->image.sizes[1]; }
int OVER get_image_depth(global ocl_image3d *i) { return i->image.sizes[2]; }
int4 OVER get_image_dim(global ocl_image3d *i) { return (int4)(i->image.sizes[0], i->image.sizes[1], i->image.sizes[2], 0); }
size_t OVER get_image_array_size(global ocl_image1d_array *i) { return i->image.sizes[1]; }
size_t OVER get_image_array_size(global ocl_image2d_array *i) { return i->image.sizes[2]; }
size_t OVER get_image_array_size(global ocl_image2d_array_depth *i) { return i->image.sizes[2]; }
