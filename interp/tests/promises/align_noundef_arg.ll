; report: broken-promise
define void @callee(ptr align 16 noundef %x) noinline { ret void }
define void @t() { %a = alloca [64 x i8], align 16
 %g = getelementptr i8, ptr %a, i64 1
 call void @callee(ptr %g)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
