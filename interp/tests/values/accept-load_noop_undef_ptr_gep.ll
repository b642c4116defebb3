; accept
define void @t() { %p = getelementptr i8, ptr undef, i64 0
 %q = getelementptr inbounds i8, ptr poison, i64 4
 ret void }
