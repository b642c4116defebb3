/* ir/tests/show_graph.c -- prints the graphs of files as YAML, for the scripts in this folder. */
#include "ir/load/load.h"
#include "ir/program/program.h"

int main(int argc, char **argv)
{
	hr_diags *diags = hr_diags_new(stderr);
	hr_program *program;
	hr_status status;
	hr_sem sem;

	if (argc < 2)
		return HR_EXIT_USAGE;
	hr_sem_init(&sem);
	status = hr_program_load((const char *const *)argv + 1, (size_t)argc - 1, &sem, diags,
				 &program);
	for (uint32_t i = 0; status == HR_OK && i < program->graph_count; i++)
		hr_graph_print_yaml(program->graphs[i], stdout);
	if (status == HR_OK)
		hr_program_free(program);
	hr_diags_free(diags);
	return hr_exit_code(status);
}
