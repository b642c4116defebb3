; report poison-used always: call void @llvm.memset
define void @t() { %a = alloca [8 x i8]
 call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 poison, i1 false)
 ret void }
