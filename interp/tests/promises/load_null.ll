; report: bad-access
define void @t() { %v = load i32, ptr null
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
