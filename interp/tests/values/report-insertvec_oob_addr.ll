; report poison-used always: store i32 1
@k = global i32 9
@tab = global [4 x i32] zeroinitializer
define void @t() { %k = load i32, ptr @k
 %e = extractelement <4 x i64> <i64 0, i64 1, i64 2, i64 3>, i32 %k
 %g = getelementptr i32, ptr @tab, i64 %e
 store i32 1, ptr %g
 ret void }
