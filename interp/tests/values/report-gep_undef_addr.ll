; report uninitialised all: store i32 1
@g = global [4 x i32] zeroinitializer
define void @t() { %p = getelementptr i32, ptr @g, i64 undef
 store i32 1, ptr %p
 ret void }
