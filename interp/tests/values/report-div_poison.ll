; report poison-used always: udiv i32 1, poison
define void @t() { %r = udiv i32 1, poison
 ret void }
