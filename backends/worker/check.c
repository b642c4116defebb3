/* backends/worker/check.c -- validates the answer of a worker's process. An invalid answer is
 * HR_WORKER_GARBAGE.
 *
 * Owns:     nothing.
 * Not here: a process that ended without an answer (worker_process.c). */
#include <stdio.h>
#include <string.h>

#include "backends/worker/worker_process.h"

enum { GUARD_BYTE = 0xc9 };

/* --- images of outputs ------------------------------------------------------------------------ */

void hr_images_open(worker_images *images, const hr_unit *unit)
{
	images->stride = unit->output_stride;
	images->ports = hr_alloc_zero(unit->output_stride + 1);
	for (uint32_t i = 0; i < unit->output_count; i++)
		if (unit->outputs[i].same_as < 0)
			memset(images->ports + unit->outputs[i].offset, 1, unit->outputs[i].bytes);
}

void hr_images_close(worker_images *images)
{
	hr_free(images->ports);
}

uint64_t hr_grid_instances(const hr_unit_grid *grid)
{
	uint64_t instances = 1;

	for (unsigned d = 0; d < 3; d++)
		instances *= (uint64_t)(grid->end[d] - grid->begin[d]);
	return instances;
}

size_t hr_images_bytes(const worker_images *images, const hr_unit_grid *grid)
{
	return grid->outputs ? hr_grid_instances(grid) * images->stride : 0;
}

void hr_images_clear(uint8_t *outputs, size_t bytes)
{
	memset(outputs - WORKER_GUARD, GUARD_BYTE, WORKER_GUARD);
	memset(outputs, 0, bytes);
	memset(outputs + bytes, GUARD_BYTE, WORKER_GUARD);
}

static bool is_guard(const uint8_t *bytes)
{
	for (size_t i = 0; i < WORKER_GUARD; i++)
		if (bytes[i] != GUARD_BYTE)
			return false;
	return true;
}

/* Return true if the bytes between the ports are still zero. */
static bool ports_alone(const worker_images *images, const uint8_t *outputs, size_t bytes)
{
	for (size_t at = 0; at < bytes; at += images->stride)
		for (uint32_t i = 0; i < images->stride; i++)
			if (outputs[at + i] && !images->ports[i])
				return false;
	return true;
}

/* --- answers ---------------------------------------------------------------------------------- */

hr_worker_end hr_board_check_unit(const worker_board *board, char text[HR_BACKEND_TEXT])
{
	if (board->guard != HR_BOARD_GUARD)
		snprintf(text, HR_BACKEND_TEXT, "it wrote beyond the end of a text buffer");
	else if (board->left)
		snprintf(text, HR_BACKEND_TEXT, "its build leaves %s in its process", board->left);
	else if ((uint32_t)board->answer >= HR_REFUSAL_COUNT)
		snprintf(text, HR_BACKEND_TEXT, "it returned %d, which is not a refusal reason",
			 board->answer);
	else if (hr_is_taken((hr_unit_refusal)board->answer) && !board->pointer)
		snprintf(text, HR_BACKEND_TEXT, "it took a unit but built nothing");
	else
		return HR_WORKER_ANSWERED;
	return HR_WORKER_GARBAGE;
}

hr_worker_end hr_board_check_grid(const worker_board *board, const worker_images *images,
				  const uint8_t *outputs, size_t bytes, char text[HR_BACKEND_TEXT])
{
	if (board->guard != HR_BOARD_GUARD)
		snprintf(text, HR_BACKEND_TEXT, "it wrote beyond the end of a text buffer");
	else if (!is_guard(outputs - WORKER_GUARD))
		snprintf(text, HR_BACKEND_TEXT, "it wrote before the output images");
	else if (!is_guard(outputs + bytes))
		snprintf(text, HR_BACKEND_TEXT, "it wrote beyond the output images");
	else if ((uint32_t)board->answer > HR_GRID_REFUSED)
		snprintf(text, HR_BACKEND_TEXT,
			 "it returned %d, which is not a valid result of a grid", board->answer);
	else if (board->answer == HR_GRID_DONE && !ports_alone(images, outputs, bytes))
		snprintf(text, HR_BACKEND_TEXT, "it wrote between outputs");
	else if (board->strayed)
		snprintf(text, HR_BACKEND_TEXT, "it wrote to %#llx, %s",
			 (unsigned long long)board->strayed,
			 board->stray_other ? "memory of the program that the grid cannot reach"
					    : "which is read-only for it");
	else
		return HR_WORKER_ANSWERED;
	return HR_WORKER_GARBAGE;
}
