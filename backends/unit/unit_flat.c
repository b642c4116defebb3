/* backends/unit/unit_flat.c -- the code of a kernel of another language, as code for this machine.
 *
 * A kernel keeps its target's data layout, address spaces and calling conventions, which the
 * interpreter obeys (K2). Modules of backends compile for a machine with one space of addresses: the
 * unit gets the machine's layout, pointers without address spaces, and C's calling convention.
 * LLVM has no function for that, so the text of the module is rewritten.
 *
 * Invariant: no type has another size, alignment or offset than before; otherwise there is no unit.
 * Owns:      nothing.
 * Clauses:   K2 as far as backends are concerned.
 * Not here:  the conversion of kernels to graphs (ir/kernel/). */
#include <ctype.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>

#include "backends/shared/edit.h"
#include "backends/unit/unit.h"
#include "ir/llvm/machine_layout.h"
#include "src/base/map.h"

/* --- layouts ---------------------------------------------------------------------------------- */

typedef struct layouts {
	LLVMTargetDataRef ours, theirs;
	hr_map known; /* types that are the same in both */
} layouts;

static bool is_same_type(layouts *of, LLVMTypeRef type);

static bool are_parts_same(layouts *of, LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind: return is_same_type(of, LLVMGetElementType(type));
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
			if (!is_same_type(of, LLVMStructGetTypeAtIndex(type, i)) ||
			    LLVMOffsetOfElement(of->ours, type, i) !=
				    LLVMOffsetOfElement(of->theirs, type, i))
				return false;
		return true;
	default: return true;
	}
}

static bool is_same_type(layouts *of, LLVMTypeRef type)
{
	if (!LLVMTypeIsSized(type) || hr_map_get(&of->known, hr_map_key(type), NULL))
		return true;
	if (LLVMABISizeOfType(of->ours, type) != LLVMABISizeOfType(of->theirs, type) ||
	    LLVMABIAlignmentOfType(of->ours, type) != LLVMABIAlignmentOfType(of->theirs, type) ||
	    !are_parts_same(of, type))
		return false;
	hr_map_put(&of->known, hr_map_key(type), 1);
	return true;
}

static bool are_types_same(layouts *of, LLVMModuleRef module)
{
	hr_instructions all = {0};
	bool same = true;

	for (LLVMValueRef at = LLVMGetFirstGlobal(module); at; at = LLVMGetNextGlobal(at))
		same &= is_same_type(of, LLVMGlobalGetValueType(at));
	hr_edit_list(module, &all);
	for (size_t i = 0; i < all.count && same; i++) {
		LLVMValueRef at = all.data[i];

		same = is_same_type(of, LLVMTypeOf(at));
		if (same && LLVMIsAAllocaInst(at))
			same = is_same_type(of, LLVMGetAllocatedType(at));
		if (same && LLVMIsAGetElementPtrInst(at))
			same = is_same_type(of, LLVMGetGEPSourceElementType(at));
		for (int k = 0; same && k < LLVMGetNumOperands(at); k++)
			same = is_same_type(of, LLVMTypeOf(LLVMGetOperand(at, (unsigned)k)));
	}
	HR_VEC_FREE(&all);
	return same;
}

/* --- text ------------------------------------------------------------------------------------- */

typedef HR_VEC(char) flat_writer;

static void append(flat_writer *to, const char *from, size_t length)
{
	HR_RESERVE(to, to->count + length + 1);
	memcpy(to->data + to->count, from, length);
	to->count += length;
	to->data[to->count] = '\0';
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' || c == '-';
}

static bool is(const char *word, size_t length, const char *known)
{
	return strlen(known) == length && !memcmp(word, known, length);
}

static bool is_convention(const char *word, size_t length)
{
	static const char *const all[] = {"spir_func",  "spir_kernel",    "ptx_device",
					  "ptx_kernel", "amdgpu_kernel",  "amdgpu_gfx",
					  "amdgpu_cs",  "amdgpu_cs_chain"};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (is(word, length, all[i]))
			return true;
	return false;
}

/* Drop what ends in TO before a word that is left out: a space, and the comma of an alloca. */
static void drop_space(flat_writer *to)
{
	if (to->count && to->data[to->count - 1] == ' ')
		to->count--;
	if (to->count && to->data[to->count - 1] == ',')
		to->count--;
}

/* Append the name of an intrinsic, whose overloaded pointers lose their address spaces. */
static void append_intrinsic(flat_writer *to, const char *name, size_t length)
{
	for (size_t i = 0; i < length;) {
		size_t digits = name[i] == '.' && i + 1 < length && name[i + 1] == 'p'
					? strspn(name + i + 2, "0123456789")
					: 0;

		if (digits && (i + 2 + digits == length || name[i + 2 + digits] == '.')) {
			append(to, ".p0", 3);
			i += 2 + digits;
		} else {
			append(to, name + i++, 1);
		}
	}
}

/* Append the word of LENGTH at AT, and return what follows it. */
static const char *append_word(flat_writer *to, const char *at, size_t length)
{
	const char *end = at + length;

	if (is(at, length, "addrspace") && *end == '(') {
		drop_space(to);
		return strchr(end, ')') + 1;
	}
	if (is_convention(at, length)) {
		drop_space(to);
		return end;
	}
	if (is(at, length, "addrspacecast"))
		append(to, "bitcast", strlen("bitcast"));
	else if (to->count && to->data[to->count - 1] == '@' && length > 5 &&
		 !memcmp(at, "llvm.", 5))
		append_intrinsic(to, at, length);
	else
		append(to, at, length);
	return end;
}

/* Append a line without its address spaces and calling conventions. */
static void append_line(flat_writer *to, const char *at, const char *end)
{
	while (at < end) {
		size_t length = 0;

		if (*at == ';') {
			append(to, at, (size_t)(end - at));
			return;
		}
		if (*at == '"') {
			const char *quote = memchr(at + 1, '"', (size_t)(end - at - 1));

			length = quote ? (size_t)(quote + 1 - at) : (size_t)(end - at);
			append(to, at, length);
			at += length;
			continue;
		}
		while (at + length < end && is_word(at[length]))
			length++;
		if (length) {
			at = append_word(to, at, length);
		} else {
			append(to, at++, 1);
		}
	}
}

/* Return true if the LINE declares a function that SEEN has; else add it. */
static bool is_declared(hr_map *seen, const char *line, size_t length)
{
	const char *name =
		length > 8 && !memcmp(line, "declare ", 8) ? memchr(line, '@', length) : NULL;
	const char *end = name ? memchr(name, '(', (size_t)(line + length - name)) : NULL;
	uint64_t key = 1469598103934665603u;

	if (!end)
		return false;
	for (; name < end; name++)
		key = (key ^ (uint8_t)*name) * 1099511628211u;
	if (hr_map_get(seen, key, NULL))
		return true;
	hr_map_put(seen, key, 1);
	return false;
}

static char *flat_text(const char *from)
{
	hr_map seen = {0};
	flat_writer to = {0};

	while (*from) {
		size_t length = strcspn(from, "\n"), start = to.count;

		append_line(&to, from, from + length);
		if (is_declared(&seen, to.data + start, to.count - start))
			to.count = start;
		append(&to, "\n", 1);
		from += length + (from[length] == '\n');
	}
	hr_map_free(&seen);
	return to.data;
}

/* --- the module ------------------------------------------------------------------------------- */

static void set_layout(LLVMModuleRef module, LLVMTargetDataRef ours)
{
	char *layout = LLVMCopyStringRepOfTargetData(ours);

	LLVMSetDataLayout(module, layout);
	LLVMDisposeMessage(layout);
}

LLVMModuleRef hr_unit_flatten(LLVMModuleRef module)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	layouts of = {.ours = hr_machine_layout(LLVMGetTarget(module)),
		      .theirs = LLVMGetModuleDataLayout(module)};
	LLVMModuleRef made = NULL;
	char *printed, *flat, *why = NULL;

	if (are_types_same(&of, module)) {
		printed = LLVMPrintModuleToString(module);
		flat = flat_text(printed);
		LLVMDisposeMessage(printed);
		if (LLVMParseIRInContext(
			    context,
			    LLVMCreateMemoryBufferWithMemoryRangeCopy(flat, strlen(flat), "unit"),
			    &made, &why))
			hr_bug("a kernel cannot be read without address spaces: %s", why);
		hr_free(flat);
		set_layout(made, of.ours);
	}
	hr_map_free(&of.known);
	LLVMDisposeTargetData(of.ours);
	return made;
}
