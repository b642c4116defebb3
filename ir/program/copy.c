/* ir/program/copy.c -- copies of the program's module with selected function bodies.
 *
 * LLVM copies whole modules; therefore the other bodies are moved out of the program's module while
 * it is copied, and back afterwards. Bitcode of such a copy contains no global value that the bodies
 * do not refer to (hr_module_prune()).
 * The copy of a leaf is made in two steps, because the first one takes as long as the program is large:
 * copy the program's module with the bodies that a group of leaves needs, once; read that copy, and
 * delete the bodies of the others.
 * Invariant: after a copy the program's module is unchanged.
 * Owns:      the copies of groups, as bitcode.
 * Not here:  which bodies are selected. */
#include "ir/program/copy.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include "ir/program/lookup.h"
#include "ir/program/prune.h"
#include "src/base/vec.h"

typedef struct absent {
	LLVMValueRef function;
	size_t first, count; /* range in the list of blocks */
} absent;

typedef struct program_copier {
	HR_VEC(absent) absent;
	HR_VEC(LLVMBasicBlockRef) blocks;
} program_copier;

bool hr_has_label_address(void *function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
		     use = LLVMGetNextUse(use))
			if (LLVMIsABlockAddress(LLVMGetUser(use)))
				return true;
	return false;
}

/* Return true if an instruction of another function than FUNCTION uses the address of BLOCK, one of its blocks. */
static bool is_used_outside(LLVMValueRef function, LLVMBasicBlockRef block)
{
	for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
	     use = LLVMGetNextUse(use)) {
		LLVMValueRef address = LLVMGetUser(use);

		if (!LLVMIsABlockAddress(address))
			continue;
		for (LLVMUseRef of = LLVMGetFirstUse(address); of; of = LLVMGetNextUse(of)) {
			LLVMValueRef user = LLVMGetUser(of);

			if (LLVMIsAInstruction(user) &&
			    LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) != function)
				return true;
		}
	}
	return false;
}

static bool shows_labels(LLVMModuleRef module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
		     b = LLVMGetNextBasicBlock(b))
			if (is_used_outside(f, b))
				return true;
	return false;
}

/* With LABELS, a function uses the address of a label of a later one, where LLVM's own copy crashes. */
static LLVMModuleRef copy_of(LLVMModuleRef module, bool labels)
{
	LLVMMemoryBufferRef bitcode;
	LLVMModuleRef copy;

	if (!labels)
		return LLVMCloneModule(module);
	bitcode = LLVMWriteBitcodeToMemoryBuffer(module);
	if (LLVMParseBitcodeInContext2(LLVMGetModuleContext(module), bitcode, &copy))
		hr_bug("LLVM cannot read what it has written");
	LLVMDisposeMemoryBuffer(bitcode);
	return copy;
}

static void take_out(program_copier *self, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	absent body = {function, self->blocks.count, 0};

	while ((block = LLVMGetFirstBasicBlock(function)) != NULL) {
		LLVMRemoveBasicBlockFromParent(block);
		HR_PUSH(&self->blocks, block);
		body.count++;
	}
	HR_PUSH(&self->absent, body);
}

static void put_all_back(const program_copier *self)
{
	for (size_t i = 0; i < self->absent.count; i++) {
		const absent *body = &self->absent.data[i];

		for (size_t b = 0; b < body->count; b++)
			LLVMAppendExistingBasicBlock(body->function,
						     self->blocks.data[body->first + b]);
	}
}

void *hr_module_copy(const hr_program *program, const bool *wanted)
{
	const bool labels = shows_labels(program->module);
	program_copier self = {0};
	LLVMModuleRef copy;

	/* LLVM cannot write a module in which bodies that were taken out use labels. */
	for (uint32_t i = 0; !labels && i < program->function_count; i++) {
		const hr_function *function = program->functions[i];

		if (function->defined && !wanted[i] && !hr_has_label_address(function->llvm))
			take_out(&self, function->llvm);
	}
	copy = copy_of(program->module, labels);
	put_all_back(&self);
	HR_VEC_FREE(&self.absent);
	HR_VEC_FREE(&self.blocks);
	return copy;
}

static LLVMMemoryBufferRef write_copy(const hr_program *program, const bool *wanted, bool lines)
{
	LLVMModuleRef copy = hr_module_copy(program, wanted);
	LLVMMemoryBufferRef bitcode;

	hr_module_prune(copy);
	if (!lines)
		LLVMStripModuleDebugInfo(copy);
	bitcode = LLVMWriteBitcodeToMemoryBuffer(copy);
	LLVMDisposeModule(copy);
	return bitcode;
}

void *hr_module_bitcode(const hr_program *program, const bool *wanted, bool lines)
{
	LLVMMemoryBufferRef bitcode;

	hr_program_lock();
	bitcode = write_copy(program, wanted, lines);
	hr_program_unlock();
	return bitcode;
}

/* --- groups of leaves ------------------------------------------------------------------------- */

/* Limits of a group. Reading the copy of a group of small leaves is cheap. */
enum { GROUP_LEAVES = 32, GROUP_INSTRUCTIONS = 2000, GROUP_NONE = 0 };

typedef struct group_copy {
	LLVMMemoryBufferRef bitcode[2]; /* without and with lines; NULL: not made yet */
} group_copy;

typedef struct program_copies {
	bool known;            /* the groups are */
	uint32_t *group;       /* for each function; GROUP_NONE: no leaf */
	HR_VEC(group_copy) of; /* for each group; the first is none */
} program_copies;

void hr_copies_new(hr_program *program)
{
	program->copies = hr_alloc_zero(sizeof(program_copies));
}

void hr_copies_free(hr_program *program)
{
	program_copies *self = program->copies;

	if (!self)
		return;
	for (size_t i = 0; i < self->of.count; i++)
		for (int lines = 0; lines < 2; lines++)
			if (self->of.data[i].bitcode[lines])
				LLVMDisposeMemoryBuffer(self->of.data[i].bitcode[lines]);
	HR_VEC_FREE(&self->of);
	hr_free(self->group);
	hr_free(self);
	program->copies = NULL;
}

static size_t count_instructions(LLVMValueRef function)
{
	size_t count = 0;

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			count++;
	return count;
}

static void make_groups(const hr_program *program, program_copies *self)
{
	size_t leaves = 0, instructions = 0;

	self->known = true;
	self->group = hr_alloc_array(program->function_count + 1, sizeof(*self->group));
	HR_PUSH(&self->of, (group_copy){{NULL}});
	for (uint32_t i = 0; i < program->function_count; i++) {
		const hr_function *function = program->functions[i];

		if (!function->leaf_node || !function->defined)
			continue;
		instructions += count_instructions(function->llvm);
		if (self->of.count == 1 || leaves == GROUP_LEAVES ||
		    instructions > GROUP_INSTRUCTIONS) {
			HR_PUSH(&self->of, (group_copy){{NULL}});
			leaves = 0;
			instructions = count_instructions(function->llvm);
		}
		leaves++;
		self->group[i] = (uint32_t)self->of.count - 1;
	}
}

/* Return what the leaves of GROUP need; the caller owns it. */
static bool *needed_by(const hr_program *program, uint32_t group, hr_needed *needed)
{
	const program_copies *self = program->copies;
	bool *all = hr_alloc_array(program->function_count + 1, sizeof(*all));

	for (uint32_t i = 0; i < program->function_count; i++) {
		bool *one;

		if (self->group[i] != group)
			continue;
		one = needed(program, program->functions[i]);
		for (uint32_t f = 0; f < program->function_count; f++)
			all[f] |= one[f];
		hr_free(one);
	}
	return all;
}

static LLVMMemoryBufferRef group_bitcode(const hr_program *program, uint32_t group,
					 hr_needed *needed, bool lines)
{
	program_copies *self = program->copies;
	LLVMMemoryBufferRef *known = &self->of.data[group].bitcode[lines];

	if (!*known) {
		bool *wanted = needed_by(program, group, needed);

		*known = write_copy(program, wanted, lines);
		hr_free(wanted);
	}
	return *known;
}

/* Delete the body of FUNCTION. Deleting a function is the way to delete blocks that refer to one
 * another. */
static void delete_body(LLVMModuleRef module, LLVMValueRef function)
{
	LLVMValueRef rest = LLVMAddFunction(module, "", LLVMGlobalGetValueType(function));
	LLVMBasicBlockRef block;

	while ((block = LLVMGetFirstBasicBlock(function)) != NULL) {
		LLVMRemoveBasicBlockFromParent(block);
		LLVMAppendExistingBasicBlock(rest, block);
	}
	LLVMDeleteFunction(rest);
}

/* Delete the bodies of functions that are not WANTED. Functions without a name stay; nothing tells
 * which they are. */
static void keep_wanted(const hr_program *program, LLVMModuleRef module, const bool *wanted)
{
	LLVMValueRef last = LLVMGetLastFunction(module), next;

	for (LLVMValueRef at = LLVMGetFirstFunction(module); at; at = next) {
		const hr_function *function;
		size_t length;

		next = at == last ? NULL : LLVMGetNextFunction(at);
		if (LLVMIsDeclaration(at) || hr_has_label_address(at))
			continue;
		function = hr_program_function(program, LLVMGetValueName2(at, &length));
		if (function && !wanted[function->id])
			delete_body(module, at);
	}
	hr_module_prune(module);
}

void *hr_leaf_copy(const hr_program *program, const hr_function *leaf, hr_needed *needed,
		   bool lines, void *context)
{
	program_copies *self = program->copies;
	LLVMMemoryBufferRef bitcode, own = NULL;
	LLVMModuleRef module;
	bool *wanted;

	hr_program_lock();
	if (!self->known)
		make_groups(program, self);
	wanted = needed(program, leaf);
	if (self->group[leaf->id] == GROUP_NONE)
		bitcode = own = write_copy(program, wanted, lines);
	else
		bitcode = group_bitcode(program, self->group[leaf->id], needed, lines);
	hr_program_unlock();
	if (LLVMParseBitcodeInContext2(context, bitcode, &module))
		hr_bug("cannot read back the bitcode of '%s'", leaf->name);
	if (own)
		LLVMDisposeMemoryBuffer(own);
	else
		keep_wanted(program, module, wanted);
	hr_free(wanted);
	return module;
}
