; P7: A module whose indices into memory are of another size than its pointers.
; expect: layout-unsupported
; status: unsupported
target datalayout = "e-p270:32:32-p0:64:64:64:32"
