//: hosts interp
//: args one two
//: exit 121
//: stderr [out-of-bounds]
//: stderr of 'table' (16 bytes)
/* An object of a program whose only global is a constant, which has memory of its own. */
static const int table[4] = {1, 2, 3, 4};

__attribute__((noinline)) static int element(const int *values, int i)
{
	return values[i];
}

int main(int argc, char **argv)
{
	return element(table, argc + 1) == 4;
}
