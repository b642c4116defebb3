/* backends/cuda/device/images.h -- images that `--emit=cubin` and `--emit=fatbin` wrote, at run
 * time. */
#ifndef HR_IMAGES_H
#define HR_IMAGES_H

#include <pthread.h>

#include "backends/backend.h"
#include "backends/nvidia/driver.h"
#include "src/base/vec.h"

typedef struct cuda_image {
	char *path;                /* owned */
	bool tried;                /* to load it */
	nv_module module;          /* NULL: it is not loaded, */
	char why[HR_BACKEND_TEXT]; /* because of this */
} cuda_image;

typedef struct cuda_images {
	pthread_mutex_t lock; /* what is loaded */
	HR_VEC(cuda_image) all;
} cuda_images;

struct cuda_device;
struct cuda_variant;

/* Those that HPVM_CUDA_IMAGES names: files, and folders of files whose names end in .cubin or
 * .fatbin; with colons between. */
void cuda_images_open(cuda_images *images);
/* Those that are loaded are given back if they can be: GIVEN_BACK; the context is current then. */
void cuda_images_close(struct cuda_device *device, bool given_back);
/* VARIANT gets the kernel of UNIT in the first image that has it, and the context is current. TEXT
 * says which that is, or, where it is false, why none serves. */
bool cuda_images_find(struct cuda_device *device, const hr_unit *unit, bool disjoint,
		      struct cuda_variant *variant, char text[HR_BACKEND_TEXT]);

#endif
