; report: broken-promise
define void @callee(ptr byval(i32) %p) noinline { ret void }
define void @t() { call void @callee(ptr byval(i32) null)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
