; leaf-report: misaligned
define void @t() { %a = alloca [16 x i8], align 8
 %i = load i64, ptr @one
 %g = getelementptr i8, ptr %a, i64 %i
 store i32 5, ptr %g, align 4
 ret void }
@one = global i64 1
define i32 @main() {
  call void @t()
  ret i32 0
}
