; A dispatch in IREE's form, written by hand: two bindings, two constants, local memory, an import.
; out[i] = in[i] * constant0 for the constant1 numbers of each workgroup, by way of local memory.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-unknown-eabi-elf"

%iree_hal_executable_dispatch_attrs_v0_t = type { i16, i8, i8, i32, i64, i64, i64, i64, i64, i64, i64 }
%iree_hal_executable_import_table_v0_t = type { i32, ptr }
%iree_hal_executable_export_table_v0_t = type { i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr }
%iree_hal_executable_library_v0_t = type { ptr, %iree_hal_executable_import_table_v0_t, %iree_hal_executable_export_table_v0_t }
%iree_hal_executable_dispatch_state_v0_t = type { i32, i32, i16, i16, i32, i32, i16, i8, i8, ptr, ptr, ptr }
%iree_hal_executable_workgroup_state_v0_t = type { i32, i32, i16, i16, i32, ptr, i32 }
%environment = type { ptr, ptr, ptr, ptr, [8 x i64] }

@name = private constant [8 x i8] c"?notify\00"
@imports = private constant [1 x ptr] [ptr @name]
@functions = private constant [3 x ptr] [ptr @scale, ptr @fails, ptr @imports_notify]
@attributes = private constant [3 x %iree_hal_executable_dispatch_attrs_v0_t] [
  %iree_hal_executable_dispatch_attrs_v0_t { i16 1, i8 2, i8 2, i32 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0 },
  %iree_hal_executable_dispatch_attrs_v0_t { i16 0, i8 0, i8 0, i32 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0 },
  %iree_hal_executable_dispatch_attrs_v0_t { i16 0, i8 0, i8 1, i32 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0 }]
@library = private constant %iree_hal_executable_library_v0_t {
  ptr null,
  %iree_hal_executable_import_table_v0_t IMPORTS,
  %iree_hal_executable_export_table_v0_t { i32 3, ptr @functions, ptr @attributes, ptr null, ptr null, ptr null, ptr null, ptr null } }

define internal i32 @scale(ptr noalias nonnull align 16 %env, ptr noalias nonnull align 16 %state, ptr noalias nonnull align 16 %group) {
  %s = load %iree_hal_executable_dispatch_state_v0_t, ptr %state, align 8
  %g = load %iree_hal_executable_workgroup_state_v0_t, ptr %group, align 8
  %id32 = extractvalue %iree_hal_executable_workgroup_state_v0_t %g, 0
  %id = zext i32 %id32 to i64
  %local = extractvalue %iree_hal_executable_workgroup_state_v0_t %g, 5
  %constants = extractvalue %iree_hal_executable_dispatch_state_v0_t %s, 9
  %bindings = extractvalue %iree_hal_executable_dispatch_state_v0_t %s, 10
  %factor = load i32, ptr %constants, align 4
  %at.count = getelementptr i32, ptr %constants, i64 1
  %count32 = load i32, ptr %at.count, align 4
  %count = zext i32 %count32 to i64
  %first = mul i64 %id, %count
  %in = load ptr, ptr %bindings, align 8
  %at.out = getelementptr ptr, ptr %bindings, i64 1
  %out = load ptr, ptr %at.out, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %n = add i64 %first, %i
  %p = getelementptr i32, ptr %in, i64 %n
  %v = load i32, ptr %p, align 4
  %w = mul i32 %v, %factor
  %l = getelementptr i32, ptr %local, i64 %i
  store i32 %w, ptr %l, align 4
  %x = load i32, ptr %l, align 4
  %q = getelementptr i32, ptr %out, i64 %n
  store i32 %x, ptr %q, align 4
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %done
done:
  ret i32 0
}

define internal i32 @fails(ptr %env, ptr %state, ptr %group) {
  ret i32 13
}

define internal i32 @imports_notify(ptr %env, ptr %state, ptr %group) {
  %at = getelementptr inbounds %environment, ptr %env, i32 0, i32 2
  %functions = load ptr, ptr %at, align 8
  %function = load ptr, ptr %functions, align 8
  %r = call i32 %function(ptr null, ptr null, ptr null)
  ret i32 %r
}
