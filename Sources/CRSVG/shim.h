#ifndef HEROES_CRSVG_SHIM_H
#define HEROES_CRSVG_SHIM_H

#include <stddef.h>

// The used functions of librsvg 2.46 and cairo 1.2 or later. Their own headers include GLib's, whose pkg-config flags
// (-pthread) Swift packages do not accept.

typedef struct _RsvgHandle RsvgHandle;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo cairo_t;

typedef struct {
    double x, y, width, height;
} RsvgRectangle;

RsvgHandle *rsvg_handle_new_from_data(const unsigned char *data, size_t length, void **error);
int rsvg_handle_render_document(RsvgHandle *handle, cairo_t *context, const RsvgRectangle *viewport, void **error);
void g_object_unref(void *object);

enum { HEROES_CAIRO_RGB24 = 1 };

cairo_surface_t *cairo_image_surface_create(int format, int width, int height);
void cairo_surface_destroy(cairo_surface_t *surface);
cairo_t *cairo_create(cairo_surface_t *target);
void cairo_destroy(cairo_t *context);
void cairo_rectangle(cairo_t *context, double x, double y, double width, double height);
void cairo_clip(cairo_t *context);
void cairo_reset_clip(cairo_t *context);
void cairo_surface_flush(cairo_surface_t *surface);
unsigned char *cairo_image_surface_get_data(cairo_surface_t *surface);

#endif
