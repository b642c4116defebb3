; leaf-report: misaligned
define void @t() { %a = alloca [16 x i8], align 8
 %g = getelementptr i8, ptr %a, i64 1
 store i32 5, ptr %g, align 4
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
