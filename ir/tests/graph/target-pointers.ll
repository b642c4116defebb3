; A module whose pointers are of another size.
; expect: target-mismatch
; status: unsupported
target datalayout = "e-p:32:32"
