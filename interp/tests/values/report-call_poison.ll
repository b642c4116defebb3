; report poison-used always: call void poison()
define void @t() { call void poison()
 ret void }
