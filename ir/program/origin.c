/* ir/program/origin.c -- where the address of a memory access comes from, as far as the function
 * itself shows.
 *
 * Invariant: an answer other than HR_ORIGIN_UNKNOWN is true of every run of the instruction.
 * Clauses:   M6 (the argument an access came from).
 * Not here:  the value that a pointer is based on (root.c), callers of the function
 *            (interp/check/access/check.c follows them). */
#include "ir/program/origin.h"

#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "ir/code/op_info.h"
#include "ir/program/constant.h"
#include "ir/program/debug_names.h"
#include "ir/program/hpvm_names.h"
#include "ir/program/lookup.h"
#include "ir/program/root.h"
#include "src/base/hash.h"

static LLVMValueRef instruction_at(const hr_code *code, uint32_t word)
{
	uint32_t count = hr_code_places_to(code, word);

	return count ? code->places[count - 1].llvm : NULL;
}

void *hr_origin_instruction(const hr_code *code, uint32_t word, uint32_t *first)
{
	uint32_t count = hr_code_places_to(code, word);

	if (!count)
		return NULL;
	*first = code->places[count - 1].word;
	return code->places[count - 1].llvm;
}

/* Return the instruction of the operation at WORD, NULL if there is none; its words are *FIRST to
 * before *END. */
static LLVMValueRef instruction_of(const hr_code *code, uint32_t word, uint32_t *first,
				   uint32_t *end)
{
	const uint32_t count = hr_code_places_to(code, word);

	*end = count < code->place_count ? code->places[count].word : code->word_count;
	return hr_origin_instruction(code, word, first);
}

static const char thread_local_address[] = "llvm.threadlocal.address";

/* Return the parameter, global or alloca that POINTER is based on, or NULL. */
static LLVMValueRef base_of(const hr_program *program, LLVMValueRef pointer)
{
	LLVMValueRef root = hr_root_of(program, pointer);

	if (LLVMIsAIntrinsicInst(root) &&
	    LLVMGetIntrinsicID(LLVMGetCalledValue(root)) ==
		    LLVMLookupIntrinsicID(thread_local_address, strlen(thread_local_address)))
		root = LLVMGetOperand(root, 0);
	if (LLVMIsAGlobalAlias(root))
		root = hr_root_of(program, LLVMAliasGetAliasee(root));
	return LLVMIsAArgument(root) || LLVMIsAGlobalVariable(root) || LLVMIsAAllocaInst(root)
		       ? root
		       : NULL;
}

static uint32_t parameter_index(LLVMValueRef parameter)
{
	LLVMValueRef function = LLVMGetParamParent(parameter);
	uint32_t index = 0;

	while (LLVMGetParam(function, index) != parameter)
		index++;
	return index;
}

/* Only allocas of the entry block have a fixed offset, which is in their operation. */
static hr_origin variable(const hr_code *code, LLVMValueRef alloca_)
{
	hr_origin origin = {.kind = HR_ORIGIN_STACK};
	LLVMValueRef count = LLVMGetOperand(alloca_, 0);

	for (uint32_t i = 0; i < code->place_count; i++) {
		const uint32_t *word = &code->words[code->places[i].word];

		if (code->places[i].llvm != alloca_ || *word != HR_OP_alloca)
			continue;
		origin.place = word[2];
		origin.bytes =
			LLVMABISizeOfType(code->program->layout, LLVMGetAllocatedType(alloca_)) *
			(uint64_t)hr_constant_int(count);
	}
	return origin;
}

static hr_origin origin_of(const hr_code *code, LLVMValueRef pointer)
{
	LLVMValueRef base = pointer ? base_of(code->program, pointer) : NULL;
	hr_origin origin = {.kind = HR_ORIGIN_UNKNOWN};

	if (!base)
		return origin;
	if (LLVMIsAAllocaInst(base)) {
		origin = variable(code, base);
	} else if (LLVMIsAArgument(base)) {
		origin.kind = HR_ORIGIN_ARGUMENT;
		origin.index = parameter_index(base);
	} else {
		for (uint32_t i = 0; i < code->program->global_count; i++) {
			const hr_global *global = code->program->globals[i];

			if (global->llvm != base || !global->defined)
				continue;
			origin = (hr_origin){.kind = HR_ORIGIN_GLOBAL,
					     .index = i,
					     .bytes = global->bytes,
					     .constant = global->constant};
		}
	}
	return origin;
}

/* Return the operand of an access that is its address, or NULL. */
static LLVMValueRef address_of(LLVMValueRef in, bool second)
{
	if (LLVMIsAStoreInst(in))
		return LLVMGetOperand(in, 1);
	if (LLVMIsALoadInst(in) || LLVMIsAAtomicRMWInst(in) || LLVMIsAAtomicCmpXchgInst(in))
		return LLVMGetOperand(in, 0);
	if (LLVMIsACallInst(in) && LLVMGetNumArgOperands(in) > (second ? 1 : 0) &&
	    LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(in, second))) == LLVMPointerTypeKind)
		return LLVMGetOperand(in, second);
	return NULL;
}

hr_origin hr_origin_of_access(const hr_code *code, uint32_t word, bool second)
{
	LLVMValueRef in = instruction_at(code, word);
	hr_origin origin;

	if (code->words[word] == HR_OP_promise)
		return hr_origin_of_argument(code, word,
					     code->promises[code->words[word + 3]].argument);
	hr_program_lock();
	origin = origin_of(code, in && LLVMIsAInstruction(in) ? address_of(in, second) : NULL);
	hr_program_unlock();
	return origin;
}

hr_origin hr_origin_of_argument(const hr_code *code, uint32_t word, uint32_t argument)
{
	LLVMValueRef in = instruction_at(code, word), pointer = NULL;
	hr_origin origin;

	hr_program_lock();
	if (in && (LLVMIsACallInst(in) || LLVMIsAInvokeInst(in)) &&
	    argument < LLVMGetNumArgOperands(in))
		pointer = LLVMGetOperand(in, argument);
	origin = origin_of(code, pointer);
	hr_program_unlock();
	return origin;
}

/* Return the i32 of the metadata KIND of IN; OTHERWISE if it has none. */
static unsigned metadata_of(LLVMValueRef in, const char *kind, unsigned otherwise)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(in));
	LLVMValueRef node = LLVMGetMetadata(
			     in, LLVMGetMDKindIDInContext(context, kind, (unsigned)strlen(kind))),
		     value = NULL;

	if (node)
		LLVMGetMDNodeOperands(node, &value);
	return value ? (unsigned)LLVMConstIntGetZExtValue(value) : otherwise;
}

unsigned hr_origin_orders(const hr_code *code, uint32_t word)
{
	LLVMValueRef in = instruction_at(code, word);
	unsigned orders;

	if (!in)
		return HR_ORDERS_ALL;
	hr_program_lock();
	orders = metadata_of(in, HR_ORDERS_METADATA, HR_ORDERS_ALL);
	hr_program_unlock();
	return orders;
}

hr_memory_kind hr_origin_memory(const hr_code *code, uint32_t word, bool second)
{
	LLVMValueRef in = code->program->spaces ? instruction_at(code, word) : NULL;
	LLVMValueRef address = in && LLVMIsAInstruction(in) ? address_of(in, second) : NULL;

	return address ? hr_space_kind(code->program->spaces,
				       LLVMGetPointerAddressSpace(LLVMTypeOf(address)))
		       : HR_MEMORY_ANY;
}

hr_memory_kind hr_global_memory(const hr_program *program, const hr_global *global)
{
	const hr_memory_kind kind = hr_space_kind(
		program->spaces, LLVMGetPointerAddressSpace(LLVMTypeOf(global->llvm)));

	/* constants of the compiler have no space of their own */
	return kind == HR_MEMORY_PRIVATE || kind == HR_MEMORY_SHARED ? HR_MEMORY_ANY : kind;
}

/* The names of scopes in LLVM IR for NVPTX, AMDGPU and SPIR-V; AMDGPU's have forms for one address
 * space. */
static hr_sync_scope scope_of(LLVMValueRef in)
{
	static const struct {
		const char *name;
		hr_sync_scope scope;
	} known[] = {
		{"singlethread", HR_SCOPE_ITEM}, {"subgroup", HR_SCOPE_WARP},
		{"wavefront", HR_SCOPE_WARP},    {"warp", HR_SCOPE_WARP},
		{"workgroup", HR_SCOPE_GROUP},   {"block", HR_SCOPE_GROUP},
		{"cluster", HR_SCOPE_GROUP},     {"agent", HR_SCOPE_DEVICE},
		{"device", HR_SCOPE_DEVICE},
	};
	static const char before[] = "syncscope(\"";
	const unsigned given = metadata_of(in, HR_SCOPE_METADATA, HR_SCOPE_SYSTEM);
	char *text = LLVMPrintValueToString(in), *name = strstr(text, before);
	hr_sync_scope scope = (hr_sync_scope)given;

	for (size_t i = 0; name && i < sizeof(known) / sizeof(*known); i++) {
		const size_t length = strlen(known[i].name);

		if (!strncmp(name + strlen(before), known[i].name, length) &&
		    strchr("\"-", name[strlen(before) + length]))
			scope = known[i].scope;
	}
	LLVMDisposeMessage(text);
	return scope;
}

static bool is_atomic(LLVMValueRef in, LLVMAtomicOrdering *ordering)
{
	*ordering = LLVMAtomicOrderingNotAtomic;
	if (LLVMIsALoadInst(in) || LLVMIsAStoreInst(in) || LLVMIsAAtomicRMWInst(in) ||
	    LLVMIsAFenceInst(in))
		*ordering = LLVMGetOrdering(in);
	else if (LLVMIsAAtomicCmpXchgInst(in))
		*ordering = LLVMGetCmpXchgSuccessOrdering(in);
	return *ordering != LLVMAtomicOrderingNotAtomic;
}

hr_ordering hr_origin_ordering(const hr_code *code, uint32_t word)
{
	LLVMValueRef in = instruction_at(code, word);
	hr_ordering found = {.scope = HR_SCOPE_SYSTEM};
	LLVMAtomicOrdering ordering;
	bool strong;

	if (!in || !is_atomic(in, &ordering))
		return found;
	strong = ordering == LLVMAtomicOrderingAcquireRelease ||
		 ordering == LLVMAtomicOrderingSequentiallyConsistent;
	found.acquires = (strong || ordering == LLVMAtomicOrderingAcquire) && !LLVMIsAStoreInst(in);
	found.releases = (strong || ordering == LLVMAtomicOrderingRelease) && !LLVMIsALoadInst(in);
	found.changes = LLVMIsAAtomicRMWInst(in) || LLVMIsAAtomicCmpXchgInst(in);
	hr_program_lock();
	found.scope = scope_of(in);
	hr_program_unlock();
	return found;
}

/* Return the type that a load or store moves, NULL for other instructions. */
static LLVMTypeRef moved_type(LLVMValueRef in)
{
	if (in && LLVMIsALoadInst(in))
		return LLVMTypeOf(in);
	return in && LLVMIsAStoreInst(in) ? LLVMTypeOf(LLVMGetOperand(in, 0)) : NULL;
}

/* Return the number of bytes that plain loads and stores in the words from FIRST to before END
 * move. */
static uint32_t bytes_moved(const hr_code *code, uint32_t first, uint32_t end)
{
	uint32_t bytes = 0;

	for (uint32_t w = first; w < end; w += hr_op_length((hr_op)code->words[w])) {
		const hr_op_info *info = &hr_op_infos[code->words[w]];

		if (info->shape == HR_SHAPE_LOAD || info->shape == HR_SHAPE_LOADX ||
		    info->shape == HR_SHAPE_STORE || info->shape == HR_SHAPE_STOREX)
			bytes += hr_con_size((hr_con)info->to);
	}
	return bytes;
}

/* Return the number of bytes that loads and stores of TYPE move, without padding. */
static uint64_t bytes_of(LLVMTypeRef type)
{
	uint64_t bytes = 0;
	LLVMTypeRef element;

	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind: return (LLVMGetIntTypeWidth(type) + 7) / 8;
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind: return 2;
	case LLVMFloatTypeKind: return 4;
	case LLVMDoubleTypeKind:
	case LLVMPointerTypeKind: return 8;
	case LLVMX86_FP80TypeKind:
	case LLVMFP128TypeKind: return 16;
	case LLVMVectorTypeKind:
		element = LLVMGetElementType(type);
		if (LLVMGetTypeKind(element) == LLVMIntegerTypeKind)
			return ((uint64_t)LLVMGetIntTypeWidth(element) * LLVMGetVectorSize(type) +
				7) /
			       8;
		return bytes_of(element) * LLVMGetVectorSize(type);
	case LLVMArrayTypeKind:
		return bytes_of(LLVMGetElementType(type)) * LLVMGetArrayLength2(type);
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
			bytes += bytes_of(LLVMStructGetTypeAtIndex(type, i));
		return bytes;
	default: return 0;
	}
}

/* Return the alignment of argument INDEX of a call that may be a copy; 1 if it has none. */
static uint32_t argument_align(LLVMValueRef call, unsigned index)
{
	const unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
	LLVMAttributeRef found;

	if (!LLVMIsAMemIntrinsic(call))
		return 1;
	found = LLVMGetCallSiteEnumAttribute(call, index + 1, kind);
	return found ? (uint32_t)LLVMGetEnumAttributeValue(found) : 1;
}

/* Return the alignment of the elements of a call of one of LLVM's masked accesses; 1 if IN is none. It
 * is an attribute since LLVM 22, and an operand before. */
static uint32_t masked_align(LLVMValueRef in)
{
	LLVMValueRef callee = LLVMGetCalledValue(in), operand;
	const bool stores = LLVMGetTypeKind(LLVMTypeOf(in)) == LLVMVoidTypeKind;
	const unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
	uint64_t align, size;
	LLVMAttributeRef found;
	LLVMTypeRef element;
	size_t length;
	const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";

	if (strncmp(name, "llvm.masked.load.", 17) && strncmp(name, "llvm.masked.store.", 18) &&
	    strncmp(name, "llvm.masked.gather.", 19) && strncmp(name, "llvm.masked.scatter.", 20))
		return 1;
	found = LLVMGetCallSiteEnumAttribute(in, stores ? 2 : 1, kind);
	operand = LLVMGetOperand(in, stores ? 2 : 1);
	align = found                         ? LLVMGetEnumAttributeValue(found)
		: LLVMIsAConstantInt(operand) ? LLVMConstIntGetZExtValue(operand)
					      : 1;
	/* which element it is does not show: some may be left out */
	element = LLVMGetElementType(stores ? LLVMTypeOf(LLVMGetOperand(in, 0)) : LLVMTypeOf(in));
	size = bytes_of(element);
	size &= ~size + 1;
	align = align < size ? align : size;
	return align ? (uint32_t)align : 1;
}

uint32_t hr_origin_align(const hr_code *code, uint32_t word, bool second)
{
	uint32_t first, end, before, align;
	LLVMValueRef in = instruction_of(code, word, &first, &end);
	LLVMTypeRef type = moved_type(in);
	LLVMTypeKind kind;

	if (in && LLVMIsACallInst(in))
		return hr_op_infos[code->words[word]].shape == HR_SHAPE_MEM
			       ? argument_align(in, second)
			       : masked_align(in);
	align = type ? LLVMGetAlignment(in) : 0;
	if (!align)
		return 1;
	kind = LLVMGetTypeKind(type);
	if (LLVMGetOrdering(in) == LLVMAtomicOrderingNotAtomic &&
	    bytes_moved(code, first, end) != bytes_of(type))
		return 1; /* other pieces are in registers, so the index of this piece is unknown */
	before = bytes_moved(code, first, word);
	if (before && kind != LLVMIntegerTypeKind)
		/* the first element has the alignment of the whole, which is sufficient */
		return 1;
	return before && (before & -before) < align ? before & -before : align;
}

bool hr_origin_floating(const hr_code *code, uint32_t word)
{
	LLVMTypeRef type = moved_type(instruction_at(code, word));

	return type && (LLVMGetTypeKind(type) == LLVMFloatTypeKind ||
			LLVMGetTypeKind(type) == LLVMDoubleTypeKind);
}

uint64_t hr_origin_source(const hr_code *code, uint32_t word)
{
	LLVMValueRef in = instruction_at(code, word);
	uint64_t source = HR_HASH_FIRST;
	unsigned line, column, opcode, length;
	const char *file;

	line = in ? LLVMGetDebugLocLine(in) : 0;
	column = line ? LLVMGetDebugLocColumn(in) : 0;
	file = column ? LLVMGetDebugLocFilename(in, &length) : NULL;
	if (!file)
		return 0;
	opcode = LLVMGetInstructionOpcode(in);
	source = hr_hash(source, file, length);
	source = hr_hash(source, &line, sizeof(line));
	source = hr_hash(source, &column, sizeof(column));
	source = hr_hash(source, &opcode, sizeof(opcode));
	return hr_hash(source, &code, sizeof(code)) | 1;
}

bool hr_origin_vector_store(const hr_code *code, uint32_t word, uint32_t *first, uint32_t *end)
{
	LLVMValueRef in = instruction_of(code, word, first, end);

	return in && LLVMIsAStoreInst(in) &&
	       LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(in, 0))) == LLVMVectorTypeKind;
}

const char *hr_origin_variable(const hr_code *code, const hr_variable *variable)
{
	const char *name;

	hr_program_lock();
	name = hr_variable_name(&code->program->arena, variable->llvm);
	hr_program_unlock();
	return name;
}

/* --- writes of a function --------------------------------------------------------------------- */

static void add_write(LLVMValueRef pointer, hr_writes *writes)
{
	LLVMValueRef base = base_of(NULL, pointer);

	if (base && LLVMIsAAllocaInst(base))
		return;
	if (base && LLVMIsAArgument(base) && parameter_index(base) < 64)
		writes->parameters |= UINT64_C(1) << parameter_index(base);
	else
		writes->elsewhere = true;
}

static hr_writes writes_of(LLVMValueRef function, unsigned depth);

/* Return the operand through which a C function or intrinsic writes, or NULL if none is known. */
static LLVMValueRef written_by(LLVMValueRef call, LLVMValueRef callee)
{
	static const char *const names[] = {"memcpy", "memmove", "memset"};
	size_t length;
	const char *name = LLVMGetValueName2(callee, &length);

	if (__builtin_strncmp(name, "llvm.", 5) == 0)
		name += 5;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (__builtin_strncmp(name, names[i], __builtin_strlen(names[i])) == 0)
			return LLVMGetOperand(call, 0);
	return NULL;
}

static void add_call(LLVMValueRef call, unsigned depth, hr_writes *writes)
{
	LLVMValueRef callee = LLVMGetCalledValue(call), pointer;
	hr_hpvm_call hpvm = hr_hpvm_call_of(call);
	hr_writes inner;

	if (hpvm.op != HR_H_NONE) {
		if (LLVMGetNumArgOperands(call) && hr_hpvm_class_of(hpvm.op) == HR_HC_MEMORY &&
		    LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) == LLVMPointerTypeKind)
			add_write(LLVMGetOperand(call, 0), writes);
		return;
	}
	if (!LLVMIsAFunction(callee)) {
		writes->elsewhere = true;
		return;
	}
	if (LLVMIsDeclaration(callee)) {
		pointer = written_by(call, callee);
		if (pointer)
			add_write(pointer, writes);
		return;
	}
	inner = writes_of(callee, depth + 1);
	writes->elsewhere |= inner.elsewhere;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && i < 64; i++)
		if (inner.parameters >> i & 1)
			add_write(LLVMGetOperand(call, i), writes);
}

enum { DEEPEST_CALL = 8 };

static hr_writes writes_of(LLVMValueRef function, unsigned depth)
{
	hr_writes writes = {0, depth > DEEPEST_CALL};

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block && !writes.elsewhere;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef in = LLVMGetFirstInstruction(block); in;
		     in = LLVMGetNextInstruction(in)) {
			if (LLVMIsAStoreInst(in))
				add_write(LLVMGetOperand(in, 1), &writes);
			else if (LLVMIsAAtomicRMWInst(in) || LLVMIsAAtomicCmpXchgInst(in))
				add_write(LLVMGetOperand(in, 0), &writes);
			else if (LLVMIsACallInst(in) || LLVMIsAInvokeInst(in))
				add_call(in, depth, &writes);
		}
	return writes;
}

hr_writes hr_writes_of(const hr_function *function)
{
	hr_writes writes;

	hr_program_lock();
	writes = writes_of(function->llvm, 0);
	hr_program_unlock();
	return writes;
}
