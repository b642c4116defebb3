; accept
define void @g(ptr noundef nonnull align 4 dereferenceable(8) %x) noinline { ret void }
define void @f(ptr noundef nonnull align 4 dereferenceable(8) %x, ptr dereferenceable_or_null(64) %y) noinline {
 call void @g(ptr %x)
 ret void }
@i = global i64 2
@k = global [8 x i32] zeroinitializer
declare ptr @malloc(i64)
declare void @free(ptr)
define void @t() { %a = alloca [4 x i32]
 %i = load i64, ptr @i
 %p = getelementptr i32, ptr %a, i64 %i
 call void @f(ptr %p, ptr null)
 %q = getelementptr i32, ptr @k, i64 %i
 call void @f(ptr %q, ptr null)
 %m = call ptr @malloc(i64 8)
 call void @f(ptr %m, ptr null)
 call void @free(ptr %m)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
