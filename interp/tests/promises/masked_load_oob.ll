; leaf-report: out-of-bounds
define void @t() { %a = alloca [2 x i32], align 4
 store i64 0, ptr %a, align 4
 %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %a, <4 x i1> <i1 true, i1 true, i1 true, i1 false>, <4 x i32> zeroinitializer)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
