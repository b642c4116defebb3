; accept
; The last lane of the vectors is padding, and poison.
@n = global i32 3
define void @t() {
entry:
  %p = alloca <4 x i8>
  %n = load i32, ptr @n
  %x = extractelement <4 x i8> <i8 1, i8 2, i8 3, i8 4>, i32 %n
  %v0 = insertelement <4 x i8> poison, i8 %x, i64 0
  %v1 = insertelement <4 x i8> %v0, i8 %x, i64 1
  %v2 = insertelement <4 x i8> %v1, i8 %x, i64 2
  br label %loop
loop:
  %v = phi <4 x i8> [ %v2, %entry ], [ %w2, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = mul <4 x i8> %v, <i8 3, i8 3, i8 3, i8 3>
  store <4 x i8> %sum, ptr %p
  %byte = trunc i32 %i to i8
  %w0 = insertelement <4 x i8> poison, i8 %byte, i64 0
  %w1 = insertelement <4 x i8> %w0, i8 %byte, i64 1
  %w2 = insertelement <4 x i8> %w1, i8 %byte, i64 2
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
