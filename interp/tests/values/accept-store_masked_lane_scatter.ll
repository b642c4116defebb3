; accept
@k = global <4 x i32> <i32 1, i32 4, i32 99, i32 99>
@s = global [4 x i32] zeroinitializer
define void @t() { %k = load <4 x i32>, ptr @k
 %v = shl <4 x i32> splat(i32 1), %k
 %o = icmp ult <4 x i32> %k, splat(i32 32)
 %p = getelementptr i32, ptr @s, <4 x i64> <i64 0, i64 1, i64 2, i64 3>
 call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> align 4 %p, <4 x i1> %o)
 ret void }
