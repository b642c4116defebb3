/* ir/rowkernel/writer.c -- what writers of kernels share: operands, coordinates, offsets. */
#include <stdarg.h>
#include <stdio.h>

#include "ir/rowkernel/rowkernel_private.h"

void hr_rk_say(hr_rk_writer *w, const char *format, ...)
{
	va_list args, again;
	int length;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	HR_RESERVE(&w->text, length + 1);
	vsnprintf(w->text.data + w->text.count, (size_t)length + 1, format, args);
	va_end(args);
	w->text.count += (size_t)length;
}

void hr_rk_host(hr_rk_writer *w)
{
	w->kernel->how = HR_ROWKERNEL_HOST;
}

void hr_rk_copy(hr_rk_writer *w)
{
	w->kernel->how = HR_ROWKERNEL_COPY;
}

hr_elem hr_rowkernel_storage(hr_elem elem, bool wide)
{
	return !wide || !hr_elem_is_real(elem) || elem == HR_E_F64 ? elem : HR_E_F32;
}

hr_elem hr_rk_storage(const hr_rowkernel_type *type)
{
	return hr_rowkernel_storage(type->elem, type->wide);
}

bool hr_rk_is_real(const hr_rowkernel_type *type)
{
	return hr_elem_is_real(type->elem);
}

/* --- operands --------------------------------------------------------------------------------- */

static hr_elem bits_of(hr_elem elem)
{
	switch (hr_elem_bytes(elem)) {
	case 1: return HR_E_U8;
	case 2: return HR_E_U16;
	case 4: return HR_E_U32;
	default: return HR_E_I64;
	}
}

static void add_array(hr_rk_writer *w, const char *name, hr_elem elem)
{
	w->source.arrays[w->source.array_count++] = (hr_rk_array){name, elem};
}

static void add_data(hr_rk_writer *w, unsigned i, bool bits)
{
	static const char *const names[] = {"x", "y", "z", "w", "a4", "a5", "a6", "a7"};
	hr_elem elem = hr_rk_storage(&w->kernel->operands[i]);
	hr_elem result = hr_rk_storage(w->kernel->result);

	if (w->source.array_count == 0)
		add_array(w, "out", bits ? bits_of(result) : result);
	add_array(w, names[i], bits ? bits_of(elem) : elem);
	w->kernel->use[i] = HR_ROWKERNEL_DATA;
	if (elem == HR_E_F64 || result == HR_E_F64)
		w->source.real = HR_E_F64;
}

void hr_rk_data(hr_rk_writer *w, unsigned i)
{
	add_data(w, i, false);
}

/* Return true if all operands of the result's type lie in memory as the result does. */
static bool are_alike(const hr_rk_writer *w)
{
	for (unsigned i = 0; i < w->count; i++) {
		const hr_rowkernel_type *type = &w->kernel->operands[i];

		if (type->elem == w->kernel->result->elem &&
		    hr_rk_storage(type) != hr_rk_storage(w->kernel->result))
			return false;
	}
	return true;
}

void hr_rk_bits(hr_rk_writer *w, unsigned i)
{
	add_data(w, i, are_alike(w));
}

void hr_rk_values(hr_rk_writer *w, unsigned i)
{
	if (w->kernel->operands[i].elem != HR_E_NONE)
		w->kernel->use[i] = HR_ROWKERNEL_VALUES;
}

/* --- coordinates ------------------------------------------------------------------------------ */

void hr_rk_coordinates(hr_rk_writer *w, unsigned rank)
{
	w->source.dims = rank < 1 ? 1 : rank > 3 ? 3 : rank;
	if (rank > 3) {
		hr_rk_say(w, "rest = g0;\n");
		for (unsigned k = rank - 3; k > 0; k--)
			hr_rk_say(w, "i%u = rest %% n.%u; rest = rest / n.%u;\n", k, k, k);
		hr_rk_say(w, "i0 = rest;\n");
	}
	for (unsigned d = rank > 3 ? 1 : 0; d < w->source.dims && d < rank; d++)
		hr_rk_say(w, "i%u = g%u;\n", rank - w->source.dims + d, d);
	hr_rk_say(w, "at = g0;\n");
	for (unsigned d = 1; d < w->source.dims; d++)
		hr_rk_say(w, "at = at * n.%u + g%u;\n", rank - w->source.dims + d, d);
}

void hr_rk_offset(hr_rk_writer *w, const char *name, unsigned rank, unsigned of)
{
	if (rank == 0)
		hr_rk_say(w, "0");
	for (unsigned k = of - rank; k < of; k++)
		hr_rk_say(w, "%si%u * %s.s%u", k > of - rank ? " + " : "", k, name, k);
}
