; report: broken-promise
define void @f(ptr noundef nonnull %p) noinline {
  ret void
}
define void @g(ptr nonnull %p) noinline {
  call void @f(ptr noundef nonnull %p)
  ret void
}
define void @t() {
  %z = inttoptr i64 0 to ptr
  call void @g(ptr nonnull %z)
  ret void
}
define i32 @main() {
  call void @t()
  ret i32 0
}
