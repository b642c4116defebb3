; report * always: 
define void @t() { call void @llvm.assume(i1 poison)
 ret void }
