; accept
@k = global float 0x4415AF1D80000000
@s = global i32 0
define void @t() { %k = load float, ptr @k
 %v = fptosi float %k to i32
 %c = fcmp olt float %k, 100.0
 %r = select i1 %c, i32 %v, i32 0
 store i32 %r, ptr @s
 ret void }
