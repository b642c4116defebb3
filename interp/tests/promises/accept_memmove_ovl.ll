; accept
define void @t() { %a = alloca [8 x i8], align 8
 store i64 578437695752307201, ptr %a
 %g = getelementptr i8, ptr %a, i64 1
 call void @llvm.memmove.p0.p0.i64(ptr %g, ptr %a, i64 5, i1 false)
 %v = load i64, ptr %a
 %c = icmp eq i64 %v, 578432146554454273
 br i1 %c, label %o, label %o
o: ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
