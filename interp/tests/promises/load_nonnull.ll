; report: broken-promise
@p = global ptr null
define void @t() { %r = load ptr, ptr @p, !nonnull !{}, !noundef !{}
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
