/* interp/host/jit.c -- host code compiled by ORC and run natively.
 *
 * One module, compiled at once after all that is not needed has been removed; one dylib without a
 * platform, so that constructors, destructors and atexit() are handled here, in the order of a
 * native program; every symbol from outside is resolved by hr_host_symbol().
 * Invariant: nothing of the program runs before all of its symbols are known to be defined.
 * Owns:      the JIT, for as long as the run.
 * Clauses:   H2.
 * Not here:  preparing the module (jit_module.c), symbols (symbols.c), the end (end.c). */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Error.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Target.h>
#include <llvm/Config/llvm-config.h>

#include "interp/host/host_jit.h"
#include "interp/host/host_runtime.h"
#include "interp/host/host_state.h"
#include "interp/memory/fresh_fill.h"
#include "interp/memory/image.h"
#include "ir/program/lookup.h"
#include "src/base/map.h"
#include "src/diag/instrumentation.h"
#include "src/file/line_table.h"

typedef void structor_function(int argc, char **argv, char **envp);
typedef int main_function(int argc, char **argv, char **envp);
typedef void *accessor_function(void);

typedef struct named_address {
	uint64_t address;
	const char *name;
} named_address;

struct hr_jit {
	hr_run *run;
	hr_jit_module module;
	LLVMOrcLLJITRef lljit;
	LLVMOrcJITDylibRef dylib;
	const uint64_t *table;    /* by number in module.symbols; in the compiled code */
	hr_strmap index;          /* name to number */
	named_address *functions; /* sorted by address */
	size_t function_count;
	bool reported;
	uint8_t *object; /* a copy of the compiled code, for its line table; NULL: there is none */
	size_t object_bytes;
};

/* --- errors ----------------------------------------------------------------------------------- */

/* Copy LLVM's message to LINE as one line, without line ends and without the line with a caret. */
static void one_line(const char *text, char *line, size_t room)
{
	size_t used = 0;

	line[0] = '\0';
	while (*text && used + 1 < room) {
		size_t length = strcspn(text, "\n"), from = strspn(text, " \t"), to = length;

		while (to > from && strchr(" \t\r", text[to - 1]))
			to--;
		if (from < to && from + strspn(text + from, " \t~^") < to)
			used += (size_t)snprintf(line + used, room - used, "%s%.*s",
						 used ? ": " : "", (int)(to - from), text + from);
		text += length + (text[length] == '\n');
	}
}

/* Return true if the error is an intrinsic that LLVM cannot lower: it reaches the linker as an
 * undefined symbol. */
static bool lost_intrinsic(const hr_jit *jit, const char *text, char *name, size_t room,
			   hr_where *where)
{
	const char *start = strstr(text, "llvm.");
	LLVMValueRef function, user;

	if (!start)
		return false;
	snprintf(name, room, "%.*s", (int)strcspn(start, ", ]"), start);
	function = LLVMGetNamedFunction(jit->run->program->module, name);
	if (!function || !LLVMGetFirstUse(function))
		return false;
	user = LLVMGetUser(LLVMGetFirstUse(function));
	if (LLVMIsAInstruction(user))
		*where = hr_where_running(jit->run->program, user);
	return true;
}

/* Report the symbols that code generation has added and nothing defines; return false if TEXT is another error. */
static bool report_undefined(hr_jit *jit, const char *text)
{
	static const char mark[] = "Symbols not found: [ ";
	const char *at = strstr(text, mark);
	char name[200], help[HR_UNDEFINED_HELP];
	int used;

	if (!at)
		return false;
	for (at += strlen(mark); sscanf(at, "%199[^], ]%n", name, &used) == 1;
	     at += strspn(at, ", ")) {
		(void)hr_report(jit->run->diags, HR_D_unresolved_symbol, NULL, name,
				hr_undefined_help(name, help));
		at += used;
	}
	return true;
}

static void report_text(hr_jit *jit, const char *text)
{
	char line[1000], name[200];
	hr_where where = {0};

	jit->reported = true;
	if (!strstr(text, "llvm.") && report_undefined(jit, text))
		return;
	if (lost_intrinsic(jit, text, name, sizeof(name), &where))
		snprintf(line, sizeof(line), "LLVM cannot generate code for '%s' on this machine",
			 name);
	else
		one_line(text, line, sizeof(line));
	(void)hr_report(jit->run->diags, HR_D_jit_failed, where.function ? &where : NULL, line);
}

static hr_status report_error(hr_jit *jit, LLVMErrorRef error)
{
	char *text;

	if (!error)
		return HR_OK;
	text = LLVMGetErrorMessage(error);
	if (!jit->reported)
		report_text(jit, text);
	LLVMDisposeErrorMessage(text);
	return HR_REJECT;
}

/* ORC passes the reason to this callback; the caller of the look-up only learns that there was an
 * error. */
static void on_session_error(void *data, LLVMErrorRef error)
{
	(void)report_error(data, error);
}

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *data)
{
	char *text;

	if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
		return;
	text = LLVMGetDiagInfoDescription(info);
	report_text(data, text);
	LLVMDisposeMessage(text);
}

void hr_jit_fatal_error(const char *reason)
{
	hr_run *run = hr_run_current();

	if (!run || !run->host->jit)
		return;
	report_text(run->host->jit, reason);
	hr_die(run, HR_REJECT);
}

/* LLVM ends the process when the handler returns. */
static void install_fatal_error_handler(void)
{
	if (!hr_process.watches_llvm)
		LLVMInstallFatalErrorHandler(hr_jit_fatal_error);
}

/* --- external symbols ------------------------------------------------------------------------- */

static void *library_tls(const char *name)
{
	hr_run *run = hr_run_current();

	return run ? hr_host_symbol(run, name) : NULL;
}

static void *address_of(hr_run *run, const char *name)
{
	char intrinsic[128];

	if (strcmp(name, HR_JIT_NODE_CALLED) == 0)
		return (void *)hr_entry_node_called;
	if (strcmp(name, HR_JIT_NOTE_SITE) == 0)
		return (void *)hr_host_site_note;
	if (strcmp(name, HR_JIT_HOST_ACCESS) == 0)
		return (void *)hr_entry_host_access;
	if (strcmp(name, HR_JIT_FILL) == 0)
		return (void *)hr_fresh_fill;
	if (strcmp(name, HR_JIT_LIBRARY_TLS) == 0)
		return (void *)library_tls;
	if (strncmp(name, HR_JIT_INTRINSIC, sizeof(HR_JIT_INTRINSIC) - 1) != 0)
		return hr_host_symbol(run, name);
	snprintf(intrinsic, sizeof(intrinsic), "llvm.hpvm.%s", name + sizeof(HR_JIT_INTRINSIC) - 1);
	return hr_entry_find(intrinsic);
}

static LLVMErrorRef define_outside(LLVMOrcDefinitionGeneratorRef generator, void *data,
				   LLVMOrcLookupStateRef *state, LLVMOrcLookupKind kind,
				   LLVMOrcJITDylibRef dylib, LLVMOrcJITDylibLookupFlags flags,
				   LLVMOrcCLookupSet wanted, size_t count)
{
	LLVMOrcCSymbolMapPair *pairs = hr_alloc_array(count, sizeof(*pairs));
	const hr_jit *jit = data;
	LLVMErrorRef error = NULL;
	size_t found = 0;

	(void)generator, (void)state, (void)kind, (void)flags;
	for (size_t i = 0; i < count; i++) {
		void *address =
			address_of(jit->run, LLVMOrcSymbolStringPoolEntryStr(wanted[i].Name));

		if (!address)
			continue;
		LLVMOrcRetainSymbolStringPoolEntry(wanted[i].Name);
		pairs[found].Name = wanted[i].Name;
		pairs[found].Sym.Address = (uint64_t)(uintptr_t)address;
		pairs[found++].Sym.Flags.GenericFlags = LLVMJITSymbolGenericFlagsExported;
	}
	if (found)
		error = LLVMOrcJITDylibDefine(dylib, LLVMOrcAbsoluteSymbols(pairs, found));
	hr_free(pairs);
	return error;
}

/* --- compiling -------------------------------------------------------------------------------- */

/* Return a builder, or NULL for ORC's default, which optimises. A module compiled with -O0 compiles
 * in a third of the time without optimisation; but only ORC's default has emulated thread-local
 * storage. */
static LLVMOrcLLJITBuilderRef choose_builder(const hr_jit *jit)
{
	LLVMOrcLLJITBuilderRef builder;
	LLVMTargetMachineRef machine;
	LLVMTargetRef target;
	char *triple, *error = NULL;

	if (!jit->module.unoptimised || jit->module.has_thread_local)
		return NULL;
	triple = LLVMGetDefaultTargetTriple();
	if (LLVMGetTargetFromTriple(triple, &target, &error)) {
		LLVMDisposeMessage(error);
		LLVMDisposeMessage(triple);
		return NULL;
	}
	machine = LLVMCreateTargetMachine(target, triple, "", "", LLVMCodeGenLevelNone,
					  LLVMRelocPIC, LLVMCodeModelSmall);
	LLVMDisposeMessage(triple);
	builder = LLVMOrcCreateLLJITBuilder();
	LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
		builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine));
	return builder;
}

static LLVMErrorRef keep_object(void *data, LLVMMemoryBufferRef *object)
{
	hr_jit *jit = data;

	hr_free(jit->object);
	jit->object_bytes = LLVMGetBufferSize(*object);
	jit->object = hr_alloc(jit->object_bytes);
	memcpy(jit->object, LLVMGetBufferStart(*object), jit->object_bytes);
	return NULL;
}

static hr_status start_lljit(hr_jit *jit)
{
	static pthread_once_t installed = PTHREAD_ONCE_INIT; /* LLVM takes one handler */
	LLVMOrcExecutionSessionRef session;
	LLVMErrorRef error;

	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	LLVMInitializeNativeAsmParser();
	pthread_once(&installed, install_fatal_error_handler);
	error = LLVMOrcCreateLLJIT(&jit->lljit, choose_builder(jit));
	if (error)
		return report_error(jit, error);
	if (jit->module.lines.count)
		LLVMOrcObjectTransformLayerSetTransform(
			LLVMOrcLLJITGetObjTransformLayer(jit->lljit), keep_object, jit);
	session = LLVMOrcLLJITGetExecutionSession(jit->lljit);
	LLVMOrcExecutionSessionSetErrorReporter(session, on_session_error, jit);
	jit->dylib = LLVMOrcExecutionSessionCreateBareJITDylib(session, "program");
	LLVMOrcJITDylibAddGenerator(
		jit->dylib, LLVMOrcCreateCustomCAPIDefinitionGenerator(define_outside, jit, NULL));
	return HR_OK;
}

/* Set an empty data layout. A different layout is an error, which ORC reports. */
static void fill_data_layout(hr_jit *jit)
{
	if (LLVMGetDataLayoutStr(jit->module.module)[0] == '\0')
		LLVMSetDataLayout(jit->module.module, LLVMOrcLLJITGetDataLayoutStr(jit->lljit));
}

static hr_status make_and_add(hr_jit *jit)
{
#if LLVM_VERSION_MAJOR >= 21
	LLVMContextRef context = LLVMContextCreate();
	LLVMOrcThreadSafeContextRef safe =
		LLVMOrcCreateNewThreadSafeContextFromLLVMContext(context);
#else
	LLVMOrcThreadSafeContextRef safe = LLVMOrcCreateNewThreadSafeContext();
	LLVMContextRef context = LLVMOrcThreadSafeContextGetContext(safe);
#endif
	LLVMOrcThreadSafeModuleRef module;
	hr_status status;

	LLVMContextSetDiagnosticHandler(context, on_diagnostic, jit);
	status = hr_jit_module_make(jit->run, context, &jit->module);
	if (status == HR_OK)
		status = start_lljit(jit);
	if (status != HR_OK) {
		if (jit->module.module)
			LLVMDisposeModule(jit->module.module);
		jit->module.module = NULL;
		LLVMOrcDisposeThreadSafeContext(safe);
		return status;
	}
	fill_data_layout(jit);
	module = LLVMOrcCreateNewThreadSafeModule(jit->module.module, safe);
	LLVMOrcDisposeThreadSafeContext(safe);
	jit->module.module = NULL;
	return report_error(jit, LLVMOrcLLJITAddLLVMIRModule(jit->lljit, jit->dylib, module));
}

struct jit_answer {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool done;
	uint64_t address;
	LLVMErrorRef error;
};

static void on_answer(LLVMErrorRef error, LLVMOrcCSymbolMapPairs result, size_t count, void *data)
{
	struct jit_answer *answer = data;

	pthread_mutex_lock(&answer->lock);
	answer->error = error;
	if (!error && count == 1)
		answer->address = result[0].Sym.Address;
	answer->done = true;
	pthread_cond_signal(&answer->changed);
	pthread_mutex_unlock(&answer->lock);
}

/* Compile the module: looking up the table makes ORC materialise everything in it. */
static hr_status look_up_table(hr_jit *jit)
{
	LLVMOrcExecutionSessionRef session = LLVMOrcLLJITGetExecutionSession(jit->lljit);
	LLVMOrcCJITDylibSearchOrderElement order = {jit->dylib,
						    LLVMOrcJITDylibLookupFlagsMatchAllSymbols};
	LLVMOrcCLookupSetElement wanted = {LLVMOrcExecutionSessionIntern(session, HR_JIT_TABLE),
					   LLVMOrcSymbolLookupFlagsRequiredSymbol};
	struct jit_answer answer = {.lock = PTHREAD_MUTEX_INITIALIZER,
				    .changed = PTHREAD_COND_INITIALIZER};

	LLVMOrcExecutionSessionLookup(session, LLVMOrcLookupKindStatic, &order, 1, &wanted, 1,
				      on_answer, &answer);
	pthread_mutex_lock(&answer.lock);
	while (!answer.done)
		pthread_cond_wait(&answer.changed, &answer.lock);
	pthread_mutex_unlock(&answer.lock);
	HR_TRY(report_error(jit, answer.error));
	jit->table = (const uint64_t *)(uintptr_t)answer.address;
	/* an assembler's error still leaves an object */
	return jit->reported ? HR_REJECT : HR_OK;
}

/* --- addresses -------------------------------------------------------------------------------- */

static int by_address(const void *left, const void *right)
{
	const named_address *a = left, *b = right;

	return a->address < b->address ? -1 : a->address > b->address;
}

static void index_symbols(hr_jit *jit)
{
	jit->functions = hr_alloc_array(jit->module.symbols.count, sizeof(named_address));
	for (size_t i = 0; i < jit->module.symbols.count; i++) {
		const hr_jit_symbol *symbol = &jit->module.symbols.data[i];

		hr_strmap_put(&jit->index, symbol->name, i);
		if (symbol->kind == HR_JIT_FUNCTION)
			jit->functions[jit->function_count++] =
				(named_address){jit->table[i], symbol->name};
	}
	qsort(jit->functions, jit->function_count, sizeof(named_address), by_address);
}

static uint64_t resolve(void *data, const char *name)
{
	const hr_jit *jit = data;
	uint64_t number;

	if (!hr_strmap_get(&jit->index, name, &number))
		return 0;
	if (jit->module.symbols.data[number].kind == HR_JIT_THREAD_LOCAL)
		return (uint64_t)(uintptr_t)((accessor_function *)jit->table[number])();
	return jit->table[number];
}

/* Whether a shared object holds ADDRESS; safe in a signal handler. */
static bool is_loaded(uint64_t address)
{
#if __GLIBC_PREREQ(2, 35)
	struct dl_find_object found;

	return _dl_find_object((void *)address, &found) == 0;
#else
	(void)address;
	return false;
#endif
}

/* Return the function of the program at ADDRESS, or NULL. Where a function ends is not known: the
 * next one begins there, and the last is taken to be short. */
static const named_address *compiled_at(const hr_run *run, uint64_t address)
{
	const hr_jit *jit = run->host->jit;
	size_t low = 0, high = jit ? jit->function_count : 0;

	if (!high || address < jit->functions[0].address ||
	    address > jit->functions[high - 1].address + 65536 || is_loaded(address))
		return NULL;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (jit->functions[middle].address <= address)
			low = middle;
		else
			high = middle;
	}
	return &jit->functions[low];
}

const char *hr_jit_function_at(const hr_run *run, uint64_t address)
{
	const named_address *at = compiled_at(run, address);

	return at ? at->name : NULL;
}

void hr_jit_place_at(const hr_run *run, uint64_t address, hr_where *where)
{
	const named_address *at = compiled_at(run, address);
	const hr_jit *jit = run->host->jit;
	uint32_t number = 0;

	if (at)
		number =
			hr_line_at(jit->object, jit->object_bytes, at->name, address - at->address);
	if (!number || number > jit->module.lines.count)
		return;
	where->file = jit->module.lines.data[number - 1].file;
	where->directory = jit->module.lines.data[number - 1].directory;
	where->line = jit->module.lines.data[number - 1].line;
}

static void *function_address(const hr_jit *jit, const char *name)
{
	uint64_t address = resolve((void *)jit, name);

	if (!address)
		hr_bug("'%s' was not compiled", name);
	return (void *)(uintptr_t)address;
}

/* --- running ---------------------------------------------------------------------------------- */

struct arguments {
	int argc;
	char **argv, **envp;
};

static void run_destructors(void *data)
{
	const hr_jit *jit = data;

	for (size_t i = 0; i < jit->module.destructors.count; i++)
		((void (*)(void))function_address(jit, jit->module.destructors.data[i].name))();
}

static void run_constructors(hr_jit *jit, const struct arguments *arguments)
{
	/* Registered first, so that it runs after everything that constructors register. */
	hr_runtime_cxa_atexit(run_destructors, jit, &hr_runtime_dso);
	for (size_t i = 0; i < jit->module.constructors.count; i++) {
		structor_function *constructor = (structor_function *)function_address(
			jit, jit->module.constructors.data[i].name);

		constructor(arguments->argc, arguments->argv, arguments->envp);
	}
}

static int run_main(hr_jit *jit, const struct arguments *arguments)
{
	main_function *program = (main_function *)function_address(jit, "main");
	int exit_status;

	hr_process_set_native(jit->run, true);
	hr_host_clean_state();
	run_constructors(jit, arguments);
	exit_status = program(arguments->argc, arguments->argv, arguments->envp);
	hr_host_run_destructors(jit->run);
	hr_process_set_native(jit->run, false);
	hr_flush_output();
	return jit->module.main_returns_void ? 0 : exit_status;
}

static hr_status compile(hr_jit *jit)
{
	HR_TRY(make_and_add(jit));
	HR_TRY(look_up_table(jit));
	index_symbols(jit);
	hr_image_set_resolver(jit->run->image, resolve, jit);
	return HR_OK;
}

hr_status hr_host_jit_main(hr_run *run, int argc, char **argv, char **envp, int *exit_status)
{
	struct arguments arguments = {argc, argv, envp};
	hr_jit *jit = hr_alloc_zero(sizeof(*jit));

	jit->run = run;
	run->host->jit = jit;
	hr_arena_init(&jit->module.arena);
	(void)hr_run_enter(run);
	HR_TRY(hr_host_open_libraries(run));
	HR_TRY(compile(jit));
	if (argc > 0 && !run->options.embedded)
		program_invocation_name = argv[0];
	hr_crash_install(run);
	hr_host_begin(run);
	hr_crash_watch_terminate(run);
	*exit_status = run_main(jit, &arguments);
	return HR_OK;
}

void hr_jit_free(hr_jit *jit)
{
	if (!jit)
		return;
	if (jit->lljit)
		LLVMConsumeError(LLVMOrcDisposeLLJIT(jit->lljit));
	hr_jit_module_free(&jit->module);
	hr_strmap_free(&jit->index);
	hr_free(jit->functions);
	hr_free(jit->object);
	hr_free(jit);
}
