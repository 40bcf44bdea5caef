#ifndef HEROES_CGLIBC_SHIM_H
#define HEROES_CGLIBC_SHIM_H

/* What Swift's Glibc module leaves out. */

#include <fcntl.h>
#include <malloc.h>

/* Declared in <stdio.h> only for who defines _GNU_SOURCE (rename(2)), which Swift does not. */
int renameat2(int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned int flags);

static const unsigned int HEROES_RENAME_EXCHANGE = 1u << 1;

/* <fcntl.h> gives it without the underscores to those alone, too (open(2)). */
static const int HEROES_O_NOATIME = __O_NOATIME;

#endif
