; report poison-used always: udiv <4 x i32>
define void @t() { %r = udiv <4 x i32> splat(i32 1), <i32 1, i32 poison, i32 1, i32 1>
 ret void }
