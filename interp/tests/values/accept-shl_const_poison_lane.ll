; accept
@k = global <4 x i32> <i32 1, i32 40, i32 2, i32 50>
@s = global <2 x i32> zeroinitializer
define void @t() { %k = load <4 x i32>, ptr @k
 %v = shl <4 x i32> %k, <i32 1, i32 2, i32 3, i32 poison>
 %r = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 0, i32 2>
 store <2 x i32> %r, ptr @s
 ret void }
