/* backends/cudnn/card.c -- initialises the libraries on a device.
 *
 * Owns:      context, stream, handles.
 * Not here:  memory (blocks.c). */
#include "backends/cudnn/card.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* --- starting --------------------------------------------------------------------------------- */

const char *dc_card_error(dc_card *card, nv_result result, char text[HR_BACKEND_TEXT])
{
	char words[160];

	card->lost |= nv_is_sticky(result);
	snprintf(text, HR_BACKEND_TEXT, "the CUDA driver reports: %s",
		 nv_error_text(&card->cu, result, words, sizeof(words)));
	return text;
}

static bool begin_context(dc_card *card, char text[HR_BACKEND_TEXT])
{
	nv_result result = card->cu.primary_retain(&card->context, card->device);
	size_t free_bytes = 0, bytes;

	if (result == NV_SUCCESS)
		result = card->cu.context_set(card->context);
	if (result == NV_SUCCESS)
		result = card->cu.stream_create(&card->stream, NV_STREAM_NON_BLOCKING);
	if (result == NV_SUCCESS)
		result = card->cu.memory_info(&free_bytes, &bytes);
	card->held = 0;
	card->most = free_bytes - free_bytes / 4; /* the libraries need some memory, too */
	if (result == NV_SUCCESS)
		return true;
	dc_card_error(card, result, text);
	return false;
}

static bool begin_libraries(dc_card *card, char text[HR_BACKEND_TEXT])
{
	char words[120];
	dc_status status;
	dl_status products;

	if (!dc_cudnn_open(&card->dnn, card->host->options[DC_OPTION_cudnn], text) ||
	    !dc_blas_open(&card->blas, card->host->options[DC_OPTION_cublaslt], text))
		return false;
	status = card->dnn.create(&card->handle);
	if (status == DC_SUCCESS)
		status = card->dnn.set_stream(card->handle, card->stream);
	if (status != DC_SUCCESS) {
		snprintf(text, HR_BACKEND_TEXT, "cannot start cuDNN: %s",
			 dc_status_text(&card->dnn, status, words, sizeof(words)));
		return false;
	}
	products = card->blas.create(&card->products);
	if (products == DL_SUCCESS)
		return true;
	snprintf(text, HR_BACKEND_TEXT, "cannot start cuBLASLt: status %d", products);
	return false;
}

static void name_it(dc_card *card, const char *name)
{
	static const char *const maths[] = {"FP32", "TF32", "FP16"};
	int capability = nv_device_capability(&card->cu, card->device);
	/* Lower in a part of a device (MIG). */
	int processors = nv_device_number(&card->cu, card->device, NV_DEVICE_PROCESSORS);

	snprintf(card->name, sizeof(card->name),
		 "%s, sm_%d, %d processors, driver of CUDA %d.%d, cuDNN %zu, cuBLASLt %zu, %s",
		 name, capability, processors, card->cu.version / 1000,
		 card->cu.version % 1000 / 10, card->dnn.version(), card->blas.version(),
		 maths[card->wishes.math]);
}

bool dc_card_start(dc_card *card, char text[HR_BACKEND_TEXT])
{
	char name[NV_DEVICE_NAME];

	if (!nv_driver_open(&card->cu, card->host->options[DC_OPTION_driver], text))
		return false;
	if (!nv_device_choose(&card->cu, card->host->options[DC_OPTION_device], &card->device, name,
			      text) ||
	    !begin_context(card, text) || !begin_libraries(card, text)) {
		dc_card_stop(card);
		return false;
	}
	name_it(card, name);
	card->process = getpid();
	card->lost = false;
	return true;
}

/* After a sticky error nothing can be destroyed; the end of the process does that. */
static void end_all(dc_card *card)
{
	(void)card->cu.context_set(card->context);
	if (card->stream)
		(void)card->cu.stream_wait(card->stream);
	if (card->products)
		(void)card->blas.destroy(card->products);
	if (card->handle)
		(void)card->dnn.destroy(card->handle);
	for (size_t i = 0; i < card->blocks.count; i++)
		if (card->blocks.data[i].at)
			(void)card->cu.release(card->blocks.data[i].at);
	if (card->workspace)
		(void)card->cu.release(card->workspace);
	if (card->stream)
		(void)card->cu.stream_destroy(card->stream);
	(void)card->cu.context_set(NULL);
	(void)card->cu.primary_release(card->device);
}

void dc_card_stop(dc_card *card)
{
	if (card->context && !card->lost)
		end_all(card);
	HR_VEC_FREE(&card->blocks);
	card->context = NULL;
	card->stream = NULL;
	card->handle = NULL;
	card->products = NULL;
	card->workspace = 0;
	card->workspace_bytes = 0;
	card->process = 0;
	if (card->lost)
		return;
	dc_blas_close(&card->blas);
	dc_cudnn_close(&card->dnn);
	nv_driver_close(&card->cu);
}

bool dc_card_enter(dc_card *card, char text[HR_BACKEND_TEXT])
{
	nv_result result = NV_SUCCESS;
	bool there = true;

	pthread_mutex_lock(&card->lock);
	if (card->lost || (card->process && card->process != getpid())) {
		snprintf(text, HR_BACKEND_TEXT, "%s",
			 card->lost
				 ? "an earlier error has made the device unusable in this process"
				 : "the parent process has used the device before the fork");
		there = false;
	} else if (!card->process) {
		there = dc_card_start(card, text);
	} else {
		result = card->cu.context_set(card->context);
	}
	if (result != NV_SUCCESS)
		dc_card_error(card, result, text);
	there = there && result == NV_SUCCESS;
	if (!there)
		pthread_mutex_unlock(&card->lock);
	card->grids++;
	return there;
}

void dc_card_leave(dc_card *card)
{
	for (size_t i = 0; i < card->blocks.count; i++)
		card->blocks.data[i].busy = false;
	pthread_mutex_unlock(&card->lock);
}
