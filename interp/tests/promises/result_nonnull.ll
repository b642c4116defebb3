; report: broken-promise
define noundef nonnull ptr @f(ptr %p) noinline { ret ptr %p }
@n = global ptr null
define void @t() { %p = load ptr, ptr @n
 %q = call ptr @f(ptr %p)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
