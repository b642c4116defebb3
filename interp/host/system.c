/* interp/host/system.c -- system calls of the host that read or write memory which is on a device.
 *
 * An access of the program to memory that is on a device is detected, and the memory is copied back
 * (interp/run/offload.h). System calls fail instead. So the functions that programs use with large
 * buffers have replacements that copy the memory back before the call. Libraries that make such
 * system calls themselves are not covered. A program that requests its memory (M7) needs none of
 * this.
 *
 * Owns:      nothing.
 * Clauses:   M7.
 * Not here:  which memory is on a device (backends/dispatch/resident.c). */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "interp/host/host_runtime.h"
#include "interp/run/offload.h"
#include "interp/run/process.h"

static void bring(const void *buffer, size_t bytes)
{
	hr_run *run = bytes ? hr_run_current() : NULL;

	if (run)
		(void)hr_run_note(run, hr_offload_bring_back(run, buffer, bytes, false));
}

static void bring_many(const void *buffer, size_t size, size_t count)
{
	size_t bytes;

	if (!__builtin_mul_overflow(size, count, &bytes))
		bring(buffer, bytes);
}

static void bring_parts(const struct iovec *parts, int count)
{
	for (int i = 0; i < count; i++)
		bring(parts[i].iov_base, parts[i].iov_len);
}

static size_t whole_fread(void *buffer, size_t size, size_t count, FILE *file)
{
	bring_many(buffer, size, count);
	return fread(buffer, size, count, file);
}

static size_t whole_fwrite(const void *buffer, size_t size, size_t count, FILE *file)
{
	bring_many(buffer, size, count);
	return fwrite(buffer, size, count, file);
}

static ssize_t whole_read(int file, void *buffer, size_t bytes)
{
	bring(buffer, bytes);
	return read(file, buffer, bytes);
}

static ssize_t whole_write(int file, const void *buffer, size_t bytes)
{
	bring(buffer, bytes);
	return write(file, buffer, bytes);
}

static ssize_t whole_pread(int file, void *buffer, size_t bytes, off_t offset)
{
	bring(buffer, bytes);
	return pread(file, buffer, bytes, offset);
}

static ssize_t whole_pwrite(int file, const void *buffer, size_t bytes, off_t offset)
{
	bring(buffer, bytes);
	return pwrite(file, buffer, bytes, offset);
}

static ssize_t whole_readv(int file, const struct iovec *parts, int count)
{
	bring_parts(parts, count);
	return readv(file, parts, count);
}

static ssize_t whole_writev(int file, const struct iovec *parts, int count)
{
	bring_parts(parts, count);
	return writev(file, parts, count);
}

static ssize_t whole_recv(int socket, void *buffer, size_t bytes, int flags)
{
	bring(buffer, bytes);
	return recv(socket, buffer, bytes, flags);
}

static ssize_t whole_send(int socket, const void *buffer, size_t bytes, int flags)
{
	bring(buffer, bytes);
	return send(socket, buffer, bytes, flags);
}

void *hr_runtime_system(const char *name, void *found)
{
	static const struct {
		const char *name;
		void *function;
	} stand_ins[] = {
		{"fread", (void *)whole_fread},   {"fwrite", (void *)whole_fwrite},
		{"read", (void *)whole_read},     {"write", (void *)whole_write},
		{"pread", (void *)whole_pread},   {"pwrite", (void *)whole_pwrite},
		{"pread64", (void *)whole_pread}, {"pwrite64", (void *)whole_pwrite},
		{"readv", (void *)whole_readv},   {"writev", (void *)whole_writev},
		{"recv", (void *)whole_recv},     {"send", (void *)whole_send},
	};

	for (size_t i = 0; i < sizeof(stand_ins) / sizeof(stand_ins[0]); i++)
		if (strcmp(name, stand_ins[i].name) == 0 && found == dlsym(RTLD_DEFAULT, name))
			return stand_ins[i].function;
	return found;
}
