/* backends/cudnn/options.c -- the options of the module.
 *
 * Not here: where values come from (backends/registry/settings.h). */
#include <stdlib.h>
#include <string.h>

#include "backends/cudnn/card.h"

const hr_backend_option dc_options[DC_OPTIONS] = {
	[DC_OPTION_math] = {.name = "math",
			    .variable = "HPVM_CUDNN_MATH",
			    .kind = HR_OPTION_CHOICE,
			    .argument = "fp32|tf32|fp16",
			    .preset = "fp32",
			    .help = "lowest precision of products"},
	[DC_OPTION_order] = {.name = "order",
			     .variable = "HPVM_CUDNN_ORDER",
			     .kind = HR_OPTION_CHOICE,
			     .argument = "fixed|any",
			     .preset = "fixed",
			     .help = "any: also engines whose sums are in another order each time"},
	[DC_OPTION_tune] = {.name = "tune",
			    .variable = "HPVM_CUDNN_TUNE",
			    .kind = HR_OPTION_CHOICE,
			    .argument = "no|yes",
			    .preset = "no",
			    .help = "time the engines when a leaf first runs, and use the fastest"},
	[DC_OPTION_workspace] = {.name = "workspace",
				 .variable = "HPVM_CUDNN_WORKSPACE",
				 .kind = HR_OPTION_NUMBER,
				 .argument = "BYTES",
				 .most = INT64_MAX,
				 .preset = "268435456",
				 .help = "most workspace of a call"},
	[DC_OPTION_device] =
		{.name = "device",
		 .variable = "HPVM_CUDA_DEVICE",
		 .argument = "NUMBER|NAME",
		 .help = "which device: its number, or any part of its name; otherwise the first"},
	[DC_OPTION_driver] = {.name = "driver",
			      .variable = "HPVM_CUDA_DRIVER",
			      .argument = "FILE",
			      .help = "another file than libcuda.so.1"},
	[DC_OPTION_cudnn] = {.name = "cudnn",
			     .variable = "HPVM_CUDNN",
			     .argument = "FILE",
			     .help = "the file of cuDNN"},
	[DC_OPTION_cublaslt] = {.name = "cublaslt",
				.variable = "HPVM_CUBLASLT",
				.argument = "FILE",
				.help = "the file of cuBLASLt"},
};

dc_wishes dc_wishes_of(const hr_backend_host *host)
{
	const char *math = host->options[DC_OPTION_math];

	return (dc_wishes){.math = strcmp(math, "tf32") == 0   ? DC_MATH_TF32
				   : strcmp(math, "fp16") == 0 ? DC_MATH_FP16
							       : DC_MATH_FP32,
			   .any_order = strcmp(host->options[DC_OPTION_order], "any") == 0,
			   .tune = strcmp(host->options[DC_OPTION_tune], "yes") == 0,
			   .workspace = strtoull(host->options[DC_OPTION_workspace], NULL, 10)};
}
