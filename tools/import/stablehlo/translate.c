/* tools/import/stablehlo/translate.c -- operations in order, with what they declare; the program.
 *
 * Invariant: an operation with an operand that was reported is passed over.
 * Not here:  the text (mlir_read.c), what operations are made of (their handlers). */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/file/file.h"
#include "tools/import/stablehlo/stablehlo_private.h"

/* --- errors ---------------------------------------------------------------------------------------- */

static hr_tv note(hlo_model *model, hr_status status)
{
	model->errors++;
	if (model->status == HR_OK || status == HR_REJECT)
		model->status = status;
	return 0;
}

static void malformed(hlo_model *model, const char *why)
{
	note(model,
	     hr_report(model->source->diags, HR_D_malformed_file, NULL, model->source->path, why));
}

static const char *place(const hlo_op *o)
{
	return hr_arena_printf(o->model->arena, "line %zu, column %zu", o->op->line, o->op->column);
}

hr_tv hlo_refuse(const hlo_op *o, const char *format, ...)
{
	char text[400];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return note(o->model, hr_report(o->model->source->diags, HR_D_not_imported, NULL,
					o->model->source->path, o->op->name, place(o), text));
}

hr_tv hlo_invalid(const hlo_op *o, const char *format, ...)
{
	char text[400];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	malformed(o->model,
		  hr_arena_printf(o->model->arena, "%s: %s: %s", place(o), o->op->name, text));
	return 0;
}

void hlo_report_calls(const hlo_op *o, hr_tprogram *program)
{
	for (size_t i = 0; i < program->errors.count; i++)
		hlo_refuse(o, "%s", program->errors.data[i].text);
	program->errors.count = 0;
}

/* --- names ------------------------------------------------------------------------------------------ */

void hlo_put(hlo_scope *scope, const char *name, hr_tv value)
{
	hr_strmap_put(&scope->values, name, value);
}

bool hlo_find(const hlo_scope *scope, const char *name, hr_tv *value)
{
	uint64_t found;

	for (; scope; scope = scope->outer)
		if (hr_strmap_get(&scope->values, name, &found)) {
			*value = (hr_tv)found;
			return true;
		}
	return false;
}

/* --- what an operation declares ----------------------------------------------------------------------- */

/* Return false, and report it, if TYPE is no tensor that is possible here. */
static bool type_is_possible(const hlo_op *o, const mlir_type *type, const char *what)
{
	if (!type->tensor)
		return hlo_refuse(o, "%s is %s, which is no tensor", what, type->text);
	if (!type->elem)
		return hlo_refuse(o, "%s is %s; elements of type %s are not supported", what,
				  type->text, type->element);
	return type->rank <= HR_RANK_MOST ||
	       hlo_refuse(o, "%s has %u dimensions; tensors have at most %d", what, type->rank,
			  HR_RANK_MOST);
}

/* Fail unless VALUE has the declared TYPE: what is not known of its shape is needed when it runs. */
static bool check_type(const hlo_op *o, hr_tv value, const mlir_type *type, unsigned number)
{
	const hr_tvalue *of = hr_t_value(o->program, value);
	hr_symbols *symbols = o->model->symbols;

	if (o->scope->elements && of->elem == type->elem && !type->rank)
		return true;
	if (of->elem != type->elem || of->rank != type->rank)
		return hlo_invalid(o, "result %u is declared as %s, but is %s", number, type->text,
				   hr_t_text(o->program, value));
	for (unsigned i = 0; i < of->rank; i++) {
		if ((type->dim[i] >= 0 &&
		     !hr_sym_need(symbols, HR_NEED_EQUAL, of->extent[i],
				  hr_sym_number(symbols, type->dim[i]), o->label)) ||
		    (type->bound[i] > 0 &&
		     !hr_sym_need(symbols, HR_NEED_LESS_EQUAL, of->extent[i],
				  hr_sym_number(symbols, type->bound[i]), o->label)))
			return hlo_invalid(o, "result %u is declared as %s, but is %s", number,
					   type->text, hr_t_text(o->program, value));
	}
	return true;
}

/* --- operations ----------------------------------------------------------------------------------------- */

/* Set the operands. Return false if one was reported before, or is not known. */
static bool find_operands(hlo_op *o)
{
	hr_tv *in = hr_arena_array(o->model->arena, o->op->operands.count + 1, sizeof(*in));
	bool whole = true;

	for (size_t i = 0; i < o->op->operands.count; i++) {
		if (!hlo_find(o->scope, o->op->operands.data[i], &in[i]))
			return hlo_invalid(o, "there is no value %%%s before it",
					   o->op->operands.data[i]);
		whole &= in[i] != 0;
	}
	o->in = in;
	o->in_count = (unsigned)o->op->operands.count;
	return whole;
}

static bool results_are_possible(const hlo_op *o)
{
	for (unsigned i = 0; i < o->out_count; i++)
		if (!type_is_possible(o, &o->op->types[i], "its result"))
			return false;
	return o->op->typed || o->out_count == 0 ||
	       hlo_invalid(o, "the types of its results are missing");
}

/* Return "add_12" of an operation "stablehlo.add" in line 12. */
static const char *label_of(const hlo_model *model, const mlir_op *op)
{
	const char *dot = strrchr(op->name, '.');

	return hr_arena_printf(model->arena, "%s_%zu", dot ? dot + 1 : op->name, op->line);
}

static void call_handler(hlo_op *o, const hlo_operation *operation)
{
	const size_t before = o->model->errors;

	if (o->in_count < operation->least || o->in_count > operation->most) {
		hlo_invalid(o, "it has %u operands", o->in_count);
		return;
	}
	o->argument = operation->argument;
	if (!operation->control)
		hr_t_operator(o->program, o->label, strchr(o->op->name, '.') + 1);
	o->out[0] = operation->handler(o);
	hlo_report_calls(o, o->program);
	if (o->model->errors != before) {
		memset(o->out, 0, o->out_count * sizeof(*o->out));
		return;
	}
	for (unsigned i = 0; i < o->out_count; i++)
		if (o->out[i] && !check_type(o, o->out[i], &o->op->types[i], i))
			o->out[i] = 0;
}

static void translate_op(hlo_scope *scope, const mlir_op *op)
{
	const hlo_operation *operation = hlo_operation_named(op->name);
	hlo_op o = {.scope = scope,
		    .model = scope->model,
		    .program = scope->program,
		    .op = op,
		    .label = label_of(scope->model, op),
		    .out_count = (unsigned)op->results.count};

	o.out = hr_arena_array(o.model->arena, op->results.count + 1, sizeof(*o.out));
	if (!operation)
		hlo_refuse(&o, "%s", hlo_operation_lacks(op->name));
	else if (scope->elements && !operation->element)
		hlo_refuse(&o,
			   "it is in a region that is applied to elements; this is possible for "
			   "operations that compute element by element");
	else if (++o.model->ops > HLO_MOST_OPS)
		hlo_refuse(&o, "the module has more than %d operations, with functions expanded",
			   HLO_MOST_OPS);
	else if (find_operands(&o) && results_are_possible(&o))
		call_handler(&o, operation);
	for (size_t i = 0; i < op->results.count; i++)
		hlo_put(scope, op->results.data[i], o.out[i]);
}

static bool ends_region(const mlir_op *op)
{
	return strcmp(op->name, "stablehlo.return") == 0 || strcmp(op->name, "func.return") == 0;
}

/* Set *RESULTS to the operands of the last operation. */
static bool region_results(const hlo_op *owner, const hlo_scope *scope, const mlir_op *last,
			   hr_tv **results, size_t *count)
{
	bool whole = true;

	*count = last->operands.count;
	*results = hr_arena_array(scope->model->arena, *count + 1, sizeof(**results));
	for (size_t i = 0; i < *count; i++) {
		if (!hlo_find(scope, last->operands.data[i], &(*results)[i]))
			return hlo_invalid(owner, "what it returns, %%%s, is not there",
					   last->operands.data[i]);
		whole &= (*results)[i] != 0;
	}
	return whole;
}

bool hlo_region(const hlo_op *owner, hlo_scope *scope, const mlir_region *region,
		const hr_tv *arguments, size_t count, hr_tv **results, size_t *result_count)
{
	hlo_scope inner = {.model = scope->model,
			   .program = scope->program,
			   .outer = scope,
			   .elements = scope->elements,
			   .depth = scope->depth + 1};
	const mlir_op *last = region->op_count ? &region->ops[region->op_count - 1] : NULL;
	const size_t before = scope->model->errors;
	bool whole = false;

	if (inner.depth > HLO_MOST_DEPTH)
		return hlo_refuse(owner, "functions and regions are more than %d in one another",
				  HLO_MOST_DEPTH);
	if (count != region->arguments.count || !last || !ends_region(last))
		return hlo_invalid(owner, "a region has %zu arguments, for %zu values, or no end",
				   region->arguments.count, count);
	for (size_t i = 0; i < count; i++)
		hlo_put(&inner, region->arguments.data[i], arguments[i]);
	for (size_t i = 0; i + 1 < region->op_count && scope->model->ops <= HLO_MOST_OPS; i++)
		translate_op(&inner, &region->ops[i]);
	if (scope->model->errors == before || region->op_count > 1)
		whole = region_results(owner, &inner, last, results, result_count);
	hr_strmap_free(&inner.values);
	return whole && scope->model->errors == before;
}

/* --- the program ---------------------------------------------------------------------------------------- */

static const mlir_function *main_function(const mlir_module *module)
{
	for (size_t i = 0; i < module->function_count; i++)
		if (strcmp(module->functions[i].name, "main") == 0)
			return &module->functions[i];
	return module->function_count == 1 ? module->functions : NULL;
}

/* Return the constant that --fix gives for argument NAME, or 0. */
static hr_tv fixed_argument(hlo_op *o, const char *name, const mlir_type *type)
{
	for (size_t i = 0; i < o->model->source->fixed_count; i++) {
		const hlo_fixed *fixed = &o->model->source->fixed[i];

		if (strcmp(fixed->name, name) != 0)
			continue;
		if (fixed->elem != type->elem || fixed->shape.rank != type->rank)
			return hlo_invalid(o, "--fix gives %%%s another type than %s", name,
					   type->text);
		return hr_t_constant(o->program, name, fixed->elem, fixed->shape.rank,
				     fixed->shape.dim, fixed->data);
	}
	return 0;
}

static hr_tv add_argument(hlo_op *o, const char *name, const mlir_type *type)
{
	hr_symbols *symbols = o->model->source->symbols;
	hr_sym extents[HR_RANK_MOST];
	hr_tv fixed;

	if (!type_is_possible(o, type, hr_arena_printf(o->model->arena, "argument %%%s", name)))
		return 0;
	fixed = fixed_argument(o, name, type);
	if (fixed)
		return fixed;
	for (unsigned i = 0; i < type->rank; i++) {
		const bool batch = i == 0 && o->model->source->batch;

		extents[i] = type->dim[i] >= 0 ? hr_sym_number(symbols, type->dim[i])
			     : batch ? hr_sym_number(symbols, (int64_t)o->model->source->batch)
				     : hr_sym_symbol(symbols, NULL);
		if (type->bound[i] > 0 &&
		    !hr_sym_need(symbols, HR_NEED_LESS_EQUAL, extents[i],
				 hr_sym_number(symbols, type->bound[i]), name))
			return hlo_invalid(o, "argument %%%s exceeds its bound", name);
	}
	return hr_t_input(o->program, name, type->elem, type->rank, extents);
}

static void translate_main(hlo_model *model, hr_tprogram *program)
{
	const mlir_function *function = main_function(&model->module);
	const mlir_op at = {
		.name = "func.func", .line = function->line, .column = function->column};
	hlo_scope scope = {.model = model, .program = program};
	hlo_op o = {
		.scope = &scope, .model = model, .program = program, .op = &at, .label = "main"};
	const mlir_region *body = &function->body;
	hr_tv *arguments =
		      hr_arena_array(model->arena, body->arguments.count + 1, sizeof(*arguments)),
	      *results;
	size_t count;

	for (size_t i = 0; i < body->arguments.count; i++)
		arguments[i] = add_argument(&o, body->arguments.data[i], &body->types[i]);
	if (hlo_region(&o, &scope, body, arguments, body->arguments.count, &results, &count))
		for (size_t i = 0; i < count; i++)
			hr_t_output(program, hr_arena_printf(model->arena, "result%zu", i),
				    results[i]);
}

static bool is_known(const char *name)
{
	return hlo_operation_named(name) != NULL || strcmp(name, "stablehlo.return") == 0 ||
	       strcmp(name, "func.return") == 0;
}

/* Read the text, whose SIZE bytes end with a zero byte, and translate it. */
static void read_program(hlo_model *model, const char *text, size_t size, hr_tprogram **program)
{
	const char *why;

	if (mlir_is_bytecode(text, size)) {
		malformed(model, "it is MLIR as bytecode; write it as text, as `print` does");
		return;
	}
	why = mlir_read(model->arena, text, size, is_known, &model->module);
	if (!why && !main_function(&model->module))
		why = "it has no function @main";
	if (why) {
		malformed(model, why);
		return;
	}
	*program = hr_tprogram_new(model->arena, model->symbols, model->module.name);
	translate_main(model, *program);
}

hr_status hlo_program(const hlo_source *source, hr_tprogram **program)
{
	hlo_model model = {.source = source, .arena = source->arena, .symbols = source->symbols};
	uint8_t *bytes;
	size_t size;
	const int error = hr_file_read(source->path, &bytes, &size);

	*program = NULL;
	if (error)
		return hr_report(source->diags, HR_D_unreadable_file, NULL, source->path,
				 strerror(error));
	/* a copy that ends with a zero byte */
	read_program(&model, hr_arena_strndup(source->arena, (const char *)bytes, size), size,
		     program);
	hr_free(bytes);
	return model.status;
}

/* Let standard input be a file that can be read again, if it is none. Return true if it is one. */
static bool keep_input(void)
{
	FILE *copy;
	uint8_t *bytes;
	size_t size;
	bool kept;

	if (lseek(STDIN_FILENO, 0, SEEK_CUR) >= 0)
		return true;
	copy = tmpfile();
	if (!copy || hr_file_read("-", &bytes, &size)) {
		if (copy)
			fclose(copy);
		return false;
	}
	kept = fwrite(bytes, 1, size, copy) == size && fflush(copy) == 0 &&
	       dup2(fileno(copy), STDIN_FILENO) >= 0 && lseek(STDIN_FILENO, 0, SEEK_SET) == 0;
	hr_free(bytes);
	fclose(copy);
	return kept;
}

bool hlo_is_module(const char *path)
{
	char begin[512];
	const int file = strcmp(path, "-") == 0 && !keep_input() ? -1 : hr_file_open(path);
	const ssize_t size = file < 0 ? 0 : pread(file, begin, sizeof(begin), 0);

	if (file >= 0)
		close(file);
	return size > 0 &&
	       (mlir_is_text(begin, (size_t)size) || mlir_is_bytecode(begin, (size_t)size));
}
