; accept
@k = global <4 x i32> <i32 1, i32 40, i32 2, i32 50>
@s = global <4 x i32> zeroinitializer
define void @t() { %k = load <4 x i32>, ptr @k
 %v = shl <4 x i32> splat(i32 1), %k
 %w = add <4 x i32> splat(i32 1), %k
 %r = shufflevector <4 x i32> %v, <4 x i32> %w, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
 store <4 x i32> %r, ptr @s
 ret void }
