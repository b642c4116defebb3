/* interp/host/symbols.c -- resolve undefined symbols of the program.
 *
 * Order: the runtime's entry points; what the C library has only in the part that is linked
 * statically; -l libraries in order; the process, which has libc, libm and, for LLVM's sake,
 * libstdc++.
 * Owns:     the handles of the libraries, which stay open as long as the run.
 * Not here: symbols the program defines (jit.c, interp/memory/image.c). */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interp/host/host.h"
#include "interp/host/host_runtime.h"
#include "interp/host/host_state.h"
#include "interp/run/offload.h"
#include "src/base/vec.h"

/* Whether memory of the program may be on devices. */
static bool has_devices(const hr_run *run)
{
	return run->offload && run->offload->bring_back;
}

/* --- opening -l libraries --------------------------------------------------------------------- */

/* The directory of the C library: where a multiarch system keeps the others too. */
static const char *system_directory(char directory[PATH_MAX])
{
	Dl_info info;
	char *slash;

	directory[0] = '\0';
	if (!dladdr((void *)&puts, &info) || !info.dli_fname || strlen(info.dli_fname) >= PATH_MAX)
		return directory;
	strcpy(directory, info.dli_fname);
	slash = strrchr(directory, '/');
	if (slash)
		*slash = '\0';
	else
		directory[0] = '\0';
	return directory;
}

static void *open_file(const char *path)
{
	return dlopen(path, RTLD_NOW | RTLD_GLOBAL);
}

/* Open DIRECTORY/FILE, else DIRECTORY/FILE.N with the highest N: a system without the development
 * package has no libNAME.so, and some libNAME.so are linker scripts, which dlopen refuses. */
static void *open_in(const char *directory, const char *file, char **error)
{
	char path[PATH_MAX];
	glob_t found;
	void *handle = NULL;

	if (snprintf(path, sizeof(path), "%s/%s", directory, file) >= (int)sizeof(path) - 8)
		return NULL;
	if (access(path, R_OK) == 0) {
		handle = open_file(path);
		if (handle)
			return handle;
		hr_free(*error);
		*error = hr_strdup(dlerror());
	}
	strcat(path, ".[0-9]*");
	if (glob(path, 0, NULL, &found) != 0)
		return NULL;
	for (size_t i = found.gl_pathc; i > 0 && !handle; i--)
		handle = open_file(found.gl_pathv[i - 1]);
	globfree(&found);
	return handle;
}

/* Return true for a library that every process has, or that only a static linker needs. */
static bool always_there(const char *name)
{
	static const char *const names[] = {"c",    "m",   "pthread", "dl",     "rt",
					    "util", "gcc", "gcc_s",   "gcc_eh", "supc++"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static void *open_library(const hr_options *options, const char *name, char **error, bool *skip)
{
	char system[PATH_MAX];
	const char *const standard[] = {system_directory(system), "/usr/local/lib", "/usr/lib",
					"/usr/lib64", "/lib64"};
	char file[NAME_MAX + 1];
	void *handle;

	if (strchr(name, '/'))
		return open_file(name);
	if (snprintf(file, sizeof(file), name[0] == ':' ? "%s%.0s" : "%.0slib%s.so",
		     name[0] == ':' ? name + 1 : "", name) >= (int)sizeof(file))
		return NULL;
	for (size_t i = 0; i < options->library_path_count; i++) {
		handle = open_in(options->library_paths[i], file, error);
		if (handle)
			return handle;
	}
	if (always_there(name)) {
		*skip = true;
		return NULL;
	}
	handle = open_file(file); /* as the dynamic linker searches: LD_LIBRARY_PATH, its cache */
	for (size_t i = 0; i < sizeof(standard) / sizeof(standard[0]) && !handle; i++)
		if (standard[i][0])
			handle = open_in(standard[i], file, error);
	return handle;
}

hr_status hr_host_open_libraries(hr_run *run)
{
	hr_status status = HR_OK;

	hr_runtime_watch(run, has_devices(run) || run->options.checks & HR_CHECK_BOUNDS);
	for (size_t i = 0; i < run->options.library_count; i++) {
		const char *name = run->options.libraries[i];
		char *error = NULL;
		bool skip = false;
		void *handle = open_library(&run->options, name, &error, &skip);

		if (handle) {
			HR_PUSH(&run->host->libraries, handle);
		} else if (!skip) {
			const char *why = dlerror();

			status = hr_report(run->diags, HR_D_library_not_found, NULL, name,
					   error ? error
					   : why ? why
						 : "no such file");
		}
		hr_free(error);
	}
	if (!dlsym(RTLD_DEFAULT, "_ZSt4cout")) /* LLVM was built without libstdc++ */
		(void)dlopen("libstdc++.so.6", RTLD_NOW | RTLD_GLOBAL);
	return status;
}

/* --- looking up ------------------------------------------------------------------------------- */

#ifdef __x86_64__
/* The compiler's library, which is private to each program; __builtin_cpu_supports() reads it. */
extern char __cpu_model[], __cpu_features2[];
extern int __cpu_indicator_init(void);
#endif

/* What -mstack-protector-guard=global compares with; only kernels and loaders define one. */
static const uintptr_t stack_guard = (uintptr_t)0x595e9fbd94fda766;

#define SYMBOL(name, address) {name, (void *)(address)}

/* Functions in libc_nonshared.a, or replaced by the runtime (end.c). */
static const struct {
	const char *name;
	void *address;
} statics[] = {
	SYMBOL("__dso_handle", &hr_runtime_dso),
	SYMBOL("__stack_chk_guard", &stack_guard),
	SYMBOL("atexit", hr_runtime_atexit),
	SYMBOL("at_quick_exit", hr_runtime_at_quick_exit),
	SYMBOL("_exit", hr_runtime_exit_now),
	SYMBOL("_Exit", hr_runtime_exit_now),
	SYMBOL("pthread_atfork", hr_runtime_atfork),
	SYMBOL("__cxa_thread_atexit", hr_runtime_thread_atexit),
	SYMBOL("__cxa_thread_atexit_impl", hr_runtime_thread_atexit),
	/* interp/host/crash_thread.c, not a -l library's */
	SYMBOL("pthread_create", pthread_create),
	SYMBOL("stat", stat),
	SYMBOL("fstat", fstat),
	SYMBOL("lstat", lstat),
	SYMBOL("fstatat", fstatat),
	SYMBOL("mknod", mknod),
	SYMBOL("mknodat", mknodat),
#ifdef __x86_64__
	SYMBOL("__cpu_model", __cpu_model),
	SYMBOL("__cpu_features2", __cpu_features2),
	SYMBOL("__cpu_indicator_init", __cpu_indicator_init),
#endif
	SYMBOL("__truncsfbf2", hr_runtime_trunc_f32_bf16),
	SYMBOL("__truncdfbf2", hr_runtime_trunc_f64_bf16),
};

/* The same, of an embedded run: what would end the process, or call the program when that ends. */
static const struct {
	const char *name;
	void *address;
} embedded_statics[] = {
	SYMBOL("__cxa_atexit", hr_runtime_cxa_atexit),
	SYMBOL("exit", hr_runtime_exit),
	SYMBOL("quick_exit", hr_runtime_quick_exit),
	SYMBOL("abort", hr_runtime_abort),
};

static void *find_static(const hr_run *run, const char *name)
{
	for (size_t i = 0; i < sizeof(statics) / sizeof(statics[0]); i++)
		if (strcmp(name, statics[i].name) == 0)
			return statics[i].address;
	for (size_t i = 0;
	     run->options.embedded && i < sizeof(embedded_statics) / sizeof(embedded_statics[0]);
	     i++)
		if (strcmp(name, embedded_statics[i].name) == 0)
			return embedded_statics[i].address;
	return NULL;
}

static void *find_open(const hr_run *run, const char *name)
{
	for (size_t i = 0; i < run->host->libraries.count; i++) {
		void *address = dlsym(run->host->libraries.data[i], name);

		if (address)
			return address;
	}
	return dlsym(RTLD_DEFAULT, name);
}

/* The C library renames functions as the C standard moves on; bitcode from a newer system finds the
 * older ones, which differ in corners (0b101 in strtol) that the older C library does not know. */
static void *find_older(const hr_run *run, const char *name)
{
	static const char newer[] = "__isoc23_", older[] = "__isoc99_";
	char other[128];
	void *address;

	if (strncmp(name, newer, sizeof(newer) - 1) != 0)
		return NULL;
	snprintf(other, sizeof(other), "%s%s", older, name + sizeof(newer) - 1);
	address = find_open(run, other);
	return address ? address : find_open(run, name + sizeof(newer) - 1);
}

bool hr_host_is_entry(const char *name, const void *address)
{
	const void *entry = hr_entry_find(name);

	return entry && (!address || address == entry);
}

bool hr_host_is_process(hr_run *run, const char *name)
{
	void *address = dlsym(RTLD_DEFAULT, name);

	return address && find_open(run, name) == address;
}

void *hr_host_symbol(hr_run *run, const char *name)
{
	void *address = hr_entry_find(name);

	if (!address)
		address = find_static(run, name);
	if (!address) {
		void *real = find_open(run, name);

		address =
			run->options.checks & HR_CHECK_UNINIT ? hr_runtime_fresh(name, real) : real;
		address = hr_runtime_free(run, name, real, address);
		address = hr_runtime_device(run, name, address);
		if (has_devices(run))
			address = hr_runtime_system(name, address);
	}
	if (!address)
		address = find_older(run, name);
	if (!address && strncmp(name, "__atomic_", 9) == 0 &&
	    dlopen("libatomic.so.1", RTLD_NOW | RTLD_GLOBAL))
		address = dlsym(RTLD_DEFAULT, name);
	return address;
}
