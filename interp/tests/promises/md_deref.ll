; report: broken-promise
@p = global ptr null
define void @t() { %r = load ptr, ptr @p, !dereferenceable !{i64 4}
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
