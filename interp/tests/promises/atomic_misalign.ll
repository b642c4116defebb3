; report: misaligned
define void @t() { %a = alloca [2 x i64], align 8
 store i64 0, ptr %a
 %g = getelementptr i8, ptr %a, i64 1
 %r = atomicrmw add ptr %g, i32 1 seq_cst, align 4
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
