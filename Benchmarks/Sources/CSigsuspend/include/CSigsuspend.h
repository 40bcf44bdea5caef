#include <signal.h>

/// sigsuspend(2) with a copy of the mask. Valgrind 3.19 writes to the mask it is given, and libdispatch's is constant:
/// preloaded, this keeps valgrind from a crash where a program's main thread gives way to others.
int sigsuspend(const sigset_t *mask);
