; accept
define void @t() { %a = alloca [8 x i8], align 8
 call void @llvm.memset.p0.i16(ptr %a, i8 17, i16 8, i1 false)
 call void @llvm.memset.inline.p0.i8(ptr %a, i8 34, i8 3, i1 false)
 call void @llvm.memcpy.inline.p0.p0.i8(ptr %a, ptr %a, i8 2, i1 false)
 %v = load i64, ptr %a
 %c = icmp eq i64 %v, 1229782938249249314
 br i1 %c, label %o, label %bad
bad: ret void
o: ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
