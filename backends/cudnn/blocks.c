/* backends/cudnn/blocks.c -- tensors in device memory, and copies in both directions.
 *
 * Invariant: the values of a block are those of its version, or of the result that it holds. All
 *            work is in one stream and thus in order, so that a block can be reused as soon as it
 *            is free.
 * Owns:      blocks, the workspace. */
#include <string.h>

#include "backends/cudnn/card.h"

static dc_block *block_of(dc_card *card, int32_t number)
{
	return &card->blocks.data[number];
}

/* Round sizes up in steps of about an eighth, so that free blocks match more often. */
static uint64_t rounded(uint64_t bytes)
{
	uint64_t step = 512;

	while (step * 16 <= bytes)
		step *= 2;
	return (bytes + step - 1) / step * step;
}

static bool is_free(const dc_block *block)
{
	return block->at && !block->busy && !block->values;
}

/* Return the free block that has been unused for longest: one of BYTES bytes, preferably without
 * values; or one of any size if BYTES is 0. */
static int32_t oldest(const dc_card *card, uint64_t bytes)
{
	int32_t best = -1;

	for (size_t i = 0; i < card->blocks.count; i++) {
		const dc_block *block = &card->blocks.data[i],
			       *so_far = best < 0 ? NULL : &card->blocks.data[best];

		if (!is_free(block) || (bytes && block->bytes != bytes))
			continue;
		if (!so_far || (so_far->version && !block->version) ||
		    (!so_far->version == !block->version && block->used < so_far->used))
			best = (int32_t)i;
	}
	return best;
}

/* Free the oldest block. Return false if there is none. */
static bool give_up_one(dc_card *card)
{
	int32_t number = oldest(card, 0);

	if (number < 0 || card->cu.stream_wait(card->stream) != NV_SUCCESS ||
	    card->cu.release(block_of(card, number)->at) != NV_SUCCESS)
		return false;
	card->held -= block_of(card, number)->bytes;
	*block_of(card, number) = (dc_block){0}; /* its number is reused */
	return true;
}

static nv_result ask(dc_card *card, nv_address *at, uint64_t bytes)
{
	nv_result result;

	if (bytes > card->most - card->held)
		return NV_OUT_OF_MEMORY;
	result = card->cu.allocate(at, bytes);
	if (result == NV_SUCCESS)
		card->held += bytes;
	return result;
}

static nv_result allocate(dc_card *card, nv_address *at, uint64_t bytes)
{
	nv_result result = ask(card, at, bytes);

	while (nv_is_memory_error(result) && give_up_one(card))
		result = ask(card, at, bytes);
	return result;
}

static int32_t add_block(dc_card *card, dc_block made)
{
	for (size_t i = 0; i < card->blocks.count; i++)
		if (!card->blocks.data[i].at) {
			card->blocks.data[i] = made;
			return (int32_t)i;
		}
	HR_PUSH(&card->blocks, made);
	return (int32_t)card->blocks.count - 1;
}

int32_t dc_card_room(dc_card *card, uint64_t bytes, nv_result *result)
{
	dc_block made = {.bytes = rounded(bytes)};
	int32_t number = oldest(card, made.bytes);

	*result = NV_SUCCESS;
	/* A block with cached values is reused only if there is no memory for a new block
	 * (give_up_one). */
	if (number < 0 || block_of(card, number)->version) {
		*result = allocate(card, &made.at, made.bytes);
		if (*result == NV_SUCCESS)
			number = add_block(card, made);
		else
			return -1;
	}
	*result = NV_SUCCESS;
	block_of(card, number)->version = 0;
	block_of(card, number)->busy = true;
	block_of(card, number)->used = card->grids;
	return number;
}

static bool holds(const dc_block *block, const hr_unit_tensor *tensor)
{
	if (block->values) /* results have no version */
		return !tensor->version && block->values == tensor->values;
	return tensor->version && block->version == tensor->version;
}

static uint64_t bytes_of(const hr_unit_tensor *tensor)
{
	uint64_t bytes = sizeof(float);

	for (uint32_t i = 0; i < tensor->rank; i++)
		bytes *= tensor->dims[i];
	return bytes;
}

int32_t dc_card_operand(dc_card *card, const hr_unit_tensor *tensor, nv_result *result)
{
	int32_t number;

	*result = NV_SUCCESS;
	for (size_t i = 0; i < card->blocks.count; i++)
		if (holds(&card->blocks.data[i], tensor)) {
			card->blocks.data[i].busy = true;
			card->blocks.data[i].used = card->grids;
			return (int32_t)i;
		}
	number = dc_card_room(card, bytes_of(tensor), result);
	if (number < 0)
		return -1;
	*result = card->cu.to_device_async(block_of(card, number)->at, tensor->values,
					   bytes_of(tensor), card->stream);
	if (*result != NV_SUCCESS)
		return -1;
	block_of(card, number)->version = tensor->version;
	return number;
}

static void drop_result(dc_card *card, const float *values)
{
	for (size_t i = 0; i < card->blocks.count; i++)
		if (card->blocks.data[i].values == values)
			card->blocks.data[i].values = NULL;
}

nv_result dc_card_deliver(dc_card *card, int32_t number, float *values, uint64_t bytes, bool stays)
{
	dc_block *block = block_of(card, number);

	drop_result(card, values); /* an earlier result for this address is obsolete */
	if (!stays)
		return card->cu.to_host_async(values, block->at, bytes, card->stream);
	block->values = values;
	block->result_bytes = bytes;
	return NV_SUCCESS;
}

void dc_card_forget(dc_card *card, const float *values)
{
	pthread_mutex_lock(&card->lock);
	drop_result(card, values);
	pthread_mutex_unlock(&card->lock);
}

bool dc_card_has_results(dc_card *card)
{
	bool has = false;

	pthread_mutex_lock(&card->lock);
	for (size_t i = 0; i < card->blocks.count; i++)
		has |= card->blocks.data[i].values != NULL;
	pthread_mutex_unlock(&card->lock);
	return has;
}

nv_result dc_card_settle(dc_card *card)
{
	nv_result result = NV_SUCCESS;

	for (size_t i = 0; i < card->blocks.count; i++) {
		dc_block *block = &card->blocks.data[i];

		if (block->values && result == NV_SUCCESS)
			result = card->cu.to_host_async(block->values, block->at,
							block->result_bytes, card->stream);
		block->values = NULL;
	}
	return result == NV_SUCCESS ? dc_card_wait(card) : result;
}

nv_result dc_card_wait(dc_card *card)
{
	return card->cu.stream_wait(card->stream);
}

nv_result dc_card_workspace(dc_card *card, uint64_t bytes)
{
	nv_result result;

	if (bytes <= card->workspace_bytes)
		return NV_SUCCESS;
	result = dc_card_wait(card);
	if (result == NV_SUCCESS && card->workspace) {
		result = card->cu.release(card->workspace);
		card->held -= card->workspace_bytes;
	}
	card->workspace = 0;
	card->workspace_bytes = 0;
	if (result == NV_SUCCESS)
		result = allocate(card, &card->workspace, rounded(bytes));
	if (result == NV_SUCCESS)
		card->workspace_bytes = rounded(bytes);
	return result;
}
