; report poison-used all: load i32
@p = global i32 7
define void @t() { %r = load i32, ptr @p, !range !{i32 0, i32 2}, !noundef !{}
 ret void }
