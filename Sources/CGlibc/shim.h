#ifndef HEROES_CGLIBC_SHIM_H
#define HEROES_CGLIBC_SHIM_H

/* Swift's Glibc module leaves this header out. */
#include <malloc.h>

#endif
