; report uninitialised all: store i32 %e
@s = global i32 0
define void @t() { %v = insertelement <4 x i32> undef, i32 5, i32 0
 %w = add <4 x i32> %v, splat(i32 1)
 %e = extractelement <4 x i32> %w, i32 2
 store i32 %e, ptr @s
 ret void }
