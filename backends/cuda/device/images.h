/* backends/cuda/device/images.h -- device images written by `--emit=cubin` and `--emit=fatbin`,
 * which the user supplies to a run. */
#ifndef HR_IMAGES_H
#define HR_IMAGES_H

#include <pthread.h>

#include "backends/backend.h"
#include "backends/nvidia/driver.h"
#include "src/base/vec.h"

typedef struct cuda_image {
	char *path;                /* owned */
	bool tried;                /* loading was attempted */
	nv_module module;          /* NULL if it is not loaded */
	char why[HR_BACKEND_TEXT]; /* why it cannot be loaded */
} cuda_image;

typedef struct cuda_images {
	pthread_mutex_t lock; /* protects what is loaded */
	HR_VEC(cuda_image) all;
} cuda_images;

struct cuda_device;
struct cuda_variant;

/* Those in NAMED: files, and folders of files whose names end in .cubin or .fatbin, with colons
 * between; NULL: none. */
void cuda_images_open(cuda_images *images, const char *named);
/* Those that are loaded are given back if they can be: GIVEN_BACK; the context is current then. */
void cuda_images_close(struct cuda_device *device, bool given_back);
/* Set VARIANT to the kernel of UNIT in the first image that contains it. The context must be
 * current. Return true with the name of the image in TEXT, or false with the reason why no image
 * can be used. */
bool cuda_images_find(struct cuda_device *device, const hr_unit *unit, bool disjoint,
		      struct cuda_variant *variant, char text[HR_BACKEND_TEXT]);

#endif
