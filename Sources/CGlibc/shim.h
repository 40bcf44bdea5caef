#ifndef HEROES_CGLIBC_SHIM_H
#define HEROES_CGLIBC_SHIM_H

/* What Swift's Glibc module leaves out. */

#include <fcntl.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* Declared in <stdio.h> only for who defines _GNU_SOURCE (rename(2)), which Swift does not. */
int renameat2(int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned int flags);

static const unsigned int HEROES_RENAME_EXCHANGE = 1u << 1;

/* <fcntl.h> gives it without the underscores to those alone, too (open(2)). */
static const int HEROES_O_NOATIME = __O_NOATIME;

/* Opens a file where the kernel has all that the path goes through in its memory, and fails with EAGAIN where it would
   have to ask a disk; Glibc has no function for it (openat2(2), Linux 5.12). */
static inline int heroes_open_at_once(const char *path, int flags) {
    struct open_how how = {.flags = (unsigned long long)flags, .resolve = RESOLVE_CACHED};
    return (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}

/* Declared in <sys/uio.h> for _GNU_SOURCE only, as is the flag (readv(2)): with it, it gives no more than the kernel has
   in its memory. */
ssize_t preadv2(int file, const struct iovec *parts, int count, off_t offset, int flags);

static const int HEROES_RWF_NOWAIT = 0x8;

#endif
