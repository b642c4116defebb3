/* backends/crosscheck/case.c -- writes findings as cases.
 *
 * A grid that differed may agree when it is run alone, because the backend may keep state between
 * grids. So the last grid of each leaf is remembered, and at the end of the run each case is tried:
 * alone; after the last grid of another leaf and of the same leaf; and all of these in one process.
 * Invariant: a case is the smallest of these that reproduces the finding.
 * Owns:      copies of grids.
 * Clauses:   none.
 * Not here:  the contents of a case (backends/crosscheck/case_make.c), running one
 *            (tools/diff/hpvm-diff.c). */
#include <stdio.h>
#include <string.h>

#include "backends/crosscheck/case_make.h"
#include "backends/crosscheck/crosscheck_grid.h"
#include "src/file/file.h"

enum {
	MOST_REMEMBERED = 16 << 20, /* bytes of memory of a grid */
	LONGEST_NAME = 100,
};

/* Write PATH of a node as a name of a file. Return false if other paths may have the same name. */
static bool file_name(const char *path, char name[LONGEST_NAME + 1])
{
	static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789_.#+/";
	size_t length = 0;
	bool same = true;

	for (; *path && length < LONGEST_NAME; path++) {
		const bool is_allowed = strchr(allowed, *path) && (length || *path != '.');

		same &= is_allowed && *path != '.'; /* a '/' becomes one, too */
		name[length++] = (char)(!is_allowed ? '_' : *path == '/' ? '.' : *path);
	}
	name[length] = '\0';
	return same && !*path;
}

/* Return the path of the case, for example cases/Root.Leaf.cpu. */
static char *case_path(const hr_crosscheck *self, const hr_crosscheck_row *row)
{
	size_t room = strlen(self->policy->cases) + LONGEST_NAME + strlen(row->backend) + 16;
	char *path = hr_alloc(room), name[LONGEST_NAME + 1], number[16] = "";

	if (!file_name(row->leaf->path, name))
		snprintf(number, sizeof(number), "-%u", row->leaf->number);
	snprintf(path, room, "%s/%s%s.%s", self->policy->cases, name, number, row->backend);
	return path;
}

static void add_earlier(hr_case *to, const cross_leaf *leaf)
{
	hr_case *made;

	if (!leaf || !leaf->last)
		return;
	made = hr_case_add_earlier(to);
	hr_case_free(made);
	hr_case_copy(leaf->last, made);
}

/* Make the case with the grids that ran before. */
static void make_after(hr_crosscheck *self, const cross_leaf *leaf, const cross_got *got,
		       const hr_offload_grid *grid, hr_case *made)
{
	const char *why;
	bool could;

	hr_case_init(made);
	made->leaf = leaf->leaf->name;
	made->verdict = hr_verdict_word(got->row->verdict);
	if (leaf->leaf->internal) {
		made->leaf = NULL;
		return;
	}
	add_earlier(made, self->latest[0] == leaf ? self->latest[1] : self->latest[0]);
	add_earlier(made, leaf);
	could = made->earlier_count && hr_case_make(made, self, leaf, got, grid, &why);
	if (!could)
		made->leaf = NULL;
}

void hr_cross_keep(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
		   const hr_offload_grid *grid)
{
	hr_crosscheck_row *row = got->row;
	cross_saved_case *saved;
	char *path;

	if (!self->policy->cases || row->replay)
		return;
	row->no_case = "the leaf is one of a tensor program";
	if (leaf->rows)
		return;
	saved = hr_alloc_zero(sizeof(*saved));
	saved->row = row;
	hr_case_init(&saved->alone);
	path = case_path(self, row);
	saved->alone.verdict = hr_verdict_word(row->verdict);
	row->no_case = NULL;
	if (!hr_case_make(&saved->alone, self, leaf, got, grid, &row->no_case) ||
	    !hr_case_write(&saved->alone, path, &row->no_case)) {
		hr_case_free(&saved->alone);
		hr_free(saved);
		hr_free(path);
		return;
	}
	row->replay = path;
	make_after(self, leaf, got, grid, &saved->after);
	HR_PUSH(&self->saved_cases, saved);
}

static size_t bytes_of(const hr_case *of)
{
	size_t bytes = 0;

	for (size_t i = 0; i < of->memory.count; i++)
		bytes += of->memory.data[i].bytes;
	return bytes;
}

void hr_cross_remember(hr_crosscheck *self, cross_leaf *leaf, const cross_got *got,
		       const hr_offload_grid *grid)
{
	const char *why;

	if (!self->policy->cases || leaf->leaf->internal || got->row->replay)
		return;
	if (self->latest[0] != leaf) {
		self->latest[1] = self->latest[0];
		self->latest[0] = leaf;
	}
	hr_cross_forget(leaf);
	if (!(leaf->unit->features & HR_UNIT_TENSORS) && self->region_bytes > MOST_REMEMBERED)
		return;
	leaf->last = hr_alloc_zero(sizeof(*leaf->last));
	hr_case_init(leaf->last);
	if (!hr_case_note(leaf->last, self, leaf, got, grid, &why) ||
	    bytes_of(leaf->last) > MOST_REMEMBERED)
		hr_cross_forget(leaf);
}

void hr_cross_forget(cross_leaf *leaf)
{
	if (leaf->last)
		hr_case_free(leaf->last);
	hr_free(leaf->last);
	leaf->last = NULL;
}

static hr_shown shown_by(const cross_saved_case *saved, const hr_case *written, hr_shows *shows,
			 void *data)
{
	const char *why;

	hr_folder_clear(saved->row->replay);
	return hr_case_write(written, saved->row->replay, &why) ? shows(data, saved->row)
								: HR_NOT_SHOWN;
}

static void prove(cross_saved_case *saved, hr_shows *shows, void *data)
{
	hr_shown shown = shows(data, saved->row);

	if (shown == HR_NOT_SHOWN && saved->after.leaf) {
		saved->row->case_takes = "with the grids before it";
		shown = shown_by(saved, &saved->after, shows, data);
	}
	if (shown == HR_NOT_SHOWN && saved->after.leaf) {
		saved->row->case_takes = "with the grids before it, in one process";
		saved->after.in_process = true;
		shown = shown_by(saved, &saved->after, shows, data);
	}
	if (shown == HR_SHOWN)
		return;
	if (saved->row->case_takes)
		(void)shown_by(saved, &saved->alone, shows, data);
	saved->row->case_takes = shown == HR_SHOWN_UNKNOWN ? "which could not be run to check it"
							   : "which does not reproduce it";
}

void hr_crosscheck_prove(hr_crosscheck *self, hr_shows *shows, void *data)
{
	for (size_t i = 0; i < self->saved_cases.count; i++)
		prove(self->saved_cases.data[i], shows, data);
}

void hr_cross_free_cases(hr_crosscheck *self)
{
	for (size_t i = 0; i < self->saved_cases.count; i++) {
		hr_case_free(&self->saved_cases.data[i]->alone);
		hr_case_free(&self->saved_cases.data[i]->after);
		hr_free(self->saved_cases.data[i]);
	}
	HR_VEC_FREE(&self->saved_cases);
}
