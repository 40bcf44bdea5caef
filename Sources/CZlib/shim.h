#ifndef HEROES_CZLIB_SHIM_H
#define HEROES_CZLIB_SHIM_H

#include <zlib.h>

// deflateInit2 and inflateInit2 are macros, which Swift does not import.

/// Initializes compression to a raw deflate stream (RFC 1951) of the given level, 1 to 9.
static inline int heroes_deflate_begin(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}

/// Initializes decompression of a gzip stream (RFC 1952).
static inline int heroes_gunzip_begin(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}

#endif
