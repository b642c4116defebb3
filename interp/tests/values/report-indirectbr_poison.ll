; report poison-used always: indirectbr ptr poison
define void @t() { indirectbr ptr poison, [label %a]
a: ret void }
