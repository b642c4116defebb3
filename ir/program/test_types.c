/* ir/program/test_types.c -- tests of types, their scalars, and images of ports. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "ir/program/types.h"

static hr_program program;
static LLVMTargetDataRef layout;

static void setup(void)
{
	memset(&program, 0, sizeof(program));
	hr_arena_init(&program.arena);
	program.context = LLVMContextCreate();
	program.diags = hr_diags_new(stderr);
	layout = LLVMCreateTargetData(
		"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-"
		"n8:16:32:64-S128");
	program.layout = layout;
}

static void teardown(void)
{
	hr_types_free(&program);
	LLVMDisposeTargetData(layout);
	LLVMContextDispose(program.context);
	hr_diags_free(program.diags);
	hr_arena_free(&program.arena);
}

static LLVMTypeRef bits(unsigned width)
{
	return LLVMIntTypeInContext(program.context, width);
}

static LLVMTypeRef f32(void)
{
	return LLVMFloatTypeInContext(program.context);
}

static LLVMTypeRef pair(LLVMTypeRef a, LLVMTypeRef b, bool packed)
{
	LLVMTypeRef fields[] = {a, b};

	return LLVMStructTypeInContext(program.context, fields, 2, packed);
}

START_TEST(scalars)
{
	const hr_type *i24 = hr_type_of(&program, bits(24));
	const hr_type *f80 = hr_type_of(&program, LLVMX86FP80TypeInContext(program.context));
	const hr_type *ptr = hr_type_of(&program, LLVMPointerTypeInContext(program.context, 0));

	ck_assert(i24->kind == HR_T_INT && i24->bits == 24 && i24->con == HR_C_I32);
	ck_assert(i24->store_size == 3 && i24->size == 4 && i24->align == 4);
	ck_assert_str_eq(i24->text, "i24");
	ck_assert(f80->con == HR_C_F80 && f80->store_size == 10 && f80->size == 16);
	ck_assert(ptr->kind == HR_T_PTR && ptr->bits == 64 && ptr->con == HR_C_I64);
	ck_assert_int_eq(hr_type_of(&program, LLVMVoidTypeInContext(program.context))->kind,
			 HR_T_VOID);
	ck_assert_int_eq(hr_type_of(&program, bits(128))->con, HR_C_I128);
	ck_assert_ptr_null(hr_type_of(&program, bits(129)));
	ck_assert_ptr_null(hr_type_of(&program, LLVMArrayType2(bits(129), 2)));
	ck_assert_ptr_null(hr_type_of(&program, LLVMScalableVectorType(bits(8), 4)));
	ck_assert_str_eq(hr_con_name(HR_C_B16), "b16");
}
END_TEST

START_TEST(interned_by_structure)
{
	LLVMTypeRef named = LLVMStructCreateNamed(program.context, "point");
	LLVMTypeRef fields[] = {bits(32), f32()};
	const hr_type *type;

	LLVMStructSetBody(named, fields, 2, false);
	type = hr_type_of(&program, named);
	ck_assert_ptr_eq(type, hr_type_of(&program, pair(bits(32), f32(), false)));
	ck_assert_ptr_ne(type, hr_type_of(&program, pair(bits(32), f32(), true)));
	ck_assert_str_eq(type->text, "{ i32, float }");
	ck_assert_ptr_eq(hr_type_of(&program, bits(32)), type->fields[0]);
	ck_assert_str_eq(hr_type_of(&program, LLVMVectorType(f32(), 4))->text, "<4 x float>");
}
END_TEST

static hr_scalars flat(LLVMTypeRef llvm)
{
	const hr_type *type = hr_type_of(&program, llvm);
	hr_scalars list = {0};

	hr_type_flatten(type, 100, &list);
	ck_assert_uint_eq(list.count, hr_type_scalar_count(type));
	return list;
}

START_TEST(flattened)
{
	hr_scalars list =
		flat(pair(bits(8), LLVMArrayType2(pair(bits(64), bits(1), false), 2), false));
	static const uint32_t offsets[] = {100, 108, 116, 124, 132};

	ck_assert_uint_eq(list.count, 5);
	for (unsigned i = 0; i < 5; i++)
		ck_assert_uint_eq(list.data[i].offset, offsets[i]);
	ck_assert_uint_eq(list.data[2].bits, 1);
	HR_VEC_FREE(&list);
	list = flat(LLVMVectorType(bits(24), 3));
	ck_assert_uint_eq(list.data[2].offset, 106);
	HR_VEC_FREE(&list);
	ck_assert(hr_type_bit_packed(hr_type_of(&program, LLVMVectorType(bits(1), 8))));
	ck_assert(!hr_type_bit_packed(hr_type_of(&program, LLVMVectorType(bits(24), 8))));
	ck_assert_uint_eq(hr_type_scalar_count(
				  hr_type_of(&program, LLVMArrayType2(bits(8), UINT64_C(1) << 40))),
			  UINT32_MAX);
}
END_TEST

START_TEST(ports)
{
	hr_port list[3] = {{.type = hr_type_of(&program, bits(8))},
			   {.type = hr_type_of(&program, LLVMArrayType2(bits(64), 3))},
			   {.type = hr_type_of(&program, f32())}};

	ck_assert_uint_eq(hr_ports_layout(list, 3), 64);
	ck_assert_uint_eq(list[1].offset, 16);
	ck_assert_uint_eq(list[2].offset, 48);
	ck_assert_uint_eq(hr_ports_packed(list, 3), 1 + 24 + 4);
	ck_assert_uint_eq(hr_ports_layout(list, 0), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("types");
	TCase *cases = tcase_create("types");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(cases, setup, teardown);
	tcase_add_test(cases, scalars);
	tcase_add_test(cases, interned_by_structure);
	tcase_add_test(cases, flattened);
	tcase_add_test(cases, ports);
	suite_add_tcase(suite, cases);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
