/* interp/args/check.c -- results of a direct launch: printed, saved, compared with expected
 * results.
 *
 * An element is as expected if it is equal (NaN equals NaN, 0 equals -0), or within one of the
 * tolerances: |got - expected| <= abs, or <= rel * |expected|, or at most `ulp` floats apart.
 *
 * Owns:      nothing.
 * Not here:  the sources of arrays (array.c). */
#include <math.h>
#include <string.h>

#include "interp/args/direct_args.h"
#include "src/file/file.h"

const char *const hr_check_keys[] = {"save", "expect", "tolerance", "print", NULL};

/* --- reading ---------------------------------------------------------------------------------- */

static hr_status read_bound(hr_direct *direct, const hr_yaml *node, double *bound)
{
	static const hr_element f64 = {HR_C_F64, 64, HR_SIGN_SIGNED};

	if (!node)
		return HR_OK;
	HR_TRY(hr_element_read(direct, node, f64, (uint8_t *)bound));
	if (!(*bound >= 0) || isinf(*bound))
		return hr_direct_bad(direct, node,
				     "a tolerance must be a finite number of at least 0");
	return HR_OK;
}

static hr_status read_tolerance(hr_direct *direct, const hr_yaml *node, hr_element element,
				hr_check *check)
{
	static const char *const keys[] = {"abs", "rel", "ulp", NULL};
	static const hr_element u64 = {HR_C_I64, 64, HR_SIGN_UNSIGNED};
	const hr_yaml *ulp = hr_yaml_get(node, "ulp"), *rel = hr_yaml_get(node, "rel");

	if (node->kind != HR_YAML_MAP)
		return hr_direct_bad(direct, node,
				     "a tolerance must be a map with abs, rel and ulp");
	HR_TRY(hr_direct_check_keys(direct, node, keys));
	HR_TRY(read_bound(direct, hr_yaml_get(node, "abs"), &check->absolute));
	HR_TRY(read_bound(direct, rel, &check->relative));
	if ((rel || ulp) && !hr_element_is_float(element))
		return hr_direct_bad(direct, rel ? rel : ulp,
				     "integers support only the tolerance abs");
	if (ulp && element.con > HR_C_F64)
		return hr_direct_bad(direct, ulp,
				     "ulp applies only to half, bfloat, float and double");
	if (ulp)
		HR_TRY(hr_element_read(direct, ulp, u64, (uint8_t *)&check->ulps));
	return HR_OK;
}

static bool same_type(const hr_elements *a, const hr_elements *b)
{
	return a->element.con == b->element.con && a->element.bits == b->element.bits &&
	       (a->element.sign == b->element.sign || a->element.sign == HR_SIGN_EITHER ||
		b->element.sign == HR_SIGN_EITHER);
}

hr_status hr_check_fit(hr_direct *direct, const hr_yaml *at, const hr_elements *got,
		       const hr_check *check)
{
	const hr_npy *expected = &check->expected.array;
	uint64_t count = got->array.count;

	/* Raw bytes take the type of the expected result. */
	if (!got->typed && check->expected.typed) {
		if (count % expected->bytes != 0)
			return hr_direct_bad(
				direct, at, "%s has %llu bytes, which is not a multiple of %u",
				check->what, (unsigned long long)count, expected->bytes);
		count /= expected->bytes;
	} else if (got->typed && !same_type(got, &check->expected)) {
		return hr_direct_bad(direct, at, "%s and its expected value have different types",
				     check->what);
	}
	if (expected->count != count && !(expected->dims == 0 && count > 0))
		return hr_direct_bad(direct, at, "%s has %llu elements, but %llu are expected",
				     check->what, (unsigned long long)count,
				     (unsigned long long)expected->count);
	return HR_OK;
}

static hr_status read_expect(hr_direct *direct, const hr_yaml *spec, const hr_yaml *node,
			     const hr_elements *got, hr_check *check)
{
	const hr_yaml *outer = hr_yaml_get(spec, "tolerance");
	const hr_yaml *inner = hr_yaml_get(node, "tolerance");
	static const char *const keys[] = {"npy",   "raw",    "values",    "zeros",
					   "range", "random", "type",      "shape",
					   "min",   "max",    "tolerance", NULL};

	if (node->kind == HR_YAML_MAP) {
		HR_TRY(hr_direct_check_keys(direct, node, keys));
		HR_TRY(hr_direct_array(direct, node, got, &check->expected));
	} else if (!got->typed) {
		return hr_direct_bad(
			direct, node,
			"%s needs a 'type' to be compared with values: {type: f32, values: ...}",
			check->what);
	} else {
		HR_TRY(hr_direct_values(direct, node, got, &check->expected));
	}
	if (inner && outer)
		return hr_direct_bad(direct, inner, "the tolerance is given twice");
	if (inner || outer)
		HR_TRY(read_tolerance(direct, inner ? inner : outer, check->expected.element,
				      check));
	check->expects = true;
	return got->any ? HR_OK : hr_check_fit(direct, node, got, check);
}

hr_status hr_check_read(hr_direct *direct, const hr_yaml *spec, const hr_elements *got,
			const char *what, hr_check *check)
{
	const hr_yaml *save = hr_yaml_get(spec, "save"), *expect = hr_yaml_get(spec, "expect");
	const hr_yaml *print = hr_yaml_get(spec, "print"),
		      *tolerance = hr_yaml_get(spec, "tolerance");
	hr_check read = {.what = what, .at = spec};

	if (save && direct->run && direct->run->options.sandbox.on)
		return hr_direct_bad(direct, save, "the sandbox writes no files: remove 'save'");
	if (save)
		HR_TRY(hr_direct_file_name(direct, save, &read.save));
	if (print && !hr_yaml_bool(print, &read.print))
		return hr_direct_bad(direct, print, "'print' must be true or false");
	if (expect)
		HR_TRY(read_expect(direct, spec, expect, got, &read));
	else if (tolerance)
		return hr_direct_bad(direct, tolerance, "a tolerance needs an expected value");
	*check = read;
	return HR_OK;
}

/* --- checking --------------------------------------------------------------------------------- */

static void print(const hr_check *check, const hr_elements *got)
{
	char text[HR_DIRECT_TEXT];

	printf("%s:", check->what);
	for (uint64_t i = 0; i < got->array.count; i++) {
		hr_element_print(got->array.data + i * got->array.bytes, got->element, text);
		printf(" %s", text);
	}
	putchar('\n');
	fflush(stdout);
}

static bool has_suffix(const char *text, const char *suffix)
{
	size_t length = strlen(text), tail = strlen(suffix);

	return length > tail && strcmp(text + length - tail, suffix) == 0;
}

/* Return true if NPY can represent the element type. */
static bool is_npy_type(const hr_elements *elements)
{
	hr_element npy = hr_element_of_npy(elements->array.kind, elements->array.bytes);

	return elements->array.bytes <= 8 && npy.con == elements->element.con &&
	       npy.bits == elements->element.bits;
}

static hr_status save(hr_direct *direct, const hr_check *check, const hr_elements *got)
{
	const char *why = NULL;
	int error;

	if (!has_suffix(check->save, ".npy")) {
		error = hr_file_write(check->save, NULL, 0, got->array.data,
				      got->array.count * got->array.bytes);
		why = error ? strerror(error) : NULL;
	} else if (!is_npy_type(got)) {
		why = "NPY has no such element type; use a file name without .npy to save raw bytes";
	} else if (!hr_npy_write(check->save, &got->array, &why)) {
		why = why ? why : "cannot be written";
	}
	return why ? hr_direct_bad(direct, check->at, "'%.80s': %s", check->save, why) : HR_OK;
}

static bool within(const hr_check *check, const uint8_t *got, const uint8_t *expected,
		   hr_element element)
{
	__float128 left, right, distance, size;

	if (hr_element_equal(got, expected, element))
		return true;
	left = hr_element_value(got, element);
	right = hr_element_value(expected, element);
	distance = left < right ? right - left : left - right;
	size = right < 0 ? -right : right;
	if (distance - distance != 0) /* one of them is NaN or infinite */
		return false;
	if ((check->absolute > 0 && distance <= check->absolute) ||
	    (check->relative > 0 && distance <= check->relative * size))
		return true;
	return check->ulps && hr_element_ulps(got, expected, element) <= check->ulps;
}

static hr_status compare(hr_direct *direct, const hr_check *check, const hr_elements *got)
{
	const hr_npy *expected = &check->expected.array;
	hr_element element = check->expected.element;
	char text[HR_DIRECT_TEXT], wanted[HR_DIRECT_TEXT];
	size_t differ = 0, first = 0, count = got->array.count * got->array.bytes / expected->bytes;
	const uint8_t *a, *b;

	for (size_t i = 0; i < count; i++) {
		a = got->array.data + i * expected->bytes;
		b = expected->data + (expected->count == count ? i : 0) * expected->bytes;
		if (!within(check, a, b, element) && differ++ == 0)
			first = i;
	}
	if (!differ)
		return HR_OK;
	a = got->array.data + first * expected->bytes;
	b = expected->data + (expected->count == count ? first : 0) * expected->bytes;
	hr_element_print(a, element, text);
	hr_element_print(b, element, wanted);
	return hr_report(direct->diags, HR_D_result_differs, NULL, check->what, first, text, wanted,
			 differ, count);
}

hr_status hr_check_do(hr_direct *direct, const hr_check *check, const hr_elements *got)
{
	hr_status saved = HR_OK, compared = HR_OK;

	if (check->print)
		print(check, got);
	if (check->save)
		saved = save(direct, check, got);
	if (check->expects)
		compared = compare(direct, check, got);
	return saved != HR_OK ? saved : compared;
}
