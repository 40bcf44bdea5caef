#include "CSigsuspend.h"
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
    sigset_t copy = *mask;
    // The kernel's set of 64 signals is the start of the library's.
    return (int)syscall(SYS_rt_sigsuspend, &copy, 8L);
}
