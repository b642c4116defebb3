/* backends/cuda/translate/kernel_record.c -- serialises the description of a kernel's arguments.
 *
 * Invariant: a truncated record is invalid; equal code results in equal bytes.
 * Owns:      nothing.
 * Not here:  files of the cache (backends/shared/cache.c), loading images
 *            (backends/cuda/device/images.c). */
#include "backends/cuda/translate/kernel_record.h"

#include <stdio.h>
#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>

#include "backends/shared/context.h"
#include "src/base/hash.h"

/* A record: this struct, the arguments, the sizes of shared memory, the kernel's name with its
 * zero. */
typedef struct record_head {
	uint32_t argument_count, local_count, name_bytes, library_calls, order[3], group_order[3];
	uint8_t barriers, groups, spread, images;
} record_head;

static void append(cuda_record *to, const void *data, size_t bytes)
{
	if (!bytes)
		return;
	HR_RESERVE(to, bytes);
	memcpy(to->data + to->count, data, bytes);
	to->count += bytes;
}

void cuda_record_add(cuda_record *to, const cuda_code *code)
{
	record_head made = {
		.argument_count = code->argument_count,
		.local_count = code->local_count,
		.name_bytes = (uint32_t)strlen(code->kernel) + 1,
		.library_calls = code->library_calls,
		.barriers = code->barriers,
		.groups = code->groups,
		.spread = code->spread,
		.images = code->images,
	};

	memcpy(made.order, code->order, sizeof(made.order));
	memcpy(made.group_order, code->group_order, sizeof(made.group_order));
	append(to, &made, sizeof(made));
	append(to, code->arguments, code->argument_count * sizeof(*code->arguments));
	append(to, code->locals, code->local_count * sizeof(*code->locals));
	append(to, code->kernel, made.name_bytes);
}

size_t cuda_record_read(cuda_code *code, const uint8_t *data, size_t size)
{
	size_t arguments, locals, used;
	record_head found;

	if (size < sizeof(found))
		return 0;
	memcpy(&found, data, sizeof(found));
	if (found.argument_count > CUDA_MOST_ARGUMENTS || found.local_count > CUDA_MOST_LOCALS)
		return 0;
	arguments = found.argument_count * sizeof(cuda_argument);
	locals = found.local_count * sizeof(hr_local_size);
	used = sizeof(found) + arguments + locals;
	if (used > size || !found.name_bytes || found.name_bytes > size - used ||
	    data[used + found.name_bytes - 1] != '\0')
		return 0;
	*code = (cuda_code){
		.kernel = hr_strdup((const char *)data + used),
		.arguments = hr_alloc_array(found.argument_count + 1, sizeof(cuda_argument)),
		.argument_count = found.argument_count,
		.local_count = found.local_count,
		.library_calls = found.library_calls,
		.barriers = found.barriers,
		.groups = found.groups,
		.spread = found.spread,
		.images = found.images,
	};
	memcpy(code->order, found.order, sizeof(found.order));
	memcpy(code->group_order, found.group_order, sizeof(found.group_order));
	memcpy(code->arguments, data + sizeof(found), arguments);
	memcpy(code->locals, data + sizeof(found) + arguments, locals);
	return used + found.name_bytes;
}

/* --- in images -------------------------------------------------------------------------------- */

/* Return the unit's bitcode without debug information, which does not affect what it computes; the
 * caller disposes of it. Return NULL if the bitcode cannot be read. */
static LLVMMemoryBufferRef without_lines(const hr_unit *unit)
{
	LLVMMemoryBufferRef bitcode = LLVMCreateMemoryBufferWithMemoryRange(
				    unit->bitcode, unit->bitcode_bytes, "unit", 0),
			    plain = NULL;
	LLVMContextRef context = hr_context_new();
	LLVMModuleRef module;

	if (!LLVMParseBitcodeInContext2(context, bitcode, &module)) {
		LLVMStripModuleDebugInfo(module);
		plain = LLVMWriteBitcodeToMemoryBuffer(module);
		LLVMDisposeModule(module);
	}
	LLVMDisposeMemoryBuffer(bitcode);
	hr_context_free(context);
	return plain;
}

const char *cuda_record_name(const hr_unit *unit, bool disjoint, char name[CUDA_RECORD_NAME])
{
	const uint32_t pointers = disjoint;
	LLVMMemoryBufferRef plain = without_lines(unit);
	hr_unit copy = *unit;
	hr_cache_key key = {0};

	if (plain) {
		copy.bitcode = LLVMGetBufferStart(plain);
		copy.bitcode_bytes = LLVMGetBufferSize(plain);
	}
	hr_cache_add_text(&key, CUDA_FORMAT);
	hr_cache_add(&key, &pointers, sizeof(pointers));
	hr_cache_add_text(&key, unit->name);
	hr_cache_add_unit(&key, &copy);
	snprintf(name, CUDA_RECORD_NAME, "hpvm_unit_%016llx%016llx",
		 (unsigned long long)hr_hash(HR_HASH_FIRST, key.data, key.count),
		 (unsigned long long)hr_hash(HR_HASH_FIRST ^ 1, key.data, key.count));
	HR_VEC_FREE(&key);
	if (plain)
		LLVMDisposeMemoryBuffer(plain);
	return name;
}

void cuda_record_embed(const cuda_code *code, const hr_unit *unit, bool disjoint)
{
	LLVMContextRef context = LLVMGetModuleContext(code->module);
	cuda_record record = {0};
	char name[CUDA_RECORD_NAME];
	LLVMValueRef value, variable;

	cuda_record_add(&record, code);
	value = LLVMConstStringInContext2(context, (const char *)record.data, record.count, true);
	variable = LLVMAddGlobalInAddressSpace(code->module, LLVMTypeOf(value),
					       cuda_record_name(unit, disjoint, name), 1);
	LLVMSetInitializer(variable, value);
	LLVMSetAlignment(variable, 8);
	HR_VEC_FREE(&record);
}
