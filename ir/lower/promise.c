/* ir/lower/promise.c -- what calls, loads, returns, accesses and assumptions promise.
 *
 * A promise is checked by a `promise` operation where it is made, unless the code shows that it is
 * kept. Attributes without which a broken promise would be poison (nonnull, align) count only with
 * noundef.
 *
 * Owns:      texts are in the program's arena, with the code.
 * Clauses:   P5.
 * Not here:  promises that make a value poison (poison_source.c), noalias (apart.c), their meaning when code
 *            runs (interp/run/promise.h). */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "ir/lower/lower_private.h"
#include "ir/program/root.h"
#include "ir/program/uses.h"
#include "src/arith/cfunction.h"

/* What the code shows of a pointer. */
typedef struct known_pointer {
	bool nonnull, sized;
	uint64_t align; /* 1: unknown */
	uint64_t bytes; /* if sized: from the pointer to the end of its object */
} known_pointer;

static uint64_t lowest_bit(uint64_t value)
{
	return value & (~value + 1);
}

static known_pointer known_of(hr_lw *l, LLVMValueRef pointer)
{
	known_pointer known = {.align = 1};
	const hr_lw_address *at;
	uint64_t found;

	if (LLVMIsAGlobalVariable(pointer) && !LLVMIsDeclaration(pointer) &&
	    !LLVMIsThreadLocal(pointer)) {
		const uint64_t align = LLVMGetAlignment(pointer);

		known = (known_pointer){
			true, true, align ? align : 1,
			LLVMABISizeOfType(l->program->layout, LLVMGlobalGetValueType(pointer))};
	} else if (LLVMIsAFunction(pointer)) {
		known.nonnull = true;
	} else if (hr_map_get(&l->addresses, hr_map_key(pointer), &found)) {
		const hr_lw_slot *slot;

		at = (const hr_lw_address *)(uintptr_t)found;
		if (at->slot == HR_NO_REG || at->index != HR_NO_REG)
			return known;
		slot = &l->slots.data[at->slot];
		known.nonnull = true;
		known.align = lowest_bit(slot->align | (uint64_t)at->offset);
		known.sized =
			!slot->scoped && at->offset >= 0 && (uint64_t)at->offset <= slot->bytes;
		known.bytes = known.sized ? slot->bytes - (uint64_t)at->offset : 0;
	}
	return known;
}

/* Return true if POINTER is a parameter of the running function, and its caller has been checked for
 * the same promise. */
static bool is_handed_on(const hr_lw *l, LLVMValueRef pointer, unsigned id, uint64_t number)
{
	const hr_lw_attributes *k = hr_lw_attribute_kinds();
	LLVMAttributeRef found;

	if (!id || !LLVMIsAArgument(pointer) || l->function->leaf_node)
		return false;
	for (unsigned i = 1; i <= LLVMCountParams(l->llvm); i++) {
		if (LLVMGetParam(l->llvm, i - 1) != pointer)
			continue;
		found = LLVMGetEnumAttributeAtIndex(l->llvm, i, id);
		if ((id == k->nonnull || id == k->align) &&
		    !LLVMGetEnumAttributeAtIndex(l->llvm, i, k->noundef))
			return false;
		return found && LLVMGetEnumAttributeValue(found) >= number;
	}
	return false;
}

/* What promises of one value have in common. */
typedef struct promiser {
	LLVMValueRef value;
	LLVMValueRef less;   /* an integer that is subtracted from the pointer first, or NULL */
	bool defined;        /* another check finds it if the value is undefined */
	uint32_t argument;   /* hr_promise.argument */
	const char *subject; /* NULL: the argument, or the result, of FUNCTION */
	const char *function;
	const char *source; /* a format: %s is the promise */
} promiser;

static const char *subject_of(hr_lw *l, const promiser *by)
{
	hr_arena *arena = &l->program->arena;

	if (by->subject)
		return by->subject;
	return by->argument == UINT32_MAX
		       ? hr_arena_printf(arena, "the result of '%s'", by->function)
		       : hr_arena_printf(arena, "argument %u of '%s'", by->argument, by->function);
}

static bool is_pointer_promise(hr_promise_kind how)
{
	return how == HR_PROMISE_NONNULL || how == HR_PROMISE_ALIGNED || how == HR_PROMISE_BYTES ||
	       how == HR_PROMISE_BYTES_OR_NULL;
}

static void promise_about(hr_lw *l, const promiser *by, hr_promise_kind how, uint64_t bytes,
			  hr_vreg value, hr_vreg number, const char *text)
{
	HR_PUSH(&l->promises,
		(hr_promise){.kind = how,
			     .decides = !by->defined && is_pointer_promise(how),
			     .argument = by->argument,
			     .bytes = bytes,
			     .subject = subject_of(l, by),
			     .source = hr_arena_printf(&l->program->arena, by->source, text)});
	HR_EMIT(l, HR_OP_promise, value, number, (uint32_t)l->promises.count - 1);
}

static void promise(hr_lw *l, const promiser *by, hr_promise_kind how, uint64_t bytes,
		    hr_vreg number, const char *text)
{
	hr_vreg value = hr_lw_const(l, 8, 0);

	if (how != HR_PROMISE_DEFINED && how != HR_PROMISE_READ && how != HR_PROMISE_WRITTEN &&
	    how != HR_PROMISE_REACHED)
		value = hr_lw_value_of(l, by->value)->regs[0];
	if ((how == HR_PROMISE_SAME || how == HR_PROMISE_MOST) &&
	    LLVMGetTypeKind(LLVMTypeOf(by->value)) == LLVMIntegerTypeKind)
		value = hr_lw_resize(l, value, LLVMGetIntTypeWidth(LLVMTypeOf(by->value)), 64,
				     false);
	if (by->less)
		value = hr_lw_bin(l, HR_OP_sub_i64, value,
				  hr_lw_resize(l, hr_lw_value_of(l, by->less)->regs[0],
					       LLVMGetIntTypeWidth(LLVMTypeOf(by->less)), 64,
					       true));
	promise_about(l, by, how, bytes, value, number, text);
}

void hr_lw_promise_two_apart(hr_lw *l, const char *subject, uint64_t bytes, hr_vreg value,
			     hr_vreg number)
{
	const promiser by = {
		.argument = UINT32_MAX, .subject = subject, .source = "its attribute is %s"};

	promise_about(l, &by, HR_PROMISE_APART, bytes, value, number, "noalias");
}

void hr_lw_promise_length(hr_lw *l, LLVMValueRef length, uint32_t count)
{
	const promiser by = {.value = length,
			     .argument = UINT32_MAX,
			     .subject = "the explicit vector length",
			     .source = "the vector has %s elements"};
	char text[16];

	if (LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length) <= count)
		return;
	snprintf(text, sizeof(text), "%u", count);
	promise(l, &by, HR_PROMISE_MOST, 0, hr_lw_const(l, 8, count), text);
}

/* The attribute NAME promises that execution does not reach SUBJECT. */
static void promise_not_here(hr_lw *l, const char *subject, const char *name)
{
	const promiser by = {.argument = UINT32_MAX,
			     .subject = subject,
			     .source = "the function's attribute is %s"};

	promise(l, &by, HR_PROMISE_REACHED, 0, hr_lw_const(l, 8, 0), name);
}

static void promise_defined(hr_lw *l, const promiser *by)
{
	if (LLVMIsUndef(by->value))
		promise(l, by, HR_PROMISE_DEFINED, 0, hr_lw_const(l, 8, 0), "noundef");
}

static void promise_nonnull(hr_lw *l, const promiser *by, unsigned id)
{
	if (!known_of(l, by->value).nonnull && !is_handed_on(l, by->value, id, 0))
		promise(l, by, HR_PROMISE_NONNULL, 0, hr_lw_const(l, 8, 0), "nonnull");
}

static void promise_align(hr_lw *l, const promiser *by, uint64_t align, unsigned id)
{
	char text[32];

	if (!by->less &&
	    (align <= known_of(l, by->value).align || is_handed_on(l, by->value, id, align)))
		return;
	snprintf(text, sizeof(text), "align %llu", (unsigned long long)align);
	promise(l, by, HR_PROMISE_ALIGNED, 0, hr_lw_const(l, 8, align), text);
}

static void promise_bytes(hr_lw *l, const promiser *by, hr_promise_kind how, uint64_t bytes,
			  const char *text)
{
	const known_pointer known = known_of(l, by->value);

	if (bytes && known.sized && known.bytes < bytes)
		promise(l, by, HR_PROMISE_ROOM, known.bytes, hr_lw_const(l, 8, bytes), text);
	else if (bytes && !known.sized)
		promise(l, by, how, 0, hr_lw_const(l, 8, bytes), text);
}

/* The attributes dereferenceable and dereferenceable_or_null, whose ID is given. */
static void promise_attribute(hr_lw *l, const promiser *by, LLVMAttributeRef found, unsigned id)
{
	const bool or_null = id == hr_lw_attribute_kinds()->dereferenceable_or_null;
	uint64_t bytes;
	char text[64];

	if (!found)
		return;
	bytes = LLVMGetEnumAttributeValue(found);
	if (is_handed_on(l, by->value, id, bytes))
		return;
	snprintf(text, sizeof(text), "dereferenceable%s(%llu)", or_null ? "_or_null" : "",
		 (unsigned long long)bytes);
	promise_bytes(l, by, or_null ? HR_PROMISE_BYTES_OR_NULL : HR_PROMISE_BYTES, bytes, text);
}

/* byval and sret: the callee accesses an object of the attribute's type. */
static void promise_object(hr_lw *l, const promiser *by, LLVMAttributeRef found, const char *name)
{
	char text[32];

	if (!found)
		return;
	snprintf(text, sizeof(text), "%s", name);
	promise_bytes(l, by, HR_PROMISE_BYTES,
		      LLVMABISizeOfType(l->program->layout, LLVMGetTypeAttributeValue(found)),
		      text);
}

/* Check the attributes that VALUE of IN, a call of CALLEE, has at INDEX. */
static void promise_attributes(hr_lw *l, LLVMValueRef in, LLVMValueRef callee, unsigned index,
			       promiser *by)
{
	const hr_lw_attributes *k = hr_lw_attribute_kinds();
	const bool defined = hr_lw_attribute(in, callee, index, k->noundef) != NULL;
	LLVMAttributeRef byval = index ? hr_lw_attribute(in, callee, index, k->byval) : NULL;
	LLVMAttributeRef sret = index ? hr_lw_attribute(in, callee, index, k->sret) : NULL;
	LLVMAttributeRef byref = index ? hr_lw_attribute(in, callee, index, k->byref) : NULL;
	LLVMAttributeRef align = hr_lw_attribute(in, callee, index, k->align);

	by->defined = defined;
	if (defined)
		promise_defined(l, by);
	if (LLVMGetTypeKind(LLVMTypeOf(by->value)) != LLVMPointerTypeKind || LLVMIsUndef(by->value))
		return;
	if (defined && hr_lw_attribute(in, callee, index, k->nonnull))
		promise_nonnull(l, by, k->nonnull);
	if (align && (defined || byval || sret))
		promise_align(l, by, LLVMGetEnumAttributeValue(align), k->align);
	if (index && hr_lw_attribute(in, callee, index, k->writable) &&
	    !LLVMIsAAllocaInst(hr_root_of(l->program, by->value)))
		promise(l, by, HR_PROMISE_WRITABLE, 0, hr_lw_const(l, 8, 0), "writable");
	promise_object(l, by, byval, "byval");
	promise_object(l, by, sret, "sret");
	promise_object(l, by, byref, "byref");
	promise_attribute(l, by, hr_lw_attribute(in, callee, index, k->dereferenceable),
			  k->dereferenceable);
	promise_attribute(l, by, hr_lw_attribute(in, callee, index, k->dereferenceable_or_null),
			  k->dereferenceable_or_null);
}

static const char *name_of(LLVMValueRef callee)
{
	size_t length;

	return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "a function pointer";
}

/* The function promises that it does not run again while it runs: checked where it begins if its calls may lead
 * back to it. */
void hr_lw_promise_entry(hr_lw *l)
{
	const promiser by = {.argument = UINT32_MAX,
			     .subject = hr_arena_printf(&l->program->arena,
							"a call of '%s' by what it calls",
							l->function->name),
			     .source = "the function's attribute is %s"};

	if (LLVMGetEnumAttributeAtIndex(l->llvm, LLVMAttributeFunctionIndex,
					hr_lw_attribute_kinds()->norecurse) &&
	    hr_calls_lead_back(l->program, l->function))
		promise_about(l, &by, HR_PROMISE_ONCE, 0, hr_lw_const(l, 8, 0),
			      hr_lw_const(l, 8, 0), "norecurse");
}

static void promise_arguments(hr_lw *l, LLVMValueRef in, LLVMValueRef callee)
{
	if (callee == l->llvm && LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex,
							     hr_lw_attribute_kinds()->norecurse))
		promise_not_here(l,
				 hr_arena_printf(&l->program->arena, "a call of '%s' by itself",
						 l->function->name),
				 "norecurse");
	for (unsigned i = 0; i < LLVMGetNumArgOperands(in); i++) {
		promiser by = {.value = hr_lw_argument(in, i),
			       .argument = i,
			       .function = name_of(callee),
			       .source = "its attribute is %s"};

		promise_attributes(l, in, callee, i + 1, &by);
	}
}

static hr_vreg size_of(hr_lw *l, LLVMValueRef number)
{
	return hr_lw_resize(l, hr_lw_value_of(l, number)->regs[0],
			    LLVMGetIntTypeWidth(LLVMTypeOf(number)), 64, false);
}

/* The result of a function of the program has the bytes that its arguments ask for, unless it is null. */
static void promise_allocated(hr_lw *l, LLVMValueRef in, LLVMValueRef callee, const promiser *by)
{
	LLVMAttributeRef found = hr_lw_attribute(in, callee, LLVMAttributeFunctionIndex,
						 hr_lw_attribute_kinds()->allocsize);
	const uint64_t arguments = found ? LLVMGetEnumAttributeValue(found) : 0;
	const uint32_t size = (uint32_t)(arguments >> 32), count = (uint32_t)arguments;
	hr_vreg bytes;

	if (!found || LLVMIsDeclaration(callee) || size >= LLVMGetNumArgOperands(in))
		return;
	bytes = size_of(l, hr_lw_argument(in, size));
	if (count < LLVMGetNumArgOperands(in))
		bytes = hr_lw_bin(l, HR_OP_mul_i64, bytes, size_of(l, hr_lw_argument(in, count)));
	promise(l, by, HR_PROMISE_BYTES_OR_NULL, 0, bytes, "allocsize");
}

void hr_lw_promise_result(hr_lw *l, LLVMValueRef in, LLVMValueRef callee)
{
	const hr_lw_attributes *k = hr_lw_attribute_kinds();
	LLVMValueRef next = LLVMGetNextInstruction(in);
	promiser by = {.value = in,
		       .argument = UINT32_MAX,
		       .function = name_of(callee),
		       .source = "its attribute is %s"};

	if (LLVMGetTypeKind(LLVMTypeOf(in)) == LLVMPointerTypeKind) {
		promise_attributes(l, in, callee, LLVMAttributeReturnIndex, &by);
		if (LLVMIsAFunction(callee))
			promise_allocated(l, in, callee, &by);
	}
	if (next && !LLVMIsAUnreachableInst(next) &&
	    LLVMGetCallSiteEnumAttribute(in, LLVMAttributeFunctionIndex, k->noreturn))
		promise_not_here(l,
				 hr_arena_printf(&l->program->arena, "the end of a call of '%s'",
						 name_of(callee)),
				 "noreturn");
}

/* An argument that the function returns, as its attribute says, is VALUE. */
static void promise_returned(hr_lw *l, LLVMValueRef value)
{
	const unsigned id = hr_lw_attribute_kinds()->returned;
	const LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));

	for (unsigned i = 0; i < LLVMCountParams(l->llvm); i++) {
		LLVMValueRef param = LLVMGetParam(l->llvm, i);
		const promiser by = {.value = value,
				     .argument = UINT32_MAX,
				     .function = l->function->name,
				     .source = "an argument's attribute is %s"};
		unsigned bits = 64;
		hr_vreg given;

		if (param == value || LLVMTypeOf(param) != LLVMTypeOf(value) ||
		    !LLVMGetEnumAttributeAtIndex(l->llvm, i + 1, id))
			continue;
		if (kind == LLVMIntegerTypeKind)
			bits = LLVMGetIntTypeWidth(LLVMTypeOf(value));
		if (bits > 64 || (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind))
			continue;
		given = hr_lw_resize(l, hr_lw_value_of(l, param)->regs[0], bits, 64, false);
		promise(l, &by, HR_PROMISE_SAME, 0, given, "returned");
	}
}

void hr_lw_promise_return(hr_lw *l, LLVMValueRef value)
{
	const hr_lw_attributes *k = hr_lw_attribute_kinds();
	const promiser by = {.value = value,
			     .argument = UINT32_MAX,
			     .function = l->function->name,
			     .source = "its attribute is %s"};

	if (LLVMGetEnumAttributeAtIndex(l->llvm, LLVMAttributeFunctionIndex, k->noreturn))
		promise_not_here(
			l,
			hr_arena_printf(&l->program->arena, "the end of '%s'", l->function->name),
			"noreturn");
	if (!value)
		return;
	if (LLVMGetEnumAttributeAtIndex(l->llvm, LLVMAttributeReturnIndex, k->noundef))
		promise_defined(l, &by);
	promise_returned(l, value);
}

void hr_lw_promise_aligned(hr_lw *l, LLVMValueRef call, unsigned i, bool write, hr_vreg length)
{
	LLVMAttributeRef found =
		LLVMGetCallSiteEnumAttribute(call, i + 1, hr_lw_attribute_kinds()->align);
	const uint64_t align = found ? LLVMGetEnumAttributeValue(found) : 1;
	const promiser by = {.value = hr_lw_argument(call, i),
			     .argument = i,
			     .subject = write ? "write" : "read",
			     .source = "its attribute is %s"};

	if (align > 1 && !LLVMIsUndef(by.value) && align > known_of(l, by.value).align)
		promise(l, &by, HR_PROMISE_ACCESS, align, length, "align");
}

/* --- accesses of the callee ------------------------------------------------------------------- */

enum { MOST_CALLERS = 16, MOST_DEPTH = 4 };

/* What is done with memory. */
typedef enum deed { READ, WRITE, FREE, DEEDS } deed;

static bool has(LLVMValueRef function, LLVMValueRef call, unsigned index, unsigned id)
{
	return function ? LLVMGetEnumAttributeAtIndex(function, index, id) != NULL
			: LLVMGetCallSiteEnumAttribute(call, index, id) != NULL;
}

/* Return the name of the attribute, of the call CALL if FUNCTION is NULL, that forbids DONE through
 * parameter I; or NULL. */
static const char *parameter_forbids(const hr_lw *l, LLVMValueRef function, LLVMValueRef call,
				     unsigned i, deed done)
{
	const hr_lw_attributes *k = hr_lw_attribute_kinds();
	const unsigned one = done == WRITE ? k->readonly : k->writeonly;

	if (done == FREE)
		return has(function, call, i + 1, k->nofree) ||
				       has(function, call, LLVMAttributeFunctionIndex, k->nofree)
			       ? "nofree"
			       : NULL;
	if (!function && LLVMGetTailCallKind(call) == LLVMTailCallKindTail &&
	    LLVMIsAAllocaInst(hr_root_of(l->program, hr_lw_argument(call, i))))
		return "tail, of the call";
	if (has(function, call, i + 1, k->readnone))
		return "readnone";
	if (has(function, call, i + 1, one))
		return done == WRITE ? "readonly" : "writeonly";
	return NULL;
}

/* The attribute memory() has two bits for each kind of memory: 1 it may be read, 2 written. The kinds
 * are that of arguments, and after others, that of what has no kind of its own. */
static const char *memory_forbids(LLVMValueRef function, LLVMValueRef call, bool global, deed done)
{
	const unsigned id = hr_lw_attribute_kinds()->memory;
	LLVMAttributeRef memory =
		function ? LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, id)
			 : LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, id);
	const unsigned other = LLVM_VERSION_MAJOR >= 21 ? 3 : 2;

	if (!memory || done == FREE ||
	    LLVMGetEnumAttributeValue(memory) >> (global ? 2 * other : 0) & (done == WRITE ? 2 : 1))
		return NULL;
	return done == WRITE ? "memory() without write" : "memory() without read";
}

static bool is_leaf(const hr_lw *l, LLVMValueRef function)
{
	const hr_function *known = hr_function_of(l->program, function);

	return !known || known->leaf_node;
}

unsigned hr_lw_parameter_index(LLVMValueRef function, LLVMValueRef param)
{
	unsigned i = 0;

	while (LLVMGetParam(function, i) != param)
		i++;
	return i;
}

/* Return the attribute that forbids FUNCTION what is DONE through its parameter I, or with I UINT_MAX to
 * global variables: one of its own, or one of every call of it and its callers; else NULL. */
static const char *forbids(const hr_lw *l, LLVMValueRef function, unsigned i, deed done,
			   unsigned depth)
{
	const bool global = i == UINT_MAX;
	const char *name = NULL;
	unsigned callers = 0;

	if (is_leaf(l, function))
		return NULL;
	if (!global && LLVMGetEnumAttributeAtIndex(function, i + 1, hr_lw_attribute_kinds()->byval))
		return NULL;
	name = global ? NULL : parameter_forbids(l, function, NULL, i, done);
	name = name ? name : memory_forbids(function, NULL, global, done);
	if (name || depth == MOST_DEPTH)
		return name;
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef call = LLVMGetUser(use), root;
		LLVMValueRef caller;

		name = NULL;
		if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != function ||
		    callers++ == MOST_CALLERS || (!global && i >= LLVMGetNumArgOperands(call)))
			return NULL;
		caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
		root = global ? NULL : hr_root_of(l->program, hr_lw_argument(call, i));
		name = global ? NULL : parameter_forbids(l, NULL, call, i, done);
		if (!name && !global && done == READ && LLVMIsAGlobalVariable(root) &&
		    LLVMIsGlobalConstant(root))
			return NULL; /* memory() allows reads of constants */
		name = name ? name : memory_forbids(NULL, call, global, done);
		if (!name && (global || LLVMIsAGlobalVariable(root)))
			name = forbids(l, caller, UINT_MAX, done, depth + 1);
		else if (!name && LLVMIsAArgument(root))
			name = forbids(l, caller, hr_lw_parameter_index(caller, root), done,
				       depth + 1);
		if (!name)
			return NULL;
	}
	return callers ? name : NULL;
}

/* forbids() of the running function, which is asked for each access. */
static const char *forbids_here(hr_lw *l, unsigned i, deed done)
{
	const uint64_t key = DEEDS * (uint64_t)i + done + 1;
	const char *name;
	uint64_t known;

	if (hr_map_get(&l->forbidden, key, &known))
		return (const char *)(uintptr_t)known;
	name = forbids(l, l->llvm, i, done, 0);
	hr_map_put(&l->forbidden, key, hr_map_key(name));
	return name;
}

void hr_lw_promise_access(hr_lw *l, LLVMValueRef pointer, bool write)
{
	const hr_promise_kind how = write ? HR_PROMISE_WRITTEN : HR_PROMISE_READ;
	promiser by = {.argument = UINT32_MAX, .source = "an attribute forbids it: %s"};
	LLVMValueRef root;
	const char *name;

	if (l->function->leaf_node)
		return;
	root = by.value = hr_root_of(l->program, pointer);
	if (LLVMIsAArgument(root)) {
		const unsigned i = hr_lw_parameter_index(l->llvm, root);

		name = forbids_here(l, i, write ? WRITE : READ);
		by.subject = hr_arena_printf(&l->program->arena, "argument %u of '%s'", i,
					     l->function->name);
	} else if (LLVMIsAGlobalVariable(root) && (write || !LLVMIsGlobalConstant(root))) {
		name = forbids_here(l, UINT_MAX, write ? WRITE : READ);
		by.subject = "memory";
	} else {
		return;
	}
	if (name)
		promise(l, &by, how, 0, hr_lw_const(l, 8, 0), name);
}

/* Memory at POINTER, unless it is null, is freed. */
static void promise_not_freed(hr_lw *l, LLVMValueRef pointer)
{
	promiser by = {.argument = UINT32_MAX, .source = "an attribute forbids it: %s"};
	LLVMValueRef root = hr_root_of(l->program, pointer);
	const char *name;
	unsigned i;

	if (!LLVMIsAArgument(root) || l->function->leaf_node)
		return;
	i = hr_lw_parameter_index(l->llvm, root);
	name = forbids_here(l, i, FREE);
	by.value = pointer;
	by.subject = hr_arena_printf(&l->program->arena, "memory of argument %u of '%s'", i,
				     l->function->name);
	if (name)
		promise(l, &by, HR_PROMISE_FREED, 0, hr_lw_const(l, 8, 0), name);
}

void hr_lw_promise_call(hr_lw *l, LLVMValueRef in, LLVMValueRef callee)
{
	const hr_cfunction *row = NULL;
	size_t length;

	promise_arguments(l, in, callee);
	hr_lw_promise_callee_apart(l, in, callee);
	if (LLVMIsAFunction(callee) && LLVMIsDeclaration(callee))
		row = hr_cfunction_find(LLVMGetValueName2(callee, &length));
	if (row && (row->heap == HR_HEAP_FREE || row->heap == HR_HEAP_FREE_ALIGNED) &&
	    LLVMGetNumArgOperands(in))
		promise_not_freed(l, hr_lw_argument(in, 0));
}

/* --- metadata of loads ------------------------------------------------------------------------ */

static LLVMValueRef metadata(LLVMValueRef in, const char *name)
{
	return LLVMGetMetadata(in, LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(in)),
							    name, (unsigned)strlen(name)));
}

/* Return the number that metadata NAME has; 0 if there is none. */
static uint64_t metadata_number(LLVMValueRef in, const char *name)
{
	LLVMValueRef node = metadata(in, name), number;

	if (!node || LLVMGetMDNodeNumOperands(node) != 1)
		return 0;
	LLVMGetMDNodeOperands(node, &number);
	return number && LLVMIsAConstantInt(number) ? LLVMConstIntGetZExtValue(number) : 0;
}

void hr_lw_promise_load(hr_lw *l, LLVMValueRef in)
{
	const promiser by = {.value = in,
			     .argument = UINT32_MAX,
			     .subject = "the loaded pointer",
			     .source = "its metadata is !%s"};

	if (LLVMGetTypeKind(LLVMTypeOf(in)) != LLVMPointerTypeKind || !LLVMHasMetadata(in))
		return;
	promise_bytes(l, &by, HR_PROMISE_BYTES, metadata_number(in, "dereferenceable"),
		      "dereferenceable");
	promise_bytes(l, &by, HR_PROMISE_BYTES_OR_NULL,
		      metadata_number(in, "dereferenceable_or_null"), "dereferenceable_or_null");
	if (!metadata(in, "noundef"))
		return;
	if (metadata(in, "nonnull"))
		promise_nonnull(l, &by, 0);
	promise_align(l, &by, metadata_number(in, "align"), 0);
}

/* --- operand bundles of assumptions ----------------------------------------------------------- */

static void promise_bundle(hr_lw *l, LLVMOperandBundleRef bundle)
{
	const unsigned count = LLVMGetNumOperandBundleArgs(bundle);
	promiser by = {.argument = UINT32_MAX, .source = "an assumption is %s"};
	LLVMValueRef number;
	size_t length;
	const char *tag = LLVMGetOperandBundleTag(bundle, &length);
	const bool or_null = !strcmp(tag, "dereferenceable_or_null");

	if (!count)
		return;
	by.value = LLVMGetOperandBundleArgAtIndex(bundle, 0);
	by.subject = "a value";
	number = count > 1 ? LLVMGetOperandBundleArgAtIndex(bundle, 1) : NULL;
	if (!strcmp(tag, "noundef")) {
		promise_defined(l, &by);
		hr_lw_poison_defined(l, hr_lw_value_of(l, by.value));
	}
	if (LLVMGetTypeKind(LLVMTypeOf(by.value)) != LLVMPointerTypeKind || LLVMIsUndef(by.value))
		return;
	if (!strcmp(tag, "separate_storage") && number &&
	    LLVMGetTypeKind(LLVMTypeOf(number)) == LLVMPointerTypeKind) {
		by.subject = "a pointer";
		promise(l, &by, HR_PROMISE_DISTINCT, 0, hr_lw_value_of(l, number)->regs[0], tag);
		return;
	}
	by.subject = "a pointer";
	if (!strcmp(tag, "nonnull"))
		promise_nonnull(l, &by, 0);
	else if (!strcmp(tag, "align") && number) {
		by.less = count > 2 ? LLVMGetOperandBundleArgAtIndex(bundle, 2) : NULL;
		if (LLVMIsAConstantInt(number))
			promise_align(l, &by, LLVMConstIntGetZExtValue(number), 0);
		else
			promise(l, &by, HR_PROMISE_ALIGNED, 0, size_of(l, number), tag);
	} else if ((or_null || !strcmp(tag, "dereferenceable")) && number)
		promise(l, &by, or_null ? HR_PROMISE_BYTES_OR_NULL : HR_PROMISE_BYTES, 0,
			size_of(l, number), tag);
}

void hr_lw_promise_bundles(hr_lw *l, LLVMValueRef assume)
{
	for (unsigned i = 0; i < LLVMGetNumOperandBundles(assume); i++) {
		LLVMOperandBundleRef bundle = LLVMGetOperandBundleAtIndex(assume, i);

		promise_bundle(l, bundle);
		LLVMDisposeOperandBundle(bundle);
	}
}
