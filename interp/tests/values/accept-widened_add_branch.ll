; accept
@k = global <2 x i32> <i32 1, i32 4>
@s = global i32 0
define void @t() { %k = load <2 x i32>, ptr @k
 %w = shufflevector <2 x i32> %k, <2 x i32> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
 %v = add <4 x i32> splat(i32 1), %w
 %e = extractelement <4 x i32> %v, i32 1
 %c = icmp sgt i32 %e, 3
 br i1 %c, label %a, label %b
a: store i32 1, ptr @s
 ret void
b: ret void }
