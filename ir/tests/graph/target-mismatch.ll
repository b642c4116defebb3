; A module for another machine.
; expect: target-mismatch
; status: unsupported
target triple = "sparc64-unknown-linux-gnu"
