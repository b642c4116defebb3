; P5: What a call promises is checked where it is made, always.
;: positive
;: out 7
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()
declare i32 @printf(ptr, ...)
@format = private constant [5 x i8] c"%ld\0A\00"
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i64 @f(ptr nonnull noundef align 8 dereferenceable(24) %p, ptr byval([4 x i64]) align 16 %q,
              ptr dereferenceable_or_null(8) %r) noinline {
  store i64 1, ptr %q
  %v = load i64, ptr %p
  ret i64 %v
}

define align 8 ptr @g(ptr nonnull align 16 %p) noinline {
  ret ptr %p
}

%one = type <{ i64 }>

define %one @leaf(i64 %n) {
  %a = alloca [4 x i64], align 16
  store [4 x i64] zeroinitializer, ptr %a
  %k = and i64 %n, 1
  %p = getelementptr i64, ptr %a, i64 %k
  %v1 = call i64 @f(ptr %p, ptr %a, ptr null)
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %a, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 0, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr null, ptr null, i64 0, i1 false)
  call void @llvm.assume(i1 true) ["align"(ptr %a, i64 16), "nonnull"(ptr %p), "dereferenceable"(ptr %p, i64 24)]
  %m = call ptr @g(ptr null)
  %v = add i64 %v1, %n
  %r = insertvalue %one poison, i64 %v, 0
  ret %one %r
}

define %one @root(i64 %n) {
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 0, i32 0, i1 false)
  ret %one poison
}

define i32 @main() {
  %arguments = alloca <{ i64, i64 }>
  store i64 7, ptr %arguments, align 1
  call void @llvm.hpvm.init()
  %graph = call ptr @llvm.hpvm.launch(ptr @root, ptr %arguments, i1 false)
  call void @llvm.hpvm.wait(ptr %graph)
  call void @llvm.hpvm.cleanup()
  %at = getelementptr i8, ptr %arguments, i64 8
  %result = load i64, ptr %at, align 1
  %printed = call i32 (ptr, ...) @printf(ptr @format, i64 %result)
  ret i32 0
}
