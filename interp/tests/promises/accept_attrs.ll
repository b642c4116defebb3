; accept
define range(i32 0, 2) i32 @add_with_range(i32 range(i32 0, 2) %x) noinline { %a = add i32 %x, 1
 ret i32 %a }
define nofpclass(nan) half @idn(half nofpclass(inf) %x) noinline { ret half %x }
define nonnull ptr @gn(ptr nonnull %p) noinline { %g = getelementptr i8, ptr %p, i32 -1
 ret ptr %g }
define align 16 ptr @ga(ptr align 8 %p) noinline { %g = getelementptr i8, ptr %p, i32 8
 ret ptr %g }
define void @t() { %a = alloca i32, align 8
 %1 = call i32 @add_with_range(i32 0)
 %2 = call i32 @add_with_range(i32 poison)
 %3 = call i32 @add_with_range(i32 3)
 %4 = call half @idn(half 0xH7C00)
 %5 = call ptr @gn(ptr null)
 %6 = call ptr @ga(ptr null)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
