//: options -lthere_is_no_such_library
//: exit 120
//: stderr [library-not-found]
//: last rejected graph or file (exit 120)
int main(void) { return 0; }
