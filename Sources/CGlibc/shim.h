#ifndef HEROES_CGLIBC_SHIM_H
#define HEROES_CGLIBC_SHIM_H

/* Not part of the Glibc module of Swift. */
#include <malloc.h>
#include <spawn.h>
#include <sys/prctl.h>

static inline void heroes_name_thread(const char *name) {
    prctl(PR_SET_NAME, name);
}

/* spawn.h declares it only for _GNU_SOURCE. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

#endif
