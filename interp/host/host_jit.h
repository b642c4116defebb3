/* interp/host/host_jit.h -- between the two halves of the JIT: the module as it is compiled, and
 * its run. */
#ifndef HR_HOST_JIT_H
#define HR_HOST_JIT_H

#include <llvm-c/Core.h>

#include "interp/host/host.h"
#include "interp/host/host_structors.h"
#include "src/base/vec.h"

/* The one symbol that is looked up: an array with the address of everything else, as `symbols`
 * lists it. All that the program defines stays local to its object. */
#define HR_JIT_TABLE "hr.table"
/* A node function's compiled body: it calls this with the node's name. */
#define HR_JIT_NODE_CALLED "hr.node.called"
/* Called with a number right before a call of the runtime: site.c. */
#define HR_JIT_NOTE_SITE "hr.note.site"
/* Called before an access to memory, when it matters what host code reads (M7): site.c. */
#define HR_JIT_HOST_ACCESS "hr.host.access"
/* Fills a variable of the host (fill.c). */
#define HR_JIT_FILL "hr.fresh.fill"
/* Address of this thread's copy of a thread_local variable of a library, by name. */
#define HR_JIT_LIBRARY_TLS "hr.library.tls"
/* The intrinsics `llvm.hpvm.X` are called `hr.hpvm.X`: code generation keeps `llvm.` to itself. */
#define HR_JIT_INTRINSIC "hr.hpvm."

typedef enum hr_jit_kind { HR_JIT_FUNCTION, HR_JIT_GLOBAL, HR_JIT_THREAD_LOCAL } hr_jit_kind;

typedef struct hr_jit_symbol {
	const char *name; /* owned by the arena */
	hr_jit_kind kind; /* thread-local: the table holds a function that gives the address */
} hr_jit_symbol;

typedef struct hr_jit_module {
	hr_arena arena;
	LLVMModuleRef module;          /* in a context of the caller's */
	HR_VEC(hr_jit_symbol) symbols; /* in the order of the table */
	hr_structors constructors, destructors;
	bool main_returns_void;
	bool unoptimised;      /* most of it comes from -O0 */
	bool has_thread_local; /* variables of its own */
} hr_jit_module;

/* Makes the module to be compiled from the program's, in CONTEXT. Reports every undefined
 * symbol. */
hr_status hr_jit_module_make(hr_run *run, LLVMContextRef context, hr_jit_module *jit) HR_MUST_CHECK;
void hr_jit_module_free(hr_jit_module *jit); /* not the LLVM module */

/* jit_copy.c: a copy of the program's module, in its context, in which functions that host code
 * cannot reach have no body, or are gone. Everything has a name. */
LLVMModuleRef hr_jit_copy(const hr_program *program);
/* Does code that may run use FUNCTION's address? What stands in an internal node function is a
 * description, and runs nowhere: that it names its children needs no address of them. */
bool hr_jit_needs_address(const hr_program *program, const hr_function *function);

/* The copy of FUNCTION in MODULE, if it is host code that the program defines and the copy still
 * has it; else NULL. */
LLVMValueRef hr_jit_host_function(LLVMModuleRef module, const hr_function *function);

/* site.c: lets MODULE, the fresh copy of the program's, note every call of the runtime. */
void hr_jit_note_sites(hr_run *run, LLVMModuleRef module);

/* fill.c: lets variables of MODULE, the copy of the program's, begin as fresh memory does
 * (--check=uninit). */
void hr_jit_fill_variables(const hr_program *program, LLVMModuleRef module);

/* undefined.c: used, declared, and in no library either. The JIT's names of intrinsics are
 * known. */
bool hr_host_is_undefined(LLVMModuleRef module, LLVMValueRef value);
/* Reports every undefined symbol of MODULE that is not weak. */
hr_status hr_host_check_symbols(hr_run *run, LLVMModuleRef module) HR_MUST_CHECK;

/* Loads of library thread_local variables become calls; jit_tls.c. */
hr_status hr_jit_rewrite_tls(hr_run *run, LLVMModuleRef module) HR_MUST_CHECK;

#endif
