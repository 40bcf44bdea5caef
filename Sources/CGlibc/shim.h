#ifndef HEROES_CGLIBC_SHIM_H
#define HEROES_CGLIBC_SHIM_H

/* Not part of the Glibc module of Swift. */
#include <malloc.h>
#include <sys/prctl.h>

static inline void heroes_name_thread(const char *name) {
    prctl(PR_SET_NAME, name);
}

#endif
