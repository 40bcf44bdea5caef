#ifndef HEROES_CZLIB_SHIM_H
#define HEROES_CZLIB_SHIM_H

#include <zlib.h>

// deflateInit2 and inflateInit2 are macros, which Swift does not import.

/// Initializes compression to a gzip stream (RFC 1952) of the given level, 1 to 9, with a window of 16 kB.
static inline int heroes_gzip_begin(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 14 + 16, 6, Z_DEFAULT_STRATEGY);
}

/// Initializes decompression of a gzip stream (RFC 1952).
static inline int heroes_gunzip_begin(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}

#endif
