//: hosts jit
//: out construct global
//: out construct local
//: out construct thread
//: out main
//: out destroy thread
//: out destroy local
//: out destroy global
#include <cstdio>
struct Loud {
	const char *name;
	explicit Loud(const char *n) : name(n) { std::printf("construct %s\n", name); }
	~Loud() { std::printf("destroy %s\n", name); }
};
static Loud global("global");
static Loud &local()
{
	static Loud object("local");
	return object;
}
static thread_local Loud per_thread("thread");
int main()
{
	local();
	if (per_thread.name)
		std::puts("main");
}
