; report * always: 
define void @t() { %a = alloca i32, i32 poison
 store i32 1, ptr %a
 ret void }
