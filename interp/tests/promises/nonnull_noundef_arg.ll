; report: broken-promise
define void @callee(ptr nonnull noundef %x) noinline { ret void }
define void @t() { call void @callee(ptr null)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
