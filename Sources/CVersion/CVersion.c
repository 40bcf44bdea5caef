#include "CVersion.h"

const char *heroes_version(void) { return HEROES_VERSION; }
