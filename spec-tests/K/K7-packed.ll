; K7: printf of a device is one atomic line for each call, with that language's format (%v4f, packed arguments).
;: positive
;: options --kernel k --grid 1 --block 1
;: out 7 0.500000 8
;: out 3
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%arguments = type { i32, double, i64 }
%returned = type { i32 }

@format = private constant [11 x i8] c"%d %f %ld\0A\00"
@number = private constant [4 x i8] c"%d\0A\00"

declare i32 @vprintf(ptr, ptr)

define ptx_kernel void @k() {
  %all = alloca %arguments, align 8
  %one = alloca %returned, align 8
  store i32 7, ptr %all
  %second = getelementptr %arguments, ptr %all, i32 0, i32 1
  store double 0.5, ptr %second
  %third = getelementptr %arguments, ptr %all, i32 0, i32 2
  store i64 8, ptr %third
  %n = call i32 @vprintf(ptr @format, ptr %all)
  store i32 %n, ptr %one
  %m = call i32 @vprintf(ptr @number, ptr %one)
  ret void
}
