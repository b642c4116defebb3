; report: broken-promise
define void @callee(ptr byval(i32) %p) noinline { %v = load i32, ptr %p
 ret void }
define void @t() { %a = alloca i8
 call void @callee(ptr byval(i32) %a)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
