; An initialiser has no place for instructions.
; expect: old-dialect 4
@number = global i32 1
@flag = global i1 icmp eq (i32* @number, i32* null)
