; K7: printf of a device is one atomic line for each call, with that language's format (%v4f, packed arguments).
;: positive
;: options --kernel k --grid 2 --block 2
;: schedules reference
;: out 0: 1.50,2.50 -1
;: out 1: 1.50,2.50 -1
;: out 2: 1.50,2.50 -1
;: out 3: 1.50,2.50 -1
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@format = private addrspace(2) constant [18 x i8] c"%ld: %.2v2hlf %d\0A\00"

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i32 @printf(ptr addrspace(2), ...)

define spir_kernel void @k() {
  %x = call spir_func i64 @_Z13get_global_idj(i32 0)
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i64 %x, <2 x float> <float 1.5, float 2.5>, i32 -1)
  ret void
}
