; leaf-report: out-of-bounds
define void @t() { %a = alloca [2 x i32]
 %g = getelementptr [2 x i32], ptr %a, i64 0, i64 2
 store i32 1, ptr %g
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
