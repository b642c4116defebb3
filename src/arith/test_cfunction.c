/* src/arith/test_cfunction.c -- the rows of cfunction.def are consistent, and complete for ISO C.
 *
 * With --list it prints each function that this C library has, in each form, as one line of words
 * for scripts: name, letter of the floating type, signature, column opencl, column nvidia, state,
 * stops, calls-back, accesses separated by commas or "-"; and, each after a tab, why backends of
 * the process, of OpenCL C and of NVIDIA do not support it. */
#define _GNU_SOURCE 1
#include <dlfcn.h>

#include "src/arith/cfunction.h"
#include "src/base/test.h"

static const char *const math_h = "acos acosh acospi asin asinh asinpi atan atan2 atan2pi atanh "
				  "atanpi canonicalize cbrt ceil compoundn copysign "
				  "cos cosh cospi erf erfc exp exp10 exp10m1 exp2 exp2m1 expm1 "
				  "fabs fdim floor fma fmax fmaximum fmaximum_mag "
				  "fmaximum_mag_num fmaximum_num fmin fminimum fminimum_mag "
				  "fminimum_mag_num fminimum_num fmod frexp fromfp "
				  "fromfpx hypot ilogb ldexp lgamma llogb llrint llround log log10 "
				  "log10p1 log1p log2 log2p1 logb logp1 lrint "
				  "lround modf nan nearbyint nextafter nextdown nexttoward nextup "
				  "pow pown powr remainder remquo rint rootn round "
				  "roundeven rsqrt scalbln scalbn sin sinh sinpi sqrt tan tanh "
				  "tanpi tgamma trunc ufromfp ufromfpx";
static const char *const others[] = {
	"fadd faddl daddl fsub fsubl dsubl fmul fmull dmull fdiv fdivl ddivl ffma ffmal dfmal "
	"fsqrt fsqrtl dsqrtl",
	/* string.h */
	"memcpy memccpy memmove strcpy strncpy strdup strndup strcat strncat memcmp strcmp strcoll "
	"strncmp strxfrm "
	"memchr strchr strcspn strpbrk strrchr strspn strstr strtok memset memset_explicit "
	"strerror strlen",
	/* stdlib.h */
	"strfromd strfromf strfroml atof atoi atol atoll strtod strtof strtold strtol strtoll "
	"strtoul strtoull rand "
	"srand aligned_alloc calloc free malloc realloc abort atexit at_quick_exit exit _Exit "
	"getenv quick_exit system "
	"bsearch qsort abs labs llabs div ldiv lldiv mblen mbtowc wctomb mbstowcs wcstombs",
	/* inttypes.h */
	"imaxabs imaxdiv",
	/* ctype.h */
	"isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper "
	"isxdigit tolower "
	"toupper",
};

/* Call EACH with every word of TEXT, and with the word followed by "f" and "l". */
static void each_word(const char *text, const char *const endings[3],
		      void each(const char *name, unsigned form))
{
	char name[64];

	while (*text) {
		int length = (int)strcspn(text, " ");

		for (unsigned form = 0; form < 3 && endings[form]; form++) {
			snprintf(name, sizeof(name), "%.*s%s", length, text, endings[form]);
			each(name, form);
		}
		text += length;
		text += strspn(text, " ");
	}
}

static void has_row(const char *name, unsigned form)
{
	hr_cfunction_form found = HR_FORM_DOUBLE;

	ck_assert_msg(hr_cfunction_named(name, strlen(name), &found), "'%s' has no row", name);
	ck_assert_msg(found == form, "'%s' is of form %d", name, (int)found);
}

START_TEST(iso_c_is_there)
{
	each_word(math_h, (const char *const[3]){"", "f", "l"}, has_row);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		each_word(others[i], (const char *const[3]){"", NULL, NULL}, has_row);
}
END_TEST

START_TEST(forms)
{
	hr_cfunction_form form = HR_FORM_DOUBLE;

	ck_assert_str_eq(hr_cfunction_named("lgammaf_r", 9, &form)->name, "lgamma_r");
	ck_assert_int_eq(form, HR_FORM_FLOAT);
	ck_assert_str_eq(hr_cfunction_named("modff", 5, &form)->name, "modf");
	ck_assert_int_eq(form, HR_FORM_FLOAT);
	ck_assert_str_eq(hr_cfunction_named("modf", 4, &form)->name, "modf");
	ck_assert_int_eq(form, HR_FORM_DOUBLE);
	ck_assert_str_eq(hr_cfunction_named("sinl()", 4, &form)->name, "sin");
	ck_assert_int_eq(form, HR_FORM_LONG_DOUBLE);
	ck_assert_str_eq(hr_cfunction_find("__isoc23_strtol")->name, "strtol");
	ck_assert_ptr_null(hr_cfunction_find("strlenf"));
	ck_assert_ptr_null(hr_cfunction_find("absl"));
	ck_assert_ptr_null(hr_cfunction_find("f"));
	ck_assert_ptr_null(hr_cfunction_find(""));
	ck_assert_ptr_null(hr_cfunction_find("_r"));
	ck_assert_ptr_null(
		hr_cfunction_find("a_name_that_is_longer_than_all_of_those_in_the_tablef"));
	ck_assert_str_eq(hr_cfunction_of_intrinsic("maxnum.f32", 6)->name, "fmax");
	ck_assert_str_eq(hr_cfunction_of_intrinsic("sin", 3)->name, "sin");
	ck_assert_ptr_null(hr_cfunction_of_intrinsic("maxnu", 5));
}
END_TEST

static void looks_well(const hr_cfunction *row)
{
	const char *name = row->name, *signature = row->signature;
	unsigned parameters = hr_cfunction_parameters(row);

	ck_assert_msg(strspn(signature, "vilqzpdcfDLr") == 1 && signature[1] == '(' &&
			      strlen(signature) ==
				      3 + parameters + (strchr(signature, '.') != NULL) &&
			      strspn(signature + 2, "ilqzpdcfDL") == parameters &&
			      signature[strlen(signature) - 1] == ')',
		      "'%s' has the signature %s", name, signature);
	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES && row->access[i].kind; i++) {
		const hr_cfunction_access *access = &row->access[i];

		ck_assert_msg(access->length == HR_LENGTH_ANY ||
				      signature[2 + access->pointer] == 'p',
			      "'%s' accesses what is no pointer", name);
		ck_assert_msg(access->length < 0 || signature[2 + access->length] == 'z',
			      "'%s' has a length that is no size_t", name);
		ck_assert_msg(access->times < 0 || signature[2 + access->times] == 'z',
			      "'%s' has a number of times that is no size_t", name);
		ck_assert_msg((access->length == HR_LENGTH_BYTES) == (access->bytes > 0),
			      "'%s' accesses 0 bytes", name);
		ck_assert_msg(access->how < HR_HOW_COPIES || signature[2 + access->source] == 'p',
			      "'%s' writes a text that is no pointer", name);
		ck_assert_msg((access->how == HR_HOW_RETURNS) <= (access->length >= 0),
			      "'%s' returns a length without a limit", name);
		ck_assert_msg(i == 0 || row->access[i - 1].kind, "'%s' has a gap in its accesses",
			      name);
	}
	ck_assert_msg(!row->block || (parameters >= 3 && signature[4] == 'z'), "'%s' has no length",
		      name);
	ck_assert_msg(!row->apart || (row->access[0].kind == HR_ACCESSES_READS &&
				      row->access[1].kind == HR_ACCESSES_WRITES && parameters >= 2),
		      "'%s' does not read one block and write another", name);
	ck_assert_msg(!row->sync || signature[2] == 'p', "'%s' orders threads by no object", name);
	ck_assert_msg(row->sync != HR_SYNC_TRIES || signature[0] == 'i',
		      "'%s' does not say whether it has acquired", name);
	ck_assert_msg((row->heap != HR_HEAP_NONE && row->heap != HR_HEAP_UNKNOWN) ==
			      (row->state == HR_STATE_HEAP),
		      "'%s': heap", name);
	ck_assert_msg(row->heap != HR_HEAP_UNKNOWN || row->state == HR_STATE_KEEPS,
		      "'%s' may allocate without notice", name);
	ck_assert_msg((row->sandbox != HR_SANDBOX_STREAM && row->sandbox != HR_SANDBOX_CALLING) ||
			      signature[2 + row->sandbox_argument] == 'p',
		      "'%s' has no such argument", name);
	ck_assert_msg(row->sandbox == HR_SANDBOX_REFUSED ||
			      (row->stops != HR_STOPS_JUMPS && row->stops != HR_STOPS_RAISES),
		      "'%s' leaves the sandbox", name);
	ck_assert_msg(!row->plain || hr_cfunction_find(row->plain),
		      "'%s': what takes its memory has no row", name);
	ck_assert_msg(row->nvidia.how != HR_DEVICE_INSTRUCTION || row->intrinsic,
		      "'%s' has no intrinsic", name);
	ck_assert_msg((row->opencl.how == HR_DEVICE_NEAR) <= (row->opencl.ulps[HR_FORM_FLOAT] > 0),
		      "'%s' is near, and off by nothing", name);
	ck_assert_msg((row->nvidia.how == HR_DEVICE_NEAR) <= (row->nvidia.ulps[HR_FORM_FLOAT] > 0),
		      "'%s' is near, and off by nothing", name);
	ck_assert_msg(row->nvidia.how != HR_DEVICE_EXACT || row->glibc[0] <= 0,
		      "'%s' is exact on devices alone", name);
}

START_TEST(rows_look_well)
{
	const hr_cfunction *row;

	for (size_t i = 0; (row = hr_cfunction_at(i)); i++) {
		for (size_t k = 0; k < i; k++)
			ck_assert_msg(strcmp(hr_cfunction_at(k)->name, row->name) != 0,
				      "'%s' has two rows", row->name);
		if (row->same_as) {
			row = hr_cfunction_find(row->name);
			ck_assert_msg(row && !row->same_as, "alias %zu leads nowhere", i);
		} else {
			looks_well(row);
		}
	}
	ck_assert_uint_gt(hr_cfunction_parameters(hr_cfunction_find("fma")), 2);
}
END_TEST

START_TEST(reasons)
{
	const hr_cfunction *row = hr_cfunction_find("roundeven");

	ck_assert_int_eq(hr_cfunction_why_not_native(NULL), HR_WHY_UNKNOWN);
	ck_assert_int_eq(hr_cfunction_why_not_native(hr_cfunction_find("printf")),
			 HR_WHY_ACTS_OUTSIDE);
	ck_assert_int_eq(hr_cfunction_why_not_native(hr_cfunction_find("rand")),
			 HR_WHY_KEEPS_STATE);
	ck_assert_int_eq(hr_cfunction_why_not_native(hr_cfunction_find("exit")),
			 HR_WHY_ENDS_PROCESS);
	ck_assert_int_eq(hr_cfunction_why_not_native(hr_cfunction_find("longjmp")),
			 HR_WHY_LEAVES_FRAME);
	ck_assert_int_eq(hr_cfunction_why_not_native(hr_cfunction_find("malloc")),
			 HR_WHY_NO_REASON);
	ck_assert_int_eq(hr_cfunction_why_not_native(hr_cfunction_find("lgamma")),
			 HR_WHY_NO_REASON);
	ck_assert_int_eq(hr_cfunction_why_not_kernel(row, &row->opencl, HR_FORM_FLOAT),
			 HR_WHY_NO_REASON);
	ck_assert_int_eq(hr_cfunction_why_not_kernel(row, &row->opencl, HR_FORM_LONG_DOUBLE),
			 HR_WHY_LONG_DOUBLE);
	row = hr_cfunction_find("strlen");
	ck_assert_int_eq(hr_cfunction_why_not_kernel(row, &row->opencl, HR_FORM_DOUBLE),
			 HR_WHY_NO_KERNEL_CODE);
	row = hr_cfunction_find("j0");
	ck_assert_int_eq(hr_cfunction_why_not_kernel(row, &row->opencl, HR_FORM_DOUBLE),
			 HR_WHY_NO_BUILTIN);
	ck_assert(!hr_cfunction_keeps_nothing(hr_cfunction_find("lgamma")));
	ck_assert(!hr_cfunction_keeps_nothing(hr_cfunction_find("qsort")));
	ck_assert(!hr_cfunction_keeps_nothing(hr_cfunction_find("__memcpy_chk")));
	ck_assert(hr_cfunction_keeps_nothing(hr_cfunction_find("nextupf")));
	ck_assert(hr_cfunction_follows_pointers(hr_cfunction_find("frexp")));
	ck_assert(!hr_cfunction_follows_pointers(hr_cfunction_find("memcpy")));
	ck_assert(hr_cfunction_writes(hr_cfunction_find("realloc")));
	ck_assert(!hr_cfunction_writes(hr_cfunction_find("free")));
	ck_assert_uint_eq(hr_cfunction_bytes(&hr_cfunction_find("modf")->access[0], HR_FORM_FLOAT),
			  4);
	ck_assert_uint_eq(hr_cfunction_bytes(&hr_cfunction_find("frexp")->access[0], HR_FORM_FLOAT),
			  4);
}
END_TEST

/* --- output for scripts ----------------------------------------------------------------------- */

static void list_accesses(const hr_cfunction *row)
{
	static const char *const lengths[] = {"any", "number", "bytes", "text"};

	if (!row->access[0].kind)
		printf(" -");
	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES && row->access[i].kind; i++) {
		const hr_cfunction_access *one = &row->access[i];

		printf("%s%s:%d:%s", i ? "," : " ",
		       one->kind == HR_ACCESSES_READS ? "reads" : "writes", one->pointer,
		       one->length < 0 ? lengths[one->length - HR_LENGTH_ANY] : "argument");
	}
}

static const char *why(const hr_cfunction *row, const hr_cfunction_device *device,
		       hr_cfunction_form form)
{
	return hr_cfunction_reason_text(device ? hr_cfunction_why_not_kernel(row, device, form)
					       : hr_cfunction_why_not_native(row));
}

static void list_form(const hr_cfunction *row, hr_cfunction_form form, const char *name)
{
	static const char *const hows[] = {"lacks", "exact", "near",       "own",
					   "as",    "parts", "instruction"};
	static const char *const states[] = {"nothing", "signgam",     "heap",
					     "outside", "environment", "keeps"};
	static const char *const stops[] = {"not", "may", "ends", "jumps", "raises"};

	if (!dlsym(RTLD_DEFAULT, name))
		return;
	printf("%s %c %s %s %s %s %s %s", name, "dfl"[form], row -> signature,
	       hows[row->opencl.how], hows[row->nvidia.how], states[row->state], stops[row->stops],
	       row -> calls_back ? "calls-back" : "-");
	list_accesses(row);
	printf("\t%s\t%s\t%s\n", why(row, NULL, form), why(row, &row->opencl, form),
	       why(row, &row->nvidia, form));
}

static int list(void)
{
	const hr_cfunction *row;

	if (!dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL))
		return EXIT_FAILURE;
	for (size_t i = 0; (row = hr_cfunction_at(i)); i++) {
		size_t stem = row->length > 2 && strcmp(row->name + row->length - 2, "_r") == 0
				      ? row->length - 2
				      : row->length;

		for (hr_cfunction_form form = HR_FORM_DOUBLE;
		     form <= HR_FORM_LONG_DOUBLE && !row->same_as; form++) {
			hr_cfunction_form found = HR_FORM_DOUBLE;
			char name[64];

			snprintf(name, sizeof(name), "%.*s%s%s", (int)stem, row->name,
				 (const char *const[]){"", "f", "l"}[form], row->name + stem);
			if (!row->not_c && hr_cfunction_named(name, strlen(name), &found) == row &&
			    found == form)
				list_form(row, form, name);
		}
	}
	return 0;
}

int main(int argc, char **argv)
{
	const TTest *const tests[] = {iso_c_is_there, forms, rows_look_well, reasons};

	if (argc > 1 && strcmp(argv[1], "--list") == 0)
		return list();
	return hr_test_run("cfunction", tests, sizeof(tests) / sizeof(tests[0]));
}
