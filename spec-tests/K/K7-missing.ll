; K7: printf of a device is one atomic line for each call, with that language's format (%v4f, packed arguments).
;: negative
;: options --kernel k --grid 1 --block 1
;: exit reject
;: diagnostic printf-format error function k
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@format = private addrspace(2) constant [6 x i8] c"%v4f\0A\00"

declare spir_func i32 @printf(ptr addrspace(2), ...)

define spir_kernel void @k() {
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, <2 x float> <float 1.5, float 2.5>)
  ret void
}
