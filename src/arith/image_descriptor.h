/* src/arith/image_descriptor.h -- an image in memory, for the launch that makes it and for the library's code that
 * reads it (ir/kernel/library/opencl/image.cl).
 *
 * A kernel's argument of an image type points to a descriptor, one of sampler_t to 4 bytes with the sampler's bits as
 * CLK_* of OpenCL C has them. Orders and data types are the numbers that CLK_* and CL_* share. */
#ifndef HR_IMAGE_DESCRIPTOR_H
#define HR_IMAGE_DESCRIPTOR_H

#ifdef __OPENCL_C_VERSION__
#define HR_IMAGE_TEXELS global uchar *
#define HR_IMAGE_U32    uint
#define HR_IMAGE_U64    ulong
#else
#include <stdint.h>
#define HR_IMAGE_TEXELS uint8_t *
#define HR_IMAGE_U32    uint32_t
#define HR_IMAGE_U64    uint64_t
#endif

/* Unused dimensions have 1 texel. The layers of an array are the dimension after its others. */
typedef struct hr_image_descriptor {
	HR_IMAGE_TEXELS texels;
	HR_IMAGE_U64 pitch[3]; /* bytes from one texel to the next in each dimension */
	HR_IMAGE_U32 sizes[3]; /* width, height, depth */
	HR_IMAGE_U32 order;    /* CLK_R, ... */
	HR_IMAGE_U32 type;     /* CLK_SNORM_INT8, ... */
	HR_IMAGE_U32 channels; /* numbers of a texel in memory; 1 if it is packed in one number */
	HR_IMAGE_U32 bytes;    /* of each of them: 1, 2 or 4 */
} hr_image_descriptor;

/* What __hpvm__trap_if() reports. */
enum hr_image_finding { HR_IMAGE_BOUNDS, HR_IMAGE_TYPE, HR_IMAGE_SAMPLER, HR_IMAGE_FINDINGS };

#endif
