; report: call-mismatch
define i32 @f() noinline { ret i32 1 }
@p = global ptr @f
define void @t() { %f = load ptr, ptr @p
 call void %f(i32 1, i32 2)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
