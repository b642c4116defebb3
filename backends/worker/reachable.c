/* backends/worker/reachable.c -- computes the program memory that a grid can reach.
 *
 * A leaf gets memory through its arguments and through variables. Pointers that it loads from that
 * memory may lead anywhere, so leaves that use such pointers are identified. Objects of C that are
 * not tracked have no known size.
 * Invariant: ranges are sorted and do not overlap.
 * Owns:      nothing.
 * Clauses:   M6, M7 (what a leaf may access).
 * Not here:  the check of a single access (interp/check/access/bounds.c). */
#include "backends/worker/reachable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "backends/shared/context.h"
#include "backends/shared/edit.h"
#include "backends/unit/variables.h"
#include "interp/memory/image.h"
#include "interp/memory/memory.h"

/* --- whether a unit uses pointers from memory ---------------------------------------------- */

typedef HR_VEC(LLVMValueRef) values;

static bool is_pointer(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
		type = LLVMGetElementType(type);
	return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

static void add_operands(LLVMValueRef value, values *waiting)
{
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		HR_PUSH(waiting, LLVMGetOperand(value, i));
}

static bool is_allocation(LLVMValueRef call)
{
	size_t length;

	return LLVMIsACallInst(call) &&
	       strcmp(LLVMGetValueName2(LLVMGetCalledValue(call), &length), "hpvm_malloc") == 0;
}

/* Return true if VALUE is a pointer whose origin the description covers. If it is computed from
 * other pointers, these are added to WAITING. */
static bool is_given(LLVMValueRef value, values *waiting)
{
	LLVMOpcode code = LLVMIsAInstruction(value)    ? LLVMGetInstructionOpcode(value)
			  : LLVMIsAConstantExpr(value) ? LLVMGetConstOpcode(value)
						       : LLVMRet;

	switch (code) {
	case LLVMAlloca: return true;
	case LLVMGetElementPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMFreeze: HR_PUSH(waiting, LLVMGetOperand(value, 0)); return true;
	case LLVMPHI:
		for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
			HR_PUSH(waiting, LLVMGetIncomingValue(value, i));
		return true;
	case LLVMSelect:
		HR_PUSH(waiting, LLVMGetOperand(value, 1));
		HR_PUSH(waiting, LLVMGetOperand(value, 2));
		return true;
	case LLVMCall: return is_allocation(value);
	default: /* parameters are examined at the call */
		return LLVMIsAArgument(value) ||
		       (LLVMIsAConstant(value) && !LLVMIsAConstantExpr(value));
	}
}

static bool comes_from_given(LLVMValueRef pointer)
{
	values waiting = {0};
	bool given = true;

	HR_PUSH(&waiting, pointer);
	for (size_t i = 0; i < waiting.count && given; i++) {
		bool seen = false;

		for (size_t k = 0; k < i && !seen; k++)
			seen = waiting.data[k] == waiting.data[i];
		given = seen || is_given(waiting.data[i], &waiting);
	}
	HR_VEC_FREE(&waiting);
	return given;
}

static bool uses_unknown(LLVMValueRef instruction, bool reads)
{
	values pointers = {0};
	bool unknown = false;

	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMStore: HR_PUSH(&pointers, LLVMGetOperand(instruction, 1)); break;
	case LLVMLoad:
		if (!reads)
			break;
		/* fall through */
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg: HR_PUSH(&pointers, LLVMGetOperand(instruction, 0)); break;
	case LLVMCall:
	case LLVMInvoke: add_operands(instruction, &pointers); break;
	default: break;
	}
	for (size_t i = 0; i < pointers.count && !unknown; i++)
		unknown = is_pointer(pointers.data[i]) && !comes_from_given(pointers.data[i]);
	HR_VEC_FREE(&pointers);
	return unknown;
}

static bool module_follows(LLVMModuleRef module, bool reads)
{
	hr_instructions all = {0};
	bool follows = false;

	hr_edit_list(module, &all);
	for (size_t i = 0; i < all.count && !follows; i++)
		follows = uses_unknown(all.data[i], reads);
	HR_VEC_FREE(&all);
	return follows;
}

bool hr_unit_is_closed(const hr_unit *unit)
{
	for (uint32_t i = 0; i < unit->input_count; i++)
		if (unit->inputs[i].kind == HR_UNIT_POINTER &&
		    !(unit->inputs[i].flags & HR_PORT_SIZED))
			return false;
	return !hr_unit_follows(unit, true);
}

bool hr_unit_follows(const hr_unit *unit, bool reads)
{
	LLVMContextRef context = hr_context_new();
	LLVMMemoryBufferRef bitcode = LLVMCreateMemoryBufferWithMemoryRange(
		unit->bitcode, unit->bitcode_bytes, "unit", 0);
	bool follows = true;
	LLVMModuleRef module;

	if (!LLVMParseBitcodeInContext2(context, bitcode, &module)) {
		LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();

		/* Promote parameters that are variables on the stack to values. */
		LLVMConsumeError(LLVMRunPasses(module, "sroa,mem2reg", NULL, options));
		LLVMDisposePassBuilderOptions(options);
		follows = module_follows(module, reads);
		LLVMDisposeModule(module);
	}
	LLVMDisposeMemoryBuffer(bitcode);
	hr_context_free(context);
	return follows;
}

/* --- ranges ----------------------------------------------------------------------------------- */

static void add(hr_ranges *ranges, void *memory, uint64_t bytes, bool written)
{
	if (memory && bytes)
		HR_PUSH(ranges,
			(hr_worker_range){.memory = memory, .bytes = bytes, .written = written});
}

static void add_kept(hr_ranges *ranges, uint64_t begin, uint64_t end, bool other)
{
	HR_PUSH(ranges, (hr_worker_range){.memory = (void *)(uintptr_t)begin,
					  .bytes = end - begin,
					  .other = other});
}

static uint64_t end_of(const hr_worker_range *range)
{
	return (uint64_t)(uintptr_t)range->memory + range->bytes;
}

static int by_address(const void *left, const void *right)
{
	uintptr_t a = (uintptr_t)((const hr_worker_range *)left)->memory;
	uintptr_t b = (uintptr_t)((const hr_worker_range *)right)->memory;

	return a < b ? -1 : a > b;
}

/* Sort ranges and merge those that touch. */
static void join(hr_ranges *ranges)
{
	size_t kept = 0;

	if (!ranges->count)
		return;
	qsort(ranges->data, ranges->count, sizeof(*ranges->data), by_address);
	for (size_t i = 1; i < ranges->count; i++) {
		hr_worker_range *to = &ranges->data[kept], *next = &ranges->data[i];

		if ((uintptr_t)next->memory > end_of(to))
			ranges->data[++kept] = *next;
		else if (end_of(next) > end_of(to))
			to->bytes = end_of(next) - (uintptr_t)to->memory;
	}
	ranges->count = kept + 1;
}

/* Add the parts of OTHER outside the COUNT ranges OWN, which are joined, as ranges that must not
 * change. */
static void add_rest(const hr_worker_range *own, size_t count, const hr_ranges *other,
		     bool is_other, hr_ranges *rest)
{
	for (size_t i = 0; i < other->count; i++) {
		uint64_t at = (uint64_t)(uintptr_t)other->data[i].memory;
		uint64_t end = end_of(&other->data[i]);

		for (size_t k = 0; k < count && at < end; k++) {
			uint64_t begin = (uint64_t)(uintptr_t)own[k].memory;

			if (end_of(&own[k]) <= at || begin >= end)
				continue;
			if (begin > at)
				add_kept(rest, at, begin, is_other);
			at = end_of(&own[k]);
		}
		if (at < end)
			add_kept(rest, at, end, is_other);
	}
}

/* Append the parts of OTHER outside RANGES, which are joined, and sort the result. */
static void append_rest(hr_ranges *ranges, const hr_ranges *other, bool is_other)
{
	hr_ranges rest = {0};

	add_rest(ranges->data, ranges->count, other, is_other, &rest);
	for (size_t i = 0; i < rest.count; i++)
		HR_PUSH(ranges, rest.data[i]);
	HR_VEC_FREE(&rest);
	if (ranges->count)
		qsort(ranges->data, ranges->count, sizeof(*ranges->data), by_address);
}

/* --- the memory of arguments --------------------------------------------------------------- */

/* Find the tracked object, the memory of the execution, or the variable in RANGES that contains
 * ADDRESS. */
static bool find_memory(const hr_offload_grid *of, const hr_ranges *ranges, uint64_t address,
			void **base, size_t *bytes)
{
	const void *piece = NULL;

	if (hr_tracked(of->run->tracker, (const void *)(uintptr_t)address, base, bytes))
		return true;
	while (of->thread->allocations &&
	       (piece = hr_objects_next(of->thread->allocations, piece, base, bytes)) != NULL)
		if (address - (uint64_t)(uintptr_t)*base < *bytes)
			return true;
	for (size_t i = 0; i < ranges->count; i++) {
		*base = ranges->data[i].memory;
		*bytes = ranges->data[i].bytes;
		if (address - (uint64_t)(uintptr_t)*base < *bytes)
			return true;
	}
	return false;
}

static bool add_variables(const hr_run *run, const hr_unit *unit, hr_ranges *ranges,
			  char why[HR_BACKEND_TEXT])
{
	for (uint32_t i = 0; i < unit->symbol_count; i++) {
		const hr_global *found;
		uint64_t address;

		if (unit->functions[i])
			continue;
		found = hr_variable_named(run, unit->symbols[i], &address, why);
		if (!found)
			return false;
		if (!found->constant)
			add(ranges, (void *)(uintptr_t)address, found->bytes, true);
	}
	return true;
}

static uint64_t word_at(const uint8_t *image, const hr_unit_port *port)
{
	uint64_t word;

	memcpy(&word, image + port->offset, sizeof(word));
	return word;
}

/* M5: an `in` pointer is only read. */
static bool is_read(const hr_unit_port *input)
{
	return (input->flags & (HR_PORT_IN | HR_PORT_OUT)) == HR_PORT_IN;
}

/* Add the memory of the pointers in one image; what is only read is added to READ. */
static bool add_pointers(const hr_offload_grid *of, const hr_unit *unit, const uint8_t *image,
			 hr_ranges *ranges, hr_ranges *read, char why[HR_BACKEND_TEXT])
{
	for (uint32_t i = 0; i < unit->input_count; i++) {
		const hr_unit_port *input = &unit->inputs[i];
		uint64_t address = input->kind == HR_UNIT_POINTER ? word_at(image, input) : 0;
		void *base = (void *)(uintptr_t)address;
		size_t bytes;

		if (!address || (is_read(input) && !(input->flags & HR_PORT_SIZED)))
			continue;
		if (input->flags & HR_PORT_SIZED) {
			bytes = word_at(image, input + 1);
		} else if (!find_memory(of, ranges, address, &base, &bytes)) {
			snprintf(why, HR_BACKEND_TEXT,
				 "input %u%s%s is a pointer to memory of unknown size", i,
				 *input->name ? " " : "", input->name);
			return false;
		}
		add(is_read(input) ? read : ranges, base, bytes, !is_read(input));
	}
	return true;
}

static bool add_inputs(const hr_offload_grid *of, const hr_unit *unit, const hr_unit_grid *grid,
		       hr_ranges *ranges, hr_ranges *read, char why[HR_BACKEND_TEXT])
{
	uint64_t count = 1;
	bool pointers = false;

	for (uint32_t i = 0; i < unit->input_count; i++) {
		pointers |= unit->inputs[i].kind == HR_UNIT_POINTER;
		if (unit->inputs[i].flags & HR_PORT_VARIES)
			count = (uint64_t)(grid->end[0] - grid->begin[0]) *
				(uint64_t)(grid->end[1] - grid->begin[1]) *
				(uint64_t)(grid->end[2] - grid->begin[2]);
	}
	for (uint64_t k = 0; pointers && k < count; k++)
		if (!add_pointers(of, unit, grid->inputs + k * unit->input_stride, ranges, read,
				  why))
			return false;
	return true;
}

/* --- other memory of the program ----------------------------------------------------------- */

/* List objects lent by the host, those of the execution, and the program's variables; joined. */
static void list_memory(const hr_offload_grid *of, hr_ranges *all)
{
	const hr_run *run = of->run;
	hr_tracked_objects objects = {0};
	const void *piece = NULL;
	uint64_t address;
	size_t bytes;
	void *base;

	hr_tracked_all(run->tracker, &objects);
	for (size_t i = 0; i < objects.count; i++)
		add(all, objects.data[i].base, objects.data[i].freed ? 0 : objects.data[i].bytes,
		    false);
	HR_VEC_FREE(&objects);
	while (of->thread->allocations &&
	       (piece = hr_objects_next(of->thread->allocations, piece, &base, &bytes)) != NULL)
		add(all, base, bytes, false);
	for (uint32_t i = 0; i < run->program->global_count; i++)
		if (!run->program->globals[i]->constant &&
		    hr_image_global_known(run->image, i, &address))
			add(all, (void *)(uintptr_t)address, run->program->globals[i]->bytes,
			    false);
	join(all);
}

void hr_reachable_others(const hr_offload_grid *of, const hr_worker_range *own, size_t count,
			 hr_ranges *others)
{
	hr_ranges all = {0};

	others->count = 0;
	list_memory(of, &all);
	add_rest(own, count, &all, true, others);
	HR_VEC_FREE(&all);
}

static const hr_global *variable_at(const hr_run *run, uint64_t stray)
{
	uint64_t address;

	for (uint32_t i = 0; i < run->program->global_count; i++)
		if (hr_image_global_known(run->image, i, &address) &&
		    stray - address < run->program->globals[i]->bytes)
			return run->program->globals[i];
	return NULL;
}

void hr_reachable_stray(const hr_run *run, char text[HR_BACKEND_TEXT])
{
	uint64_t address = hr_worker_strayed();
	const hr_global *variable = address ? variable_at(run, address) : NULL;
	size_t used = strlen(text);
	char by[HR_TRACKED_BY];

	if (variable)
		snprintf(text + used, HR_BACKEND_TEXT - used, " ('%.100s')", variable->name);
	else if (address && *hr_tracked_by(run->tracker, (const void *)(uintptr_t)address, by))
		snprintf(text + used, HR_BACKEND_TEXT - used, " (tracked%s)", by);
}

bool hr_reachable(const hr_offload_grid *of, const hr_unit *unit, const hr_unit_grid *grid,
		  hr_ranges *ranges, char why[HR_BACKEND_TEXT])
{
	hr_ranges read = {0};
	bool reached;

	ranges->count = 0;
	reached = add_variables(of->run, unit, ranges, why) &&
		  add_inputs(of, unit, grid, ranges, &read, why);
	if (reached) {
		join(ranges);
		join(&read);
		append_rest(ranges, &read, false);
		read.count = 0;
		list_memory(of, &read);
		append_rest(ranges, &read, true);
	}
	HR_VEC_FREE(&read);
	return reached;
}

/* --- changes ---------------------------------------------------------------------------------- */

enum { STRIP = 256 };

void hr_ranges_apply(const hr_ranges *ranges)
{
	for (size_t i = 0; i < ranges->count; i++) {
		const hr_worker_range *range = &ranges->data[i];
		uint8_t *memory = range->memory;

		if (!range->written || range->after == range->before)
			continue;
		for (uint64_t at = 0; at < range->bytes; at += STRIP) {
			uint64_t end = range->bytes - at < STRIP ? range->bytes : at + STRIP;

			if (memcmp(range->before + at, range->after + at, end - at) == 0)
				continue;
			for (uint64_t k = at; k < end; k++)
				if (range->after[k] != range->before[k])
					memory[k] = range->after[k];
		}
	}
}
