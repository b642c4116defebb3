; Leaves by whether they return their second input as their first output: yes_..., no_...; and two chains.
%out = type { i64, ptr }
declare ptr @__hpvm__createNodeND(i32, ...)
declare ptr @__hpvm__edge(ptr, ptr, i32, i32, i32, i32)
declare void @__hpvm__bindIn(ptr, i32, i32, i32)
declare void @__hpvm__bindOut(ptr, i32, i32, i32)
declare void @__hpvm__return(i32, ...)

define internal void @change(ptr %v) {
  store i64 0, ptr %v, align 8
  ret void
}
define void @yes_straight(ptr %p, i64 %bytes, i64 %other) {
  call void (i32, ...) @__hpvm__return(i32 1, i64 %bytes)
  ret void
}
define void @yes_variable(ptr %p, i64 %bytes, i64 %other) {
  %v = alloca i64, align 8
  %o = alloca i64, align 8
  store i64 %other, ptr %o, align 8
  store i64 %bytes, ptr %v, align 8
  br label %on
on:
  %l = load i64, ptr %v, align 8
  call void (i32, ...) @__hpvm__return(i32 1, i64 %l)
  ret void
}
define void @yes_branches(ptr %p, i64 %bytes, i64 %other) {
  %c = icmp eq i64 %bytes, 0
  br i1 %c, label %a, label %b
a:
  call void (i32, ...) @__hpvm__return(i32 1, i64 %bytes)
  ret void
b:
  call void (i32, ...) @__hpvm__return(i32 1, i64 %bytes)
  ret void
}
define void @no_branches(ptr %p, i64 %bytes, i64 %other) {
  %c = icmp eq i64 %bytes, 0
  br i1 %c, label %a, label %b
a:
  call void (i32, ...) @__hpvm__return(i32 1, i64 %bytes)
  ret void
b:
  call void (i32, ...) @__hpvm__return(i32 1, i64 %other)
  ret void
}
define void @no_written(ptr %p, i64 %bytes, i64 %other) {
  %v = alloca i64, align 8
  store i64 %bytes, ptr %v, align 8
  store i64 %other, ptr %v, align 8
  %l = load i64, ptr %v, align 8
  call void (i32, ...) @__hpvm__return(i32 1, i64 %l)
  ret void
}
define void @no_escaped(ptr %p, i64 %bytes, i64 %other) {
  %v = alloca i64, align 8
  store i64 %bytes, ptr %v, align 8
  call void @change(ptr %v)
  %l = load i64, ptr %v, align 8
  call void (i32, ...) @__hpvm__return(i32 1, i64 %l)
  ret void
}
define void @no_address_stored(ptr %p, i64 %bytes, i64 %other) {
  %v = alloca ptr, align 8
  %w = alloca i64, align 8
  store ptr %w, ptr %v, align 8
  store i64 %bytes, ptr %w, align 8
  %q = load ptr, ptr %v, align 8
  store i64 0, ptr %q, align 8
  %l = load i64, ptr %w, align 8
  call void (i32, ...) @__hpvm__return(i32 1, i64 %l)
  ret void
}
define void @no_early(ptr %p, i64 %bytes, i64 %other) {
  %v = alloca i64, align 8
  %l = load i64, ptr %v, align 8
  store i64 %bytes, ptr %v, align 8
  call void (i32, ...) @__hpvm__return(i32 1, i64 %l)
  ret void
}
define void @no_late_store(ptr %p, i64 %bytes, i64 %other) {
  %v = alloca i64, align 8
  %c = icmp eq i64 %bytes, 0
  br i1 %c, label %a, label %b
a:
  store i64 %bytes, ptr %v, align 8
  br label %b
b:
  %l = load i64, ptr %v, align 8
  call void (i32, ...) @__hpvm__return(i32 1, i64 %l)
  ret void
}
define void @no_sometimes(ptr %p, i64 %bytes, i64 %other) {
  %c = icmp eq i64 %bytes, 0
  br i1 %c, label %a, label %b
a:
  call void (i32, ...) @__hpvm__return(i32 1, i64 %bytes)
  ret void
b:
  ret void
}
define void @no_computed(ptr %p, i64 %bytes, i64 %other) {
  %m = add i64 %bytes, 1
  call void (i32, ...) @__hpvm__return(i32 1, i64 %m)
  ret void
}
define void @no_constant(ptr %p, i64 %bytes, i64 %other) {
  call void (i32, ...) @__hpvm__return(i32 1, i64 7)
  ret void
}
define %out @yes_field(ptr %p, i64 %bytes, i64 %other) {
  %a = insertvalue %out poison, i64 %bytes, 0
  %b = insertvalue %out %a, ptr %p, 1
  ret %out %b
}
define %out @yes_second_field(ptr %p, i64 %bytes, i64 %other) {
  %a = insertvalue %out poison, i64 %other, 0
  %b = insertvalue %out %a, ptr %p, 1
  %c = insertvalue %out %b, i64 %bytes, 0
  ret %out %c
}
define %out @no_field(ptr %p, i64 %bytes, i64 %other) {
  %a = insertvalue %out poison, i64 %bytes, 0
  %b = insertvalue %out %a, i64 0, 0
  ret %out %b
}
define %out @no_structure(ptr %p, i64 %bytes, i64 %other) {
  %s = load %out, ptr %p, align 8
  ret %out %s
}
define void @root(ptr %p, i64 %bytes, i64 %other) {
  %yes_straight = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @yes_straight, i64 4)
  call void @__hpvm__bindIn(ptr %yes_straight, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %yes_straight, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %yes_straight, i32 2, i32 2, i32 0)
  %yes_variable = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @yes_variable, i64 4)
  call void @__hpvm__bindIn(ptr %yes_variable, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %yes_variable, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %yes_variable, i32 2, i32 2, i32 0)
  %yes_branches = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @yes_branches, i64 4)
  call void @__hpvm__bindIn(ptr %yes_branches, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %yes_branches, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %yes_branches, i32 2, i32 2, i32 0)
  %no_branches = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @no_branches, i64 4)
  call void @__hpvm__bindIn(ptr %no_branches, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %no_branches, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %no_branches, i32 2, i32 2, i32 0)
  %no_written = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @no_written, i64 4)
  call void @__hpvm__bindIn(ptr %no_written, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %no_written, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %no_written, i32 2, i32 2, i32 0)
  %no_escaped = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @no_escaped, i64 4)
  call void @__hpvm__bindIn(ptr %no_escaped, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %no_escaped, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %no_escaped, i32 2, i32 2, i32 0)
  %no_address_stored = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @no_address_stored, i64 4)
  call void @__hpvm__bindIn(ptr %no_address_stored, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %no_address_stored, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %no_address_stored, i32 2, i32 2, i32 0)
  %no_early = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @no_early, i64 4)
  call void @__hpvm__bindIn(ptr %no_early, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %no_early, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %no_early, i32 2, i32 2, i32 0)
  %no_late_store = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @no_late_store, i64 4)
  call void @__hpvm__bindIn(ptr %no_late_store, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %no_late_store, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %no_late_store, i32 2, i32 2, i32 0)
  %no_sometimes = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @no_sometimes, i64 4)
  call void @__hpvm__bindIn(ptr %no_sometimes, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %no_sometimes, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %no_sometimes, i32 2, i32 2, i32 0)
  %no_computed = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @no_computed, i64 4)
  call void @__hpvm__bindIn(ptr %no_computed, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %no_computed, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %no_computed, i32 2, i32 2, i32 0)
  %no_constant = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @no_constant, i64 4)
  call void @__hpvm__bindIn(ptr %no_constant, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %no_constant, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %no_constant, i32 2, i32 2, i32 0)
  %yes_field = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @yes_field, i64 4)
  call void @__hpvm__bindIn(ptr %yes_field, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %yes_field, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %yes_field, i32 2, i32 2, i32 0)
  %yes_second_field = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @yes_second_field, i64 4)
  call void @__hpvm__bindIn(ptr %yes_second_field, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %yes_second_field, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %yes_second_field, i32 2, i32 2, i32 0)
  %no_field = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @no_field, i64 4)
  call void @__hpvm__bindIn(ptr %no_field, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %no_field, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %no_field, i32 2, i32 2, i32 0)
  %no_structure = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @no_structure, i64 4)
  call void @__hpvm__bindIn(ptr %no_structure, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %no_structure, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %no_structure, i32 2, i32 2, i32 0)
; one-to-one: three, of which the second computes
  %first = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @yes_straight, i64 4)
  call void @__hpvm__bindIn(ptr %first, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %first, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %first, i32 2, i32 2, i32 0)
  %second = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @yes_variable, i64 4)
  call void @__hpvm__bindIn(ptr %second, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %second, i32 2, i32 2, i32 0)
  %third = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @no_computed, i64 4)
  call void @__hpvm__bindIn(ptr %third, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %third, i32 2, i32 2, i32 0)
  %fourth = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @yes_branches, i64 4)
  call void @__hpvm__bindIn(ptr %fourth, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %fourth, i32 2, i32 2, i32 0)
  %fifth = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @yes_straight, i64 4)
  call void @__hpvm__bindIn(ptr %fifth, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %fifth, i32 2, i32 2, i32 0)
  %first_second = call ptr @__hpvm__edge(ptr %first, ptr %second, i32 0, i32 0, i32 1, i32 0)
  %second_third = call ptr @__hpvm__edge(ptr %second, ptr %third, i32 0, i32 0, i32 1, i32 0)
  %third_fourth = call ptr @__hpvm__edge(ptr %third, ptr %fourth, i32 0, i32 0, i32 1, i32 0)
  %fourth_fifth = call ptr @__hpvm__edge(ptr %fourth, ptr %fifth, i32 0, i32 0, i32 1, i32 0)
; all-to-all from what computes
  %sixth = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @yes_straight, i64 4)
  call void @__hpvm__bindIn(ptr %sixth, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %sixth, i32 2, i32 2, i32 0)
  %third_sixth = call ptr @__hpvm__edge(ptr %third, ptr %sixth, i32 1, i32 0, i32 1, i32 0)
  ret void
}
