; ports.ll -- two roots with ports of many types, for --emit=header.
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)

%results = type <{ double, <2 x i64>, half }>
%result = type <{ i64 }>

define %results @Leaf(i32 %0) {
  ret %results zeroinitializer
}
define %results @Root(i32 %0, ptr "in" %out0, i64 %n, float %class, <4 x float> %v, [3 x i16] %a, { i64, i8 } %s, x86_fp80 %e, i1 %b, i24 %odd, i8 %"a b", i128 %wide) {
  %leaf = call ptr @llvm.hpvm.createNode(ptr @Leaf)
  call void @llvm.hpvm.bind.input(ptr %leaf, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %leaf, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %leaf, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.output(ptr %leaf, i32 2, i32 2, i1 false)
  ret %results zeroinitializer
}

define %result @Small(i64 %n) {
  %r = insertvalue %result poison, i64 %n, 0
  ret %result %r
}
define %result @Other(i64 %n) {
  %leaf = call ptr @llvm.hpvm.createNode(ptr @Small)
  call void @llvm.hpvm.bind.input(ptr %leaf, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %leaf, i32 0, i32 0, i1 false)
  ret %result zeroinitializer
}
