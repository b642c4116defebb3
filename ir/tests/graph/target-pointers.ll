; A module whose pointers are of another size.
; expect: layout-unsupported
; status: unsupported
target datalayout = "e-p:32:32"
