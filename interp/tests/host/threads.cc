//: hosts jit
//: out 4000 4
//: out once
//: out async 42
//: out thread caught in thread
#include <cstdio>
#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
static thread_local int own = 1;
static std::mutex lock;
static std::once_flag once;
static int total, threads_seen;
static void work()
{
	for (int i = 0; i < 1000; i++) {
		std::lock_guard<std::mutex> guard(lock);
		total++;
		own++;
	}
	std::lock_guard<std::mutex> guard(lock);
	threads_seen += own == 1001;
}
int main()
{
	std::vector<std::thread> threads;
	for (int i = 0; i < 4; i++)
		threads.emplace_back(work);
	for (auto &thread : threads)
		thread.join();
	std::printf("%d %d\n", total, own == 1 ? threads_seen : -1);
	for (int i = 0; i < 2; i++)
		std::call_once(once, [] { std::puts("once"); });
	auto answer = std::async(std::launch::async, [] { return 42; });
	std::printf("async %d\n", answer.get());
	std::string text;
	std::thread([&text] {
		try { throw std::runtime_error("caught in thread"); }
		catch (const std::exception &e) { text = e.what(); }
	}).join();
	std::printf("thread %s\n", text.c_str());
}
