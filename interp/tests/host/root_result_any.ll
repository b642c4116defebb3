; Roots return any structure: its address is passed to launch, and C code never calls it.
;: out 7
%five = type { float, i32, double, <4 x float>, [3 x i64], i8, ptr }
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()
declare i32 @printf(ptr, ...)
@f = private constant [6 x i8] c"%lld\0A\00"
define %five @leaf(i64 %n) {
  %i = trunc i64 %n to i32
  %r = insertvalue %five zeroinitializer, i32 %i, 1
  %q = insertvalue %five %r, i64 %n, 4, 2
  ret %five %q
}
define %five @root(i64 %n) {
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 2, i32 2, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 3, i32 3, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 4, i32 4, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 5, i32 5, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 6, i32 6, i1 false)
  ret %five zeroinitializer
}
define i32 @main() {
  %arguments = alloca [200 x i8]
  store i64 7, ptr %arguments, align 1
  call void @llvm.hpvm.init()
  %g = call ptr @llvm.hpvm.launch(ptr @root, ptr %arguments, i1 false)
  call void @llvm.hpvm.wait(ptr %g)
  %at = getelementptr i8, ptr %arguments, i64 56
  %r = load i64, ptr %at, align 1
  %p = call i32 (ptr, ...) @printf(ptr @f, i64 %r)
  call void @llvm.hpvm.cleanup()
  ret i32 0
}
