/* interp/check/access/arguments.c -- arguments of launches and pushes that the host has not
 * written.
 *
 * A field of the packed struct (H2) is uninitialised if it still holds the pattern that fresh
 * memory is filled with. Only fields of four bytes or more can be recognised. Uninitialised
 * pointers, their sizes, and values that extents of grids are computed from are reported at once.
 * Other inputs become undefined in the leaves that they are bound to, and are reported where
 * interp/check/uninit/definedness.c finds that they decide something.
 *
 * Owns:      nothing; the state lies in the checker's arena.
 * Clauses:   M6 (uninitialised), H2.
 * Not here:  filling (interp/host/fresh.c, interp/host/fill.c). */
#include "interp/check/uninit/check_uninit.h"
#include "interp/memory/fresh_fill.h"
#include "interp/run/thread.h"

enum { LEAST_BYTES = 4 };
/* stands for all executions of a stream: the arguments of the launch */
static const uint64_t EVERY = UINT64_MAX;

static bool is_filled(const uint8_t *at, size_t bytes)
{
	const uint64_t word = HR_FRESH_WORD;

	for (size_t i = 0; i < bytes; i++)
		if (at[i] != ((const uint8_t *)&word)[hr_map_key(at + i) & 7])
			return false;
	return bytes >= LEAST_BYTES;
}

/* Return the input of the root that PORT of NODE is bound to, through all levels; -1 if an edge
 * leads to the port. */
static int root_port(const hr_node *node, unsigned port)
{
	while (node->parent) {
		const hr_node *parent = node->parent;
		const hr_bind *bind = NULL;

		for (unsigned i = 0; i < parent->input_bind_count; i++)
			if (parent->input_binds[i].child == node->index &&
			    parent->input_binds[i].child_port == port)
				bind = &parent->input_binds[i];
		if (!bind)
			return -1;
		port = bind->port;
		node = parent;
	}
	return (int)port;
}

/* S1: return true if pushes, not the launch, provide the input. */
static bool is_streaming(const hr_node *root, unsigned port)
{
	bool bound = false;

	for (unsigned i = 0; i < root->input_bind_count; i++) {
		const hr_bind *bind = &root->input_binds[i];

		if (bind->port == port && bind->streaming)
			return true;
		bound |= bind->port == port;
	}
	return !bound;
}

/* --- what is reported at once
 * --------------------------------------------------------------------- */

static bool uses(const hr_expr *expr, const hr_node *of, unsigned port)
{
	if (!expr)
		return false;
	if (expr->op == HR_X_INPUT)
		return root_port(of, (unsigned)expr->value) == (int)port;
	return uses(expr->operand[0], of, port) || uses(expr->operand[1], of, port) ||
	       uses(expr->operand[2], of, port);
}

/* Return the first node whose grid depends on PORT of the root, or NULL. */
static const hr_node *grid_of(const hr_graph *graph, unsigned port)
{
	for (unsigned i = 0; i < graph->node_count; i++) {
		const hr_node *node = graph->nodes[i];

		for (unsigned d = 0; d < node->dims && node->parent; d++)
			if (uses(node->extent[d], node->parent, port))
				return node;
	}
	return NULL;
}

/* Return what PORT of the root decides independently of the leaves, or NULL. */
static const char *use_text(hr_arena *arena, const hr_graph *graph, unsigned port)
{
	const hr_port *ports = graph->root->inputs;
	const hr_node *node = grid_of(graph, port);

	if (ports[port].type->kind == HR_T_PTR)
		return "a pointer argument is uninitialised";
	if (port && hr_port_has_size(ports, graph->root->input_count, port - 1))
		return hr_arena_printf(arena, "the size of argument %u is uninitialised", port - 1);
	return node ? hr_arena_printf(arena, "an extent of the grid of '%s' is uninitialised",
				      node->path)
		    : NULL;
}

static const char *origin_text(hr_arena *arena, const hr_node *root, unsigned port, bool push)
{
	char note[HR_PORT_NOTE];
	hr_where where = hr_place_of(hr_thread_peek());
	const char *text = hr_arena_printf(
		arena, "argument %u%s of '%s', which the host did not write before the %s", port,
		hr_port_note(&root->inputs[port], note), root->path, push ? "push" : "launch");

	return where.file && where.line
		       ? hr_arena_printf(arena, "%s at %s:%u", text, where.file, where.line)
		       : text;
}

static hr_status matters(hr_checker *checker, const hr_graph *graph, unsigned port,
			 const char *from)
{
	const char *use = use_text(&checker->arena, graph, port);
	const hr_diag_facts facts = {.origin = from};

	if (!use)
		return HR_OK;
	return hr_report_about(
		checker->run, hr_thread_peek(), &facts, HR_D_uninitialised,
		hr_arena_printf(&checker->arena, "%s\nthe value comes from %s", use, from));
}

/* --- inputs of leaves
 * --------------------------------------------------------------------------- */

static unwritten *find(uninit_state *state, const hr_node *root, uint64_t execution)
{
	for (size_t i = state->unwritten.count; i > 0; i--) {
		unwritten *one = &state->unwritten.data[i - 1];

		if (one->root == root && one->execution == execution)
			return one;
	}
	return NULL;
}

static void forget(uninit_state *state, const hr_node *root, uint64_t execution)
{
	unwritten *one = find(state, root, execution);

	if (!one)
		return;
	*one = HR_LAST(&state->unwritten);
	state->unwritten.count--;
}

static unwritten *add(hr_checker *checker, const hr_node *root, uint64_t execution)
{
	uninit_state *state = checker->uninit;
	const unwritten *every = find(state, root, EVERY);
	unwritten made = {.root = root, .execution = execution};

	made.origins = hr_arena_array(&checker->arena, root->input_count + 1u, sizeof(uint32_t));
	if (every)
		memcpy(made.origins, every->origins, root->input_count * sizeof(uint32_t));
	HR_PUSH(&state->unwritten, made);
	return &HR_LAST(&state->unwritten);
}

static hr_status look(hr_checker *checker, const hr_graph *graph, const hr_field *inputs,
		      const uint8_t *arguments, uint64_t execution, hr_passing how)
{
	const hr_node *node = graph->root;
	unwritten *known = NULL;
	hr_status first = HR_OK;

	for (unsigned i = 0; i < node->input_count; i++) {
		const hr_field *field = &inputs[i];
		const char *from;
		hr_status status;

		if (!is_filled(arguments + field->packed, field->bytes) ||
		    (how != HR_PASS_LAUNCH && is_streaming(node, i) != (how == HR_PASS_PUSH)))
			continue;
		from = origin_text(&checker->arena, node, i, how == HR_PASS_PUSH);
		status = matters(checker, graph, i, from);
		first = first == HR_OK ? status : first;
		if (!known)
			known = add(checker, node, execution);
		known->origins[i] = hr_uninit_passed_origin(checker->uninit, from);
	}
	return first;
}

hr_status hr_check_arguments(hr_checker *checker, const hr_graph *graph, const hr_field *inputs,
			     const void *arguments, uint64_t execution, hr_passing how)
{
	const hr_node *node = graph->root;
	hr_status status;

	if (!checker || !checker->uninit || !arguments)
		return HR_OK;
	pthread_mutex_lock(&checker->lock);
	if (how != HR_PASS_PUSH)
		forget(checker->uninit, node, EVERY);
	if (how == HR_PASS_STREAM)
		execution = EVERY;
	forget(checker->uninit, node, execution);
	status = look(checker, graph, inputs, arguments, execution, how);
	pthread_mutex_unlock(&checker->lock);
	return status;
}

void hr_uninit_execution(hr_checker *checker, const hr_node *root, uint64_t execution)
{
	uninit_state *state = checker->uninit;
	const unwritten *one = NULL;

	if (state->unwritten.count) {
		one = find(state, root, execution);
		one = one ? one : find(state, root, EVERY);
	}
	state->inputs = one ? one->origins : NULL;
}

/* Return the origin of PORT of the running leaf; 0 if the host wrote it. */
static uint32_t input_origin(const uninit_state *state, const hr_node *leaf, unsigned port)
{
	int of = root_port(leaf, port);

	return of < 0 ? 0 : state->inputs[of];
}

bool hr_uninit_inputs(hr_thread *thread, const hr_activation *activation)
{
	const uninit_state *state = thread->run->checker->uninit;
	const hr_code *code = activation->code;
	const hr_node *leaf = activation->level->node;
	bool any = false;

	if (!state->inputs)
		return false;
	for (unsigned i = 0; i < leaf->input_count && i < code->param_info_count; i++) {
		const hr_param *param = &code->param_info[i];
		uint32_t number = input_origin(state, leaf, i);

		for (uint32_t k = 0; k < param->count && number && !param->byval_bytes; k++) {
			const hr_scalar *scalar = &code->params[param->first + k];
			unsigned bytes = hr_con_size(scalar->con);

			hr_shadow_write(thread->shadow, hr_map_key(activation->base) + scalar->reg,
					bytes, ~(hr_u128)0 >> (128 - 8 * bytes), number);
			any = true;
		}
	}
	return any;
}

void hr_uninit_batch(hr_thread *thread, const hr_node *leaf)
{
	const uninit_state *state = thread->run->checker->uninit;

	for (unsigned i = 0; state && state->inputs && i < leaf->input_count; i++)
		if (input_origin(state, leaf, i))
			hr_speculation_fail(thread->run);
}
