; report: bad-access
define void @t() { %p = inttoptr i64 4096 to ptr
 store i32 0, ptr %p
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
