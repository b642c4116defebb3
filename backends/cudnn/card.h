/* backends/cudnn/card.h -- the device that the cudnn backend works on, and what of the program lies
 * there.
 *
 * A process starts the card when it first runs a grid, and not before: a fork could not go on with
 * it. One stream, one thread at a time: between dc_card_enter and dc_card_leave.
 * Tensors on the card are *blocks*. A block holds the values of some version (backends/backend.h),
 * or a result that has not been copied to the program yet, or is free for any use. Private to
 * backends/cudnn. */
#ifndef HR_DC_CARD_H
#define HR_DC_CARD_H

#include <pthread.h>
#include <sys/types.h>

#include "backends/cudnn/cudnn_api.h"
#include "src/base/vec.h"

typedef enum dc_math { DC_MATH_FP32, DC_MATH_TF32, DC_MATH_FP16 } dc_math;

/* What the user asks for; from the environment. */
typedef struct dc_wishes {
	dc_math math; /* HPVM_CUDNN_MATH=fp32, tf32, fp16: the least precision of products */
	/* HPVM_CUDNN_ORDER=any: also algorithms that give other bits with each run */
	bool any_order;
	bool tune;          /* HPVM_CUDNN_TUNE=yes: algorithms are timed */
	uint64_t workspace; /* HPVM_CUDNN_WORKSPACE: bytes at most */
} dc_wishes;

typedef struct dc_block {
	nv_address at;
	uint64_t bytes;        /* of the block */
	uint64_t version;      /* whose values these are; 0: nobody's */
	float *values;         /* where a result that stays here belongs; NULL: it is none */
	uint64_t result_bytes; /* of it */
	bool busy;             /* the grid that is being run uses it */
	uint64_t used;         /* when last, in grids */
} dc_block;

typedef struct dc_card {
	pthread_mutex_t lock;
	dc_wishes wishes;
	const char *cache; /* borrowed from the host */
	char name[HR_BACKEND_TEXT];
	pid_t process; /* that has started it; 0: none */
	bool lost;     /* after a sticky error */
	nv_driver cu;
	dc_cudnn dnn;
	dc_blas blas;
	nv_device device;
	nv_context context;
	nv_stream stream; /* owns; so of the next two */
	dc_handle handle;
	dl_handle products;
	nv_address workspace; /* owns */
	uint64_t workspace_bytes;
	HR_VEC(dc_block) blocks; /* owns; those without an address are none */
	uint64_t held, most; /* bytes of the device: in blocks and workspace; and how many may be */
	uint64_t grids;
} dc_card;

/* Reads the wishes. False: TEXT says which is none. */
bool dc_card_wishes(dc_wishes *wishes, char text[HR_BACKEND_TEXT]);
/* Loads and starts everything; for the process that this is. False: TEXT says what is missing. */
bool dc_card_start(dc_card *card, char text[HR_BACKEND_TEXT]);
void dc_card_stop(dc_card *card);

/* Locks, starts where that has not been done, makes the context this thread's. False: TEXT says why
 * not, nothing is locked. */
bool dc_card_enter(dc_card *card, char text[HR_BACKEND_TEXT]);
/* No block is busy any more. */
void dc_card_leave(dc_card *card);

/* The block with TENSOR's values, copied there if need be; -1: there is no memory, or an error that
 * dc_card_note got. */
int32_t dc_card_operand(dc_card *card, const hr_unit_tensor *tensor, nv_result *result);
/* One of at least BYTES, for results. */
int32_t dc_card_room(dc_card *card, uint64_t bytes, nv_result *result);
/* The result in BLOCK is to lie at VALUES: it is copied there now, or stays until
 * dc_card_settle. */
nv_result dc_card_deliver(dc_card *card, int32_t block, float *values, uint64_t bytes, bool stays);
/* The result that is to lie at VALUES is of no interest any more. Takes the lock itself; so does
 * the next. */
void dc_card_forget(dc_card *card, const float *values);
/* Some result has stayed. */
bool dc_card_has_results(dc_card *card);
/* Copies all results that have stayed. */
nv_result dc_card_settle(dc_card *card);
/* All work is done. */
nv_result dc_card_wait(dc_card *card);
/* Workspace of at least BYTES. */
nv_result dc_card_workspace(dc_card *card, uint64_t bytes);
/* RESULT is an error of the driver: what that means for the card. Gives TEXT. */
const char *dc_card_error(dc_card *card, nv_result result, char text[HR_BACKEND_TEXT]);

#endif
