; accept
@k = global <4 x i32> <i32 1, i32 40, i32 2, i32 50>
@s = global i32 0
define void @t() { %k = load <4 x i32>, ptr @k
 %v = shl <4 x i32> splat(i32 1), %k
 %r = extractelement <4 x i32> %v, i32 0
 store i32 %r, ptr @s
 ret void }
