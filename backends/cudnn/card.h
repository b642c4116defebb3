/* backends/cudnn/card.h -- the device of the cudnn backend, and the tensors in its memory.
 *
 * The device is initialised when the process first runs a grid, not earlier, because a forked child
 * could not use it. There is one stream, and one thread at a time uses it, between dc_card_enter()
 * and dc_card_leave().
 * Tensors are stored in *blocks*. A block holds the values of some version (backends/backend.h), or
 * a result that has not been copied to the program yet, or is free. Private to backends/cudnn. */
#ifndef HR_DC_CARD_H
#define HR_DC_CARD_H

#include <pthread.h>
#include <sys/types.h>

#include "backends/cudnn/cudnn_api.h"
#include "src/base/vec.h"

typedef enum dc_math { DC_MATH_FP32, DC_MATH_TF32, DC_MATH_FP16 } dc_math;

/* What the user asks for. */
typedef struct dc_wishes {
	dc_math math;       /* the least precision of products */
	bool any_order;     /* also algorithms that give other bits with each run */
	bool tune;          /* algorithms are timed */
	uint64_t workspace; /* bytes at most */
} dc_wishes;

typedef struct dc_block {
	nv_address at;
	uint64_t bytes;   /* size of the block */
	uint64_t version; /* version of the values; 0: none */
	/* Host address of a result that stays on the device; NULL: not a result. */
	float *values;
	uint64_t result_bytes; /* size of that result */
	bool busy;             /* used by the grid that is running */
	uint64_t used;         /* number of the grid that used it last */
} dc_block;

typedef struct dc_card {
	pthread_mutex_t lock;
	const hr_backend_host *host; /* borrowed */
	dc_wishes wishes;
	const char *cache; /* borrowed from the host */
	char name[HR_BACKEND_TEXT];
	pid_t process; /* the process that initialised the device; 0: none */
	bool lost;     /* a sticky error occurred */
	nv_driver cu;
	dc_cudnn dnn;
	dc_blas blas;
	nv_device device;
	nv_context context;
	nv_stream stream; /* owned, like the next two */
	dc_handle handle;
	dl_handle products;
	nv_address workspace; /* owned */
	uint64_t workspace_bytes;
	HR_VEC(dc_block) blocks; /* owned; entries without an address are unused */
	/* Bytes of device memory in blocks and workspace: at present, and at most. */
	uint64_t held, most;
	uint64_t grids;
} dc_card;

/* --- options.c */
enum {
	DC_OPTION_math,
	DC_OPTION_order,
	DC_OPTION_tune,
	DC_OPTION_workspace,
	DC_OPTION_device,
	DC_OPTION_driver,
	DC_OPTION_cudnn,
	DC_OPTION_cublaslt,
	DC_OPTIONS
};
extern const hr_backend_option dc_options[DC_OPTIONS];
/* What the options of HOST say of engines. */
dc_wishes dc_wishes_of(const hr_backend_host *host);

/* --- card.c */
/* Loads and starts everything; for the process that this is. False: TEXT says what is missing. */
bool dc_card_start(dc_card *card, char text[HR_BACKEND_TEXT]);
void dc_card_stop(dc_card *card);

/* Lock the card, initialise it if necessary, and make its context current in this thread. Return
 * false on failure, with the reason in TEXT; the card is not locked then. */
bool dc_card_enter(dc_card *card, char text[HR_BACKEND_TEXT]);
/* Unlock the card and mark all blocks as not busy. */
void dc_card_leave(dc_card *card);

/* Return the block with TENSOR's values, which are copied to the device if necessary. Return -1 if
 * memory is exhausted or the driver reports an error, which is stored in *RESULT. */
int32_t dc_card_operand(dc_card *card, const hr_unit_tensor *tensor, nv_result *result);
/* Return a block of at least BYTES bytes for a result. */
int32_t dc_card_room(dc_card *card, uint64_t bytes, nv_result *result);
/* Deliver the result in BLOCK to the host address VALUES: copy it now or, if STAYS, at
 * dc_card_settle(). */
nv_result dc_card_deliver(dc_card *card, int32_t block, float *values, uint64_t bytes, bool stays);
/* Drop the result for the host address VALUES. This function and the next take the lock
 * themselves. */
void dc_card_forget(dc_card *card, const float *values);
/* Return true if some result is still only on the device. */
bool dc_card_has_results(dc_card *card);
/* Copy all results that are still only on the device to the host. */
nv_result dc_card_settle(dc_card *card);
/* Wait until all work is done. */
nv_result dc_card_wait(dc_card *card);
/* Ensure that the workspace has at least BYTES bytes. */
nv_result dc_card_workspace(dc_card *card, uint64_t bytes);
/* Handle the driver error RESULT: write a message to TEXT, mark the card as lost if the error is
 * sticky, and return TEXT. */
const char *dc_card_error(dc_card *card, nv_result result, char text[HR_BACKEND_TEXT]);

#endif
