; report poison-used always: load i32, ptr poison
define void @t() { %v = load i32, ptr poison
 ret void }
