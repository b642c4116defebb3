/* interp/host/host_jit.h -- shared by the two halves of the JIT: preparing the module, and running
 * it. */
#ifndef HR_HOST_JIT_H
#define HR_HOST_JIT_H

#include <llvm-c/Core.h>

#include "interp/host/host.h"
#include "interp/host/host_structors.h"
#include "src/base/map.h"
#include "src/base/vec.h"

/* The only symbol that is looked up: an array with the address of everything else, in the order of
 * `symbols`. All definitions of the program stay local to its object. */
#define HR_JIT_TABLE "hr.table"
/* The compiled body of a node function calls this with the node's name. */
#define HR_JIT_NODE_CALLED "hr.node.called"
/* Called with a number directly before a call of the runtime: site.c. */
#define HR_JIT_NOTE_SITE "hr.note.site"
/* Called before a memory access if reads of host code are checked (M7): site.c. */
#define HR_JIT_HOST_ACCESS "hr.host.access"
/* Fills a variable of host code (fill.c). */
#define HR_JIT_FILL "hr.fresh.fill"
/* Returns the address of this thread's copy of a library's thread_local variable, by name. */
#define HR_JIT_LIBRARY_TLS "hr.library.tls"
/* The intrinsics `llvm.hpvm.X` are renamed to `hr.hpvm.X`, because code generation reserves
 * `llvm.`. */
#define HR_JIT_INTRINSIC "hr.hpvm."

typedef enum hr_jit_kind { HR_JIT_FUNCTION, HR_JIT_GLOBAL, HR_JIT_THREAD_LOCAL } hr_jit_kind;

typedef struct hr_jit_symbol {
	const char *name; /* owned by the arena */
	hr_jit_kind kind; /* thread-local: the table has a function that returns the address */
} hr_jit_symbol;

/* The place of an instruction in the source. */
typedef struct hr_jit_line {
	const char *file, *directory; /* owned by the arena of the module */
	unsigned line;
} hr_jit_line;
typedef HR_VEC(hr_jit_line) hr_jit_lines; /* number 1 comes first */

typedef struct hr_jit_module {
	hr_arena arena;
	LLVMModuleRef module;          /* in a context of the caller */
	HR_VEC(hr_jit_symbol) symbols; /* in the order of the table */
	hr_structors constructors, destructors;
	bool main_returns_void;
	bool unoptimised;      /* most of it was compiled with -O0 */
	bool has_thread_local; /* it defines thread_local variables */
	hr_jit_lines lines;    /* of instructions, by number; empty without debug information */
} hr_jit_module;

/* Make the module to compile from the program's module, in CONTEXT. Reports every undefined
 * symbol. */
hr_status hr_jit_module_make(hr_run *run, LLVMContextRef context, hr_jit_module *jit) HR_MUST_CHECK;
void hr_jit_module_free(hr_jit_module *jit); /* does not free the LLVM module */

/* jit_copy.c: return a copy of the program's module, in its context. Functions that host code
 * cannot reach have no body there, or are removed. Every value has a name. */
LLVMModuleRef hr_jit_copy(const hr_program *program);
/* Return true if code that can run uses FUNCTION's address. The body of an internal node function
 * describes a graph and never runs, so that it names its children does not count. */
bool hr_jit_needs_address(const hr_program *program, const hr_function *function);

/* Return the copy of FUNCTION in MODULE, or NULL if it is not host code that the program defines,
 * or has been removed. */
LLVMValueRef hr_jit_host_function(LLVMModuleRef module, const hr_function *function);

/* site.c: make every call of the runtime in MODULE, a fresh copy of the program's module, note its
 * number. */
void hr_jit_note_sites(hr_run *run, LLVMModuleRef module);

/* site.c: give each instruction of host code a number as its line, so that the line table of the
 * compiled code leads from an address to its place in the source, in two steps around the removal of
 * debug information. Nothing happens if MODULE has no debug information. */
void hr_jit_read_lines(hr_arena *arena, LLVMModuleRef module, hr_jit_lines *lines, hr_map *numbers);
void hr_jit_write_lines(const hr_program *program, LLVMModuleRef module, const hr_map *numbers);

/* fill.c: initialise variables in MODULE, a copy of the program's module, like fresh memory
 * (--check=uninit). */
void hr_jit_fill_variables(const hr_program *program, LLVMModuleRef module);

/* undefined.c: return true if VALUE is used, declared, and defined in no library. The JIT's names
 * of intrinsics count as defined. */
bool hr_host_is_undefined(hr_run *run, LLVMModuleRef module, LLVMValueRef value);
/* Report every undefined symbol of MODULE that is not weak. */
hr_status hr_host_check_symbols(hr_run *run, LLVMModuleRef module) HR_MUST_CHECK;

/* jit_tls.c: replace uses of library thread_local variables by calls. */
hr_status hr_jit_rewrite_tls(hr_run *run, LLVMModuleRef module) HR_MUST_CHECK;

#endif
