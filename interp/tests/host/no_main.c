//: exit 120
//: stderr [no-main]
int not_main(void) { return 0; }
