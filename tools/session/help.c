/* tools/session/help.c -- what hpvm-run says about itself.
 *
 * A test compares the options named here with those of the manual page (hpvm-run.1).
 *
 * Not here:  reading options (tools/session/options.c), explaining diagnostics (src/diag/explain.c). */
#include "config.h"

#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/diag/explain.h"
#include "tools/session/options.h"

static const char help[] =
	"Usage: hpvm-run [option]... FILE... [-- argument...]\n"
	"\n"
	"Runs an HPVM program: host code and dataflow graphs, from LLVM bitcode or assembly.\n"
	"Several FILEs are linked. What follows -- is for the program.\n"
	"\n"
	"Running\n"
	"  --host jit|interp       compile the host code (default), or interpret it\n"
	"  -l NAME                 load a shared library for the host code; repeatable\n"
	"  -L DIRECTORY            look for libraries there; repeatable\n"
	"  --root FUNCTION         launch this root without host code, with the arguments of --args\n"
	"  --args FILE             arguments and expected results of --root (YAML)\n"
	"  --check LIST            bounds (on by default), attributes, race, barrier, memory, order,\n"
	"                          uninit, all, none\n"
	"  --memory shared|split   split: nodes for devices have a copy of tracked memory\n"
	"  --schedule ORDER        of instances: reference (default), reverse, depth-first,\n"
	"                          random:SEED\n"
	"  --schedules N           compare N orders of every execution (--check=order: 4, all: 2)\n"
	"  --seed SEED             of the first random order among them (default 1)\n"
	"  --sem NAME=VALUE        a choice of the semantics, or a profile: reference, strict,\n"
	"                          hpvm-1.0-cpu, hpvm-1.0-gpu; repeatable\n"
	"  --width N               run leaves in batches of N instances, 8 to 512; 1; auto\n"
	"  -j, --jobs N            run batches of a leaf on N threads (default 1), or a backend\n"
	"                          (default: one for each processor)\n"
	"  --step-limit N          end after N operations; 1e9 and 10M are numbers, too\n"
	"  --stack-limit BYTES     of each thread in interpreted code (default 8M)\n"
	"  --keep-going            go on after an error of the program, where that is possible\n"
	"\n"
	"Backends\n"
	"  --backend NAME          run leaves there, and interpret what it refuses; hint: where their\n"
	"                          hints say; auto: those that prove costly; interp (default)\n"
	"  --map NODE=NAME         the same for one leaf, or all below a node, by path or function;\n"
	"                          repeatable\n"
	"  --backends              list them, each with its devices or the reason it is out\n"
	"  --worker                run backends in processes of their own: what crashes, hangs or\n"
	"                          writes where it may not is a warning, and is interpreted\n"
	"  --backend-time-limit SECONDS  of a worker's build or grid (default 60; 0: none)\n"
	"  --cache-dir FOLDER      keep compiled code there\n"
	"  --cudnn-math fp32|tf32|fp16  least precision of cuDNN's products (default fp32)\n"
	"  --tune                  time cuDNN's engines when a leaf first runs; --cache-dir keeps the fastest\n"
	"  --backend-path FOLDERS  look for modules there first, with colons between; repeatable\n"
	"\n"
	"Seeing\n"
	"  --stats                 instances, operations and time of each node, at the end\n"
	"  --trace FILE            record what happens, for hpvm-trace to show\n"
	"  --trace-level LIST      graph, node, instance, memory (default node,memory)\n"
	"  --trace-clock wall|operations  operations: the same bytes in every run\n"
	"  --trace-buffers none|hash|whole[:BYTES]  of what pointers on edges lead to (default hash)\n"
	"  --trace-node PATH       only nodes whose path begins so\n"
	"  --trace-executions N|FIRST-LAST  only these executions of graphs\n"
	"  --trace-instances N|FIRST-LAST  only batches that have one of these instances\n"
	"  --watch                 what nodes do, at the bottom of the terminal, while the program runs\n"
	"  --progress WHEN         auto (default: on a terminal, in long runs), always, never\n"
	"  --passes LIST           change the graphs first: fuse-tensor-nodes, wrapper-api,\n"
	"                          sequentialise, sequentialise-all\n"
	"  --print-graph[=FORM]    print the graphs and run nothing: text (default), dot, yaml\n"
	"  --print-code[=FUNCTION] print the code that the engine runs, and run nothing\n"
	"  --emit opencl[:NODE]    print the OpenCL C of leaves, or of a node, and run nothing\n"
	"  --emit fpga[:NODE]      the same as kernels of one work-item, with loops over the grid inside, and pipes\n"
	"  --emit FORM[:NODE]      llvm, ptx, cubin, fatbin: leaves as kernels for NVIDIA's cards, and run nothing\n"
	"  --emit-arch LIST        for which: sm_75 (default); fatbin: several, such as sm_75,sm_90\n"
	"  -o, --output FILE       where --print-graph, --print-code and --emit write to\n"
	"\n"
	"Diagnostics\n"
	"  -W NAME                 make a diagnostic a warning: -Wstream-capacity\n"
	"  -W error[=NAME]         make it, or every warning, an error: -Werror=zero-extent\n"
	"  -W no-NAME              be silent about it: -Wno-untracked-memory\n"
	"  -q, --quiet             no warnings, no progress line\n"
	"  --diagnostics FORM      text (default), json (one object to a line), sarif (2.1.0)\n"
	"  --diagnostics-output FILE  put them there in that form, and as text on standard error\n"
	"  --color WHEN            auto (default: on a terminal), always, never\n"
	"  --explain NAME          what a diagnostic or a clause means, an example, the usual fix;\n"
	"                          --explain list: all of them in a line each\n"
	"  --list-diagnostics      name, severity, clause and outcome of every diagnostic\n"
	"\n"
	"  --help, --version\n"
	"\n"
	"Exit status: the program's own, when it ran to its end without an error. Otherwise\n"
	"  120  rejected graph or file       122  limit reached       124  wrong use of hpvm-run\n"
	"  121  trap or failed check         123  unsupported\n"
	"and the last line on standard error says which.\n";

void tool_print_help(FILE *stream)
{
	fputs(help, stream);
}

void tool_print_version(FILE *stream)
{
	unsigned major = 0, minor = 0, patch = 0;

	LLVMGetVersion(&major, &minor, &patch);
	fprintf(stream, "%s %s (built with LLVM %s, runs with LLVM %u.%u.%u)\n", hr_command, PACKAGE_VERSION,
		HR_LLVM_VERSION, major, minor, patch);
}

bool tool_wants_colour(const tool_options *options, FILE *stream)
{
	const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");

	if (options->colour != TOOL_COLOUR_AUTO)
		return options->colour == TOOL_COLOUR_ALWAYS;
	return isatty(fileno(stream)) && !(none && *none) && terminal &&
	       strcmp(terminal, "dumb") != 0;
}

/* A name may come with the brackets that it is printed in. */
bool tool_explain(const tool_options *options, FILE *stream)
{
	bool colour = tool_wants_colour(options, stream);
	const char *asked = options->explain, *near;
	size_t length = strlen(asked);
	char name[64];
	hr_diag_id id;

	if (strcmp(asked, "list") == 0) {
		hr_explain_list(stream);
		return true;
	}
	if (length > 2 && asked[0] == '[' && asked[length - 1] == ']') {
		asked++;
		length -= 2;
	}
	snprintf(name, sizeof(name), "%.*s", (int)(length < sizeof(name) ? length : 0), asked);
	if (hr_explain_print_clause(name, stream, colour))
		return true;
	if (hr_diag_find(name, &id)) {
		hr_explain_print(id, stream, colour);
		return true;
	}
	near = hr_diag_near(name);
	fprintf(stderr,
		"hpvm-run: wrong use: there is no diagnostic or clause '%s'%s%s%s; --explain list lists "
		"them; see hpvm-run --help (exit %d)\n", options->explain, near ? "; did you mean '" : "",
		near ? near : "", near ? "'?" : "", HR_EXIT_USAGE);
	return false;
}

void tool_list_diagnostics(const hr_diags *diags, FILE *stream)
{
	static const char *const severities[] = {"off", "warning", "error"};

	for (int i = 0; i < HR_D_COUNT; i++) {
		hr_diag_id id = (hr_diag_id)i;

		fprintf(stream, "%-24s %-8s %-4s %s\n", hr_diag_name(id),
			severities[hr_diags_severity(diags, id)], hr_diag_clause(id),
			hr_status_text(hr_diag_outcome(id)));
	}
}
