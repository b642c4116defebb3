; report: unreachable
define void @t() { unreachable }
define i32 @main() {
  call void @t()
  ret i32 0
}
