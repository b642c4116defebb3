/* images.cl -- reads and writes images of each format and kind; images.py has what they must give.
 *
 * A program is small if it has one section alone: floats, ints, sampling or kinds. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#if defined(floats) || defined(ints)
#define EACH(X) X(a, 0) X(b, 1) X(c, 2) X(d, 3) X(e, 4) X(f, 5) X(g, 6) X(h, 7)
#define READ(image, k) , read_only image1d_t image
#define WRITE(image, k) , write_only image1d_t image
#define FORMATS(name, suffix, T)                                                   \
	__kernel void read_##name(__global T *o EACH(READ))                        \
	{                                                                          \
		const int i = get_global_id(0);                                    \
		EACH(GET_##suffix)                                                 \
	}                                                                          \
	__kernel void write_##name(__global const T *v EACH(WRITE))                \
	{                                                                          \
		const int i = get_global_id(0);                                    \
		EACH(PUT_##suffix)                                                 \
	}
#define GET_f(image, k) o[8 * i + k] = read_imagef(image, i);
#define GET_i(image, k) o[8 * i + k] = read_imagei(image, i);
#define GET_ui(image, k) o[8 * i + k] = read_imageui(image, i);
#define GET_h(image, k) o[8 * i + k] = read_imageh(image, i);
#define PUT_f(image, k) write_imagef(image, i, v[i]);
#define PUT_i(image, k) write_imagei(image, i, v[i]);
#define PUT_ui(image, k) write_imageui(image, i, v[i]);
#define PUT_h(image, k) write_imageh(image, i, v[i]);
#ifdef floats
FORMATS(float, f, float4)
FORMATS(half, h, half4)
#else
FORMATS(int, i, int4)
FORMATS(uint, ui, uint4)
#endif
#endif

#ifdef sampling
/* Work-item i reads with sampler k at at[4 * i + k]. */
#define SAMPLES(kind, suffix, C, T)                                                                        \
	__kernel void sample_##kind##_##suffix(read_only kind##_t image, sampler_t a, sampler_t b,         \
					       sampler_t c, sampler_t d, __global const C *at, __global T *o) \
	{                                                                                                  \
		const int i = 4 * get_global_id(0);                                                        \
		o[i] = read_image##suffix(image, a, at[i]);                                                \
		o[i + 1] = read_image##suffix(image, b, at[i + 1]);                                        \
		o[i + 2] = read_image##suffix(image, c, at[i + 2]);                                        \
		o[i + 3] = read_image##suffix(image, d, at[i + 3]);                                        \
	}
SAMPLES(image1d, f, float, float4)
SAMPLES(image1d_array, f, float2, float4)
SAMPLES(image2d, f, float2, float4)
SAMPLES(image2d_array, f, float4, float4)
SAMPLES(image2d_depth, f, float2, float)
SAMPLES(image2d_array_depth, f, float4, float)
SAMPLES(image3d, f, float4, float4)
SAMPLES(image2d, i, float2, int4)
SAMPLES(image3d, ui, float4, uint4)
#endif

#ifdef kinds
/* Each kind: sizes, and all texels copied, without a sampler and with one of the program's; write to a third. */
const sampler_t plain = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#define COPY(kind, where, ...)                                                                             \
	__kernel void copy_##kind(read_only kind##_t a, write_only kind##_t b, read_write kind##_t c,      \
				  __global int *sizes)                                                     \
	{                                                                                                  \
		const sampler_t own = CLK_FILTER_NEAREST;                                                  \
		const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);                \
		write_imagef(b, where, read_imagef(a, where) + read_imagef(a, plain, where));              \
		write_imagef(c, where, read_imagef(c, where) + read_imagef(a, own, where));                \
		const int all[] = {get_image_width(a), get_image_width(b), get_image_width(c),             \
				   get_image_channel_order(a), get_image_channel_data_type(b), __VA_ARGS__}; \
		if (x + y + z == 0)                                                                        \
			for (int i = 0; i < sizeof(all) / sizeof(*all); i++)                               \
				sizes[i] = all[i];                                                         \
	}
#define FLAT(i) get_image_height(i), get_image_dim(i).x, get_image_dim(i).y
COPY(image1d, x)
COPY(image1d_array, ((int2)(x, y)), (int)get_image_array_size(b))
COPY(image2d, ((int2)(x, y)), FLAT(c))
COPY(image2d_array, ((int4)(x, y, z, 7)), FLAT(a), (int)get_image_array_size(a))
COPY(image2d_depth, ((int2)(x, y)), FLAT(b))
COPY(image2d_array_depth, ((int4)(x, y, z, -7)), FLAT(c), (int)get_image_array_size(c))
COPY(image3d, ((int4)(x, y, z, 7)), get_image_height(b), get_image_depth(b), get_image_dim(c).x, get_image_dim(c).y, get_image_dim(c).z,
     get_image_dim(c).w)
__kernel void copy_image1d_buffer(read_only image1d_buffer_t a, write_only image1d_buffer_t b, read_write image1d_buffer_t c,
				  __global int *sizes)
{
	const int x = get_global_id(0);
	write_imagef(b, x, 2 * read_imagef(a, x));
	write_imagef(c, x, read_imagef(c, x) + read_imagef(a, x));
	if (x == 0) {
		sizes[0] = get_image_width(a);
		sizes[1] = get_image_width(b);
		sizes[2] = get_image_width(c);
		sizes[3] = get_image_channel_order(a);
		sizes[4] = get_image_channel_data_type(b);
	}
}
#endif
