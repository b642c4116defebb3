; leaf-report: use-after-scope
@s = global i8 0
define void @t() { %a = alloca [4 x i8], align 1
 call void @llvm.lifetime.start.p0(ptr %a)
 store i8 5, ptr %a
 call void @llvm.lifetime.end.p0(ptr %a)
 %v = load i8, ptr %a
 %c = icmp eq i8 %v, 5
 br i1 %c, label %x, label %y
x: store i8 1, ptr @s
 ret void
y: ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
