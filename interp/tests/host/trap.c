//: exit 121
//: jit-stderr SIGILL
//: last trap or failed check (exit 121)
int main(void) { __builtin_trap(); }
