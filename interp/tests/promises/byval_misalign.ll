; report: broken-promise
define void @callee(ptr byval(i32) align 16 %p) noinline { ret void }
define void @t() { %a = alloca [2 x i32], align 16
 store i32 1, ptr %a
 %g = getelementptr i8, ptr %a, i64 4
 store i32 1, ptr %g
 call void @callee(ptr byval(i32) align 16 %g)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
