/* backends/opencl/device/tasks.c -- launches that have not been waited for, and the order between
 * them and later launches.
 *
 * With the option tasks=1 a grid that may stay behind is only enqueued. Two launches that have a
 * buffer in common which one of them writes are ordered by an event; others may run side by side,
 * each in the queue of its unit. Copies to other buffers go on meanwhile.
 * Invariant: who reads or changes a buffer otherwise, waits for those that use it first.
 * Owns:      the launches' events.
 * Clauses:   E2, E3.
 * Not here:  which grids run() need not wait for (backends/dispatch/run.c). */
#include <stdio.h>
#include <string.h>

#include "backends/opencl/device/opencl.h"

static bool is_before(const ocl_task *task, const ocl_use *uses, size_t count)
{
	for (size_t i = 0; i < task->uses.count; i++)
		for (size_t k = 0; k < count; k++)
			if (task->uses.data[i].buffer == uses[k].buffer &&
			    (task->uses.data[i].written || uses[k].written))
				return true;
	return false;
}

cl_uint ocl_tasks_before(ocl_device *device, const ocl_use *uses, size_t count, cl_event *before)
{
	cl_uint found = 0;

	pthread_mutex_lock(&device->lock);
	for (size_t i = 0; i < device->tasks.count; i++)
		if (is_before(&device->tasks.data[i], uses, count)) {
			before[found++] = device->tasks.data[i].event;
			clRetainEvent(device->tasks.data[i].event);
		}
	pthread_mutex_unlock(&device->lock);
	return found;
}

static void wait_for(ocl_device *device, ocl_task *task)
{
	cl_int status = clWaitForEvents(1, &task->event), end = CL_COMPLETE;

	clGetEventInfo(task->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(end), &end, NULL);
	if (device->task_status == CL_SUCCESS)
		device->task_status = end < 0 ? end : status;
	clReleaseEvent(task->event);
	HR_VEC_FREE(&task->uses);
}

/* Finish the launches that use BUFFER, or all if BUFFER is NULL. The caller holds the lock. */
static void finish(ocl_device *device, const ocl_buffer *buffer)
{
	const ocl_use any = {.buffer = (ocl_buffer *)(uintptr_t)buffer, .written = true};
	size_t left = 0;

	for (size_t i = 0; i < device->tasks.count; i++) {
		ocl_task *task = &device->tasks.data[i];

		if (buffer && !is_before(task, &any, 1))
			device->tasks.data[left++] = *task;
		else
			wait_for(device, task);
	}
	device->tasks.count = left;
}

void ocl_tasks_add(ocl_device *device, cl_event event, const ocl_use *uses, size_t count)
{
	ocl_task made = {.event = event};

	for (size_t i = 0; i < count; i++)
		HR_PUSH(&made.uses, uses[i]);
	pthread_mutex_lock(&device->lock);
	HR_PUSH(&device->tasks, made);
	if (device->tasks.count == OCL_MOST_TASKS)
		finish(device, NULL);
	pthread_mutex_unlock(&device->lock);
}

bool ocl_tasks_finish(ocl_device *device, const ocl_buffer *buffer)
{
	bool good;

	pthread_mutex_lock(&device->lock);
	finish(device, buffer);
	good = device->task_status == CL_SUCCESS;
	pthread_mutex_unlock(&device->lock);
	return good;
}

/* Wait for all launches. Return the error of one that has failed since the last call. */
static cl_int take_failure(ocl_device *device)
{
	cl_int status;

	pthread_mutex_lock(&device->lock);
	finish(device, NULL);
	status = device->task_status;
	device->task_status = CL_SUCCESS;
	pthread_mutex_unlock(&device->lock);
	return status;
}

int ocl_module_settle(void *state, char text[HR_BACKEND_TEXT])
{
	ocl_device *device = state;
	cl_int status = take_failure(device);
	char words[64];

	if (ocl_buffers_settle(device) && status == CL_SUCCESS)
		return 0;
	snprintf(text, HR_BACKEND_TEXT, "%s",
		 status == CL_SUCCESS ? "a copy to the device failed" : ocl_error(status, words));
	return 1;
}
