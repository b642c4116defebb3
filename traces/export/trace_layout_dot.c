/* traces/export/trace_layout_dot.c -- lays out with dot, of Graphviz, as a process.
 *
 * Its input and output are files without a name, so neither side waits for the other. It gets 20
 * seconds. Source: "plain" in Graphviz's documentation of output formats. */
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/tick.h"
#include "traces/export/trace_layout.h"

enum { SECONDS = 20 };
static const double inch = 72;

extern char **environ;

static void write_graph(const trace_layout *self, uint32_t node, FILE *stream)
{
	fprintf(stream,
		"digraph g%" PRIu32 " {\nnodesep=0.35; ranksep=0.45;\n"
		"node [shape=box, fixedsize=true, label=\"\"]; edge [dir=none];\n",
		node);
	for (uint32_t i = self->first_child[node]; i < self->first_child[node + 1]; i++) {
		const trace_box *box = &self->boxes[self->children[i]];

		fprintf(stream, "n%" PRIu32 " [width=%.3f, height=%.3f];\n", self->children[i],
			box->width / inch, box->height / inch);
	}
	for (uint32_t i = self->first_line[node]; i < self->first_line[node + 1]; i++)
		fprintf(stream, "n%" PRIu32 " -> n%" PRIu32 " [weight=%u];\n", self->lines[i].from,
			self->lines[i].to, self->lines[i].all_to_all ? 1 : 2);
	fputs("}\n", stream);
}

/* --- the process ------------------------------------------------------------------------------ */

static bool wait_for(pid_t child)
{
	const struct timespec pause = {.tv_nsec = 2000000};
	const uint64_t start = hr_nanoseconds();
	int status;

	for (;;) {
		pid_t ended = waitpid(child, &status, WNOHANG);

		if (ended == child)
			return WIFEXITED(status) && WEXITSTATUS(status) == 0;
		if (ended < 0 || hr_nanoseconds() - start > SECONDS * (uint64_t)HR_SECOND)
			break;
		nanosleep(&pause, NULL);
	}
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	return false;
}

static bool run_dot(FILE *input, FILE *output)
{
	char name[] = "dot", option[] = "-Tplain";
	char *arguments[] = {name, option, NULL};
	posix_spawn_file_actions_t actions;
	pid_t child;
	int error;

	if (fflush(input) != 0 || fseek(input, 0, SEEK_SET) != 0)
		return false;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, fileno(output), STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	error = posix_spawnp(&child, name, &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error == 0 && wait_for(child) && fseek(output, 0, SEEK_SET) == 0;
}

/* --- what it says ----------------------------------------------------------------------------- */

static bool read_numbers(char **at, double *numbers, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		char *end;

		numbers[i] = strtod(*at, &end);
		if (end == *at)
			return false;
		*at = end;
	}
	return true;
}

static bool read_name(char **at, uint32_t limit, uint32_t *node)
{
	char *end;
	unsigned long number;

	*at += strspn(*at, " ");
	if (**at != 'n')
		return false;
	number = strtoul(*at + 1, &end, 10);
	if (end == *at + 1 || number >= limit)
		return false;
	*at = end;
	*node = (uint32_t)number;
	return true;
}

static bool read_node(trace_layout *self, char *at, double height)
{
	double numbers[4]; /* centre, size */
	uint32_t node;

	if (!read_name(&at, self->trace->node_count, &node) || !read_numbers(&at, numbers, 4))
		return false;
	self->boxes[node].x = (numbers[0] - numbers[2] / 2) * inch;
	self->boxes[node].y = (height - numbers[1] - numbers[3] / 2) * inch;
	return true;
}

/* Lines between the same nodes are told one after the other; the next that has no points yet is
 * meant. */
static trace_line *find_line(trace_layout *self, uint32_t node, uint32_t from, uint32_t to)
{
	for (uint32_t i = self->first_line[node]; i < self->first_line[node + 1]; i++)
		if (self->lines[i].from == from && self->lines[i].to == to &&
		    !self->lines[i].points)
			return &self->lines[i];
	return NULL;
}

static bool read_edge(trace_layout *self, uint32_t node, char *at, double height)
{
	uint32_t from, to, limit = self->trace->node_count;
	double count, numbers[2];
	trace_line *line;

	if (!read_name(&at, limit, &from) || !read_name(&at, limit, &to) ||
	    !read_numbers(&at, &count, 1) || !(count >= 4 && count < 1e6))
		return false;
	line = find_line(self, node, from, to);
	if (!line)
		return false;
	line->point = self->points.count;
	line->points = (size_t)count;
	for (size_t i = 0; i < line->points; i++) {
		if (!read_numbers(&at, numbers, 2))
			return false;
		HR_PUSH(&self->points,
			(trace_point){numbers[0] * inch, (height - numbers[1]) * inch});
	}
	return true;
}

static bool read_graphs(trace_layout *self, const uint32_t *nodes, size_t count, trace_box *insides,
			FILE *output)
{
	char *text = NULL;
	size_t room = 0, graph = 0;
	double numbers[3] = {0}; /* scale, size */
	bool good = true;

	while (good && getline(&text, &room, output) > 0) {
		char *at = text + strcspn(text, " \n");

		if (graph >= count)
			good = false;
		else if (strncmp(text, "graph ", 6) == 0)
			good = read_numbers(&at, numbers, 3);
		else if (strncmp(text, "node ", 5) == 0)
			good = read_node(self, at, numbers[2]);
		else if (strncmp(text, "edge ", 5) == 0)
			good = read_edge(self, nodes[graph], at, numbers[2]);
		else if (strncmp(text, "stop", 4) == 0)
			insides[graph++] = (trace_box){.width = numbers[1] * inch,
						       .height = numbers[2] * inch};
	}
	free(text);
	return good && graph == count;
}

static void forget_lines(trace_layout *self, const uint32_t *nodes, size_t count, size_t points)
{
	for (size_t n = 0; n < count; n++)
		for (uint32_t i = self->first_line[nodes[n]]; i < self->first_line[nodes[n] + 1];
		     i++)
			self->lines[i].points = 0;
	self->points.count = points;
}

bool trace_layout_dot(trace_layout *self, const uint32_t *nodes, size_t count, trace_box *insides)
{
	FILE *input = tmpfile(), *output = tmpfile();
	size_t points = self->points.count;
	bool good = input && output;

	for (size_t i = 0; i < count && good; i++)
		write_graph(self, nodes[i], input);
	good = good && run_dot(input, output) && read_graphs(self, nodes, count, insides, output);
	if (!good)
		forget_lines(self, nodes, count, points);
	if (input)
		fclose(input);
	if (output)
		fclose(output);
	return good;
}
