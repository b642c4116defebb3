; report poison-used always: br i1 poison
define void @t() { br i1 poison, label %a, label %b
a: ret void
b: ret void }
