/* backends/cuda/translate/arch.c -- the architectures of NVIDIA devices that this LLVM can generate
 * code for.
 *
 * LLVM ends the process when it is given a PTX version that is too old for an architecture, and
 * replaces an architecture that it does not know by its oldest. So the architectures are listed
 * here.
 * Source: `llc -march=nvptx64 -mcpu=help` of LLVM 22, and the PTX versions that it requires;
 * NVIDIA, PTX ISA, ".target". */
#include "config.h"

#include "backends/cuda/translate/arch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct arch_row {
	unsigned number;
	const char *suffixes; /* "" for no suffix, and the suffixes that exist */
	unsigned ptx[3];      /* PTX version without suffix, with 'a', with 'f' */
	unsigned llvm;        /* major version of LLVM from which the row is used */
} arch_row;

static const arch_row rows[] = {
	{60, "", {74}, 0},
	{61, "", {74}, 0},
	{62, "", {74}, 0},
	{70, "", {74}, 0},
	{72, "", {74}, 0},
	{75, "", {74}, 0},
	{80, "", {74}, 0},
	{86, "", {74}, 0},
	{87, "", {74}, 0},
	{88, "", {90}, 22},
	{89, "", {78}, 0},
	{90, "a", {78, 80}, 0},
	{100, "af", {86, 86, 88}, 22},
	{101, "af", {86, 86, 88}, 22},
	{103, "af", {88, 88, 88}, 22},
	{110, "af", {90, 90, 90}, 22},
	{120, "af", {87, 87, 88}, 22},
	{121, "af", {88, 88, 88}, 22},
};
enum { COUNT = sizeof(rows) / sizeof(rows[0]) };

const char *cuda_arch_name(cuda_arch arch, char name[CUDA_ARCH_NAME])
{
	snprintf(name, CUDA_ARCH_NAME, arch.suffix ? "%u%c" : "%u", arch.number, arch.suffix);
	return name;
}

unsigned cuda_arch_ptx(cuda_arch arch)
{
	for (unsigned i = 0; i < COUNT; i++) {
		if (rows[i].number != arch.number || rows[i].llvm > HR_LLVM_MAJOR)
			continue;
		if (!arch.suffix)
			return rows[i].ptx[0];
		return strchr(rows[i].suffixes, arch.suffix)
			       ? rows[i].ptx[arch.suffix == 'a' ? 1 : 2]
			       : 0;
	}
	return 0;
}

cuda_arch cuda_arch_for(unsigned capability)
{
	cuda_arch best = {0, 0};

	for (unsigned i = 0; i < COUNT; i++)
		if (rows[i].number <= capability && rows[i].number > best.number &&
		    rows[i].llvm <= HR_LLVM_MAJOR)
			best.number = rows[i].number;
	return best;
}

const char *cuda_arch_list(char *text, size_t bytes)
{
	size_t length = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < COUNT; i++) {
		if (rows[i].llvm > HR_LLVM_MAJOR || length >= bytes)
			continue;
		length += (size_t)snprintf(text + length, bytes - length, "%ssm_%u",
					   length ? ", " : "", rows[i].number);
		for (const char *suffix = rows[i].suffixes; *suffix && length < bytes; suffix++)
			length += (size_t)snprintf(text + length, bytes - length, ", sm_%u%c",
						   rows[i].number, *suffix);
	}
	return text;
}

const char *cuda_arch_read(const char *text, cuda_arch *arch)
{
	unsigned long number;
	char *end;

	text += strncmp(text, "sm_", 3) == 0 ? 3 : 0;
	if (*text < '1' || *text > '9')
		return NULL;
	number = strtoul(text, &end, 10);
	arch->number = number < 1000 ? (unsigned)number : 0;
	arch->suffix = *end == 'a' || *end == 'f' ? *end++ : '\0';
	return cuda_arch_ptx(*arch) ? end : NULL;
}

bool cuda_arches_read(const char *text, cuda_arch arches[CUDA_MOST_ARCHES], unsigned *count)
{
	for (*count = 0;; text++) {
		if (++*count > CUDA_MOST_ARCHES)
			return false;
		text = cuda_arch_read(text, &arches[*count - 1]);
		if (!text || (*text && *text != ','))
			return false;
		if (!*text)
			return true;
	}
}
