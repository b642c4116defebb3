/* backends/crosscheck/test_stored.c -- tests the analysis of a leaf's stores, and the resulting
 * comparison rules. */
#include "backends/crosscheck/stored.h"
#include "backends/unit/unit.h"
#include "interp/schedule/test_graph.h"

#define ROOT                                                                                       \
	"define void @Root(ptr %p, i64 %bytes, ptr %q, i64 %more) {\n"                             \
	"  %c = call ptr @llvm.hpvm.createNode1D(ptr @Leaf, i64 4)\n"                              \
	"  call void @llvm.hpvm.bind.input(ptr %c, i32 0, i32 0, i1 false)\n"                      \
	"  call void @llvm.hpvm.bind.input(ptr %c, i32 1, i32 1, i1 false)\n"                      \
	"  call void @llvm.hpvm.bind.input(ptr %c, i32 2, i32 2, i1 false)\n"                      \
	"  call void @llvm.hpvm.bind.input(ptr %c, i32 3, i32 3, i1 false)\n"                      \
	"  ret void\n}\n"                                                                          \
	"declare float @llvm.fabs.f32(float)\ndeclare float @llvm.minnum.f32(float, float)\n"

typedef struct stored_case {
	fixture f;
	hr_made_unit *unit;
	hr_stored stored;
} stored_case;

static void find(stored_case *self, const char *body)
{
	static const bool varies[8] = {false};
	char text[4096];

	snprintf(text, sizeof(text),
		 "%sdefine void @Leaf(ptr %%p, i64 %%bytes, ptr %%q, i64 %%more) {\n%s}\n", ROOT,
		 body);
	open_program(&self->f, text);
	self->unit = hr_unit_make(self->f.program, self->f.program->graphs[0]->root->children[0],
				  varies, false);
	ck_assert_msg(self->unit->refusal == HR_TAKEN, "%s", self->unit->text);
	hr_stored_find(&self->unit->unit, &self->stored);
}

static void lose(stored_case *self)
{
	hr_stored_free(&self->stored);
	hr_unit_free(self->unit);
	close_all(&self->f);
}

START_TEST(by_argument)
{
	hr_compare_rule rule;
	stored_case self;

	find(&self,
	     "  %a = load float, ptr %q\n  %b = fadd float %a, 1.0\n"
	     "  %g = getelementptr float, ptr %p, i64 3\n  store float %b, ptr %g\n  ret void\n");
	ck_assert_uint_eq(self.stored.inputs[0].kinds, HR_STORED_F32);
	ck_assert_uint_eq(self.stored.inputs[2].kinds, 0);
	ck_assert_uint_eq(self.stored.elsewhere.kinds, 0);
	rule = hr_stored_rule(&self.stored, self.stored.inputs[0]);
	ck_assert(rule.floating && rule.nans_alike && !rule.zeros_alike);
	ck_assert_uint_eq(rule.bytes, 4);
	rule = hr_stored_rule(&self.stored, self.stored.inputs[2]);
	ck_assert(!rule.floating);
	ck_assert_uint_eq(rule.bytes, 1);
	lose(&self);
}
END_TEST

/* LangRef: loads, stores, fneg and fabs preserve the bits of a NaN. */
START_TEST(what_is_moved)
{
	stored_case self;

	find(&self,
	     "  %a = load float, ptr %q\n  %b = fneg float %a\n"
	     "  %c = call float @llvm.fabs.f32(float %b)\n  store float %c, ptr %p\n  ret void\n");
	ck_assert(hr_stored_rule(&self.stored, self.stored.inputs[0]).floating);
	ck_assert(!hr_stored_rule(&self.stored, self.stored.inputs[0]).nans_alike);
	lose(&self);
	find(&self,
	     "  %a = load i32, ptr %q\n  %b = add i32 %a, 1\n  %c = bitcast i32 %b to float\n"
	     "  store float %c, ptr %p\n  ret void\n");
	ck_assert(!hr_stored_rule(&self.stored, self.stored.inputs[0]).nans_alike);
	lose(&self);
}
END_TEST

START_TEST(zeros_that_are_chosen)
{
	stored_case self;

	find(&self,
	     "  %a = load float, ptr %q\n  %b = call float @llvm.minnum.f32(float %a, float 0.0)\n"
	     "  store float %b, ptr %p\n  ret void\n");
	ck_assert(hr_stored_rule(&self.stored, self.stored.inputs[0]).zeros_alike);
	lose(&self);
}
END_TEST

START_TEST(several_types)
{
	hr_compare_rule rule;
	stored_case self;

	find(&self, "  store double 1.0, ptr %p\n  %g = getelementptr i8, ptr %p, i64 8\n"
		    "  store i16 7, ptr %g\n  ret void\n");
	rule = hr_stored_rule(&self.stored, self.stored.inputs[0]);
	ck_assert(!rule.floating);
	ck_assert_uint_eq(rule.bytes, 2);
	lose(&self);
}
END_TEST

START_TEST(through_memory)
{
	stored_case self;

	find(&self, "  %to = load ptr, ptr %q\n  store i64 1, ptr %to\n  ret void\n");
	ck_assert_uint_eq(self.stored.elsewhere.kinds, HR_STORED_I64);
	ck_assert_uint_eq(self.stored.inputs[2].kinds, 0);
	lose(&self);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stored");
	TCase *all = tcase_create("all");

	tcase_add_test(all, by_argument);
	tcase_add_test(all, what_is_moved);
	tcase_add_test(all, zeros_that_are_chosen);
	tcase_add_test(all, several_types);
	tcase_add_test(all, through_memory);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
