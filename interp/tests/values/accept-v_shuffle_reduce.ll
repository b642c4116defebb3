; accept
@k = global <4 x i32> <i32 1, i32 40, i32 2, i32 50>
@s = global i32 0
define void @t() { %k = load <4 x i32>, ptr @k
 %v = shl <4 x i32> splat(i32 1), %k
 %w = add <4 x i32> splat(i32 1), %k
 %r = shufflevector <4 x i32> %v, <4 x i32> %w, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
 %q = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %r)
 store i32 %q, ptr @s
 ret void }
