; leaf-report: broken-promise
define void @f(ptr dereferenceable(8) %x) noinline { ret void }
@i = global i64 3
define void @t() { %a = alloca [4 x i32]
 %i = load i64, ptr @i
 %p = getelementptr i32, ptr %a, i64 %i
 call void @f(ptr %p)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
