#ifndef HEROES_CZLIB_SHIM_H
#define HEROES_CZLIB_SHIM_H

#include <zlib.h>

// deflateInit2 is a macro, which Swift does not import.

/// Begins a gzip stream (RFC 1952) of the given level, 1 to 9.
static inline int heroes_gzip_begin(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
