; report: div-overflow
@k = global i32 -1
define void @t() { %k = load i32, ptr @k
 %r = srem i32 -2147483648, %k
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
