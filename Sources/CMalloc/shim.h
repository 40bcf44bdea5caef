#ifndef HEROES_CMALLOC_SHIM_H
#define HEROES_CMALLOC_SHIM_H

#include <malloc.h>

#endif
