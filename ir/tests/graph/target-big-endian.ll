; P7: A module whose data layout is big-endian.
; expect: layout-unsupported
; status: unsupported
target datalayout = "E-p:64:64:64-i32:32-i64:64"
