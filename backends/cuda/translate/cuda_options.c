/* backends/cuda/translate/cuda_options.c -- the options of the module cuda.
 *
 * Not here: where values come from (backends/registry/settings.h). */
#include "backends/cuda/translate/cuda_options.h"

#include <stdio.h>

#include "backends/cuda/translate/arch.h"
#include "backends/shared/group_size.h"

static int accepts_arch(const char *value, char text[HR_OPTION_TEXT])
{
	cuda_arch arches[CUDA_MOST_ARCHES];
	char all[HR_OPTION_TEXT / 2];
	unsigned count;

	if (cuda_arches_read(value, arches, &count))
		return 0;
	cuda_arch_list(all, sizeof(all));
	if (count > CUDA_MOST_ARCHES)
		snprintf(text, HR_OPTION_TEXT, "%d at most of %s", CUDA_MOST_ARCHES, all);
	else
		snprintf(text, HR_OPTION_TEXT, "one, or several with commas between, of %s", all);
	return 1;
}

const hr_backend_option cuda_options[CUDA_OPTIONS] = {
	[CUDA_OPTION_device] =
		{.name = "device",
		 .variable = "HPVM_CUDA_DEVICE",
		 .argument = "NUMBER|NAME",
		 .help = "which card: its number, or any part of its name; otherwise the first"},
	[CUDA_OPTION_driver] = {.name = "driver",
				.variable = "HPVM_CUDA_DRIVER",
				.argument = "FILE",
				.help = "another file than libcuda.so.1"},
	[CUDA_OPTION_block] = {.name = "block",
			       .variable = "HPVM_CUDA_BLOCK",
			       .argument = "X[,Y[,Z]]",
			       .accepts = hr_group_accepts,
			       .help = "threads of a block, in place of what measuring finds"},
	[CUDA_OPTION_graphs] = {.name = "graphs",
				.variable = "HPVM_CUDA_GRAPHS",
				.kind = HR_OPTION_CHOICE,
				.argument = "short|always|never",
				.preset = "short",
				.help = "which chains of launches become CUDA graphs"},
	[CUDA_OPTION_images] =
		{.name = "images",
		 .variable = "HPVM_CUDA_IMAGES",
		 .argument = "PATHS",
		 .help = "files of --emit cubin and fatbin, or directories of them, separated by colons, to run"},
	[CUDA_OPTION_libdevice] = {.name = "libdevice",
				   .variable = "HPVM_LIBDEVICE",
				   .argument = "FILE",
				   .help = "where libdevice.10.bc is"},
	[CUDA_OPTION_toolkit] = {.name = "toolkit",
				 .variable = "CUDA_HOME CUDA_PATH",
				 .argument = "DIRECTORY",
				 .help = "where a CUDA toolkit is; otherwise the usual places"},
	[CUDA_OPTION_arch] =
		{.name = "arch",
		 .argument = "LIST",
		 .preset = "sm_75",
		 .accepts = accepts_arch,
		 .help = "architectures for --emit, separated by commas, as --emit-arch"},
};
