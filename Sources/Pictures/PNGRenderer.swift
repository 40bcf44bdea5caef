import CRSVG

/// The rendering of SVG documents as PNG files, by librsvg and cairo.
enum PNGRenderer {
    /// Returns a PNG file of this size in pixels, with each SVG document in its area; nil if one cannot be rendered or
    /// memory is short.
    static func png(_ documents: [(svg: [UInt8], area: Box)], width: Int, height: Int) -> [UInt8]? {
        // Without an alpha channel: every picture fills its area.
        let surface = cairo_image_surface_create(Int32(HEROES_CAIRO_RGB24), Int32(width), Int32(height))
        defer { cairo_surface_destroy(surface) }
        let context = cairo_create(surface)
        defer { cairo_destroy(context) }
        for (svg, area) in documents {
            guard let handle = rsvg_handle_new_from_data(svg, svg.count, nil) else { return nil }
            defer { g_object_unref(UnsafeMutableRawPointer(handle)) }
            var viewport = RsvgRectangle(x: area.x, y: area.y, width: area.width, height: area.height)
            cairo_reset_clip(context)
            cairo_rectangle(context, area.x, area.y, area.width, area.height)
            cairo_clip(context)
            guard rsvg_handle_render_document(handle, context, &viewport, nil) != 0 else { return nil }
        }
        return file(surface)
    }

    private static func file(_ surface: OpaquePointer?) -> [UInt8]? {
        var bytes: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &bytes) { bytes in
            cairo_surface_write_to_png_stream(
                surface,
                { file, data, count in
                    guard let file else { return Int32(HEROES_CAIRO_WRITE_ERROR) }
                    file.assumingMemoryBound(to: [UInt8].self).pointee
                        .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                    return Int32(HEROES_CAIRO_SUCCESS)
                }, bytes)
        }
        return status == HEROES_CAIRO_SUCCESS ? bytes : nil
    }
}

/// The image variants of the Marvel API.
enum ImageVariant {
    /// Width and height in pixels by the name in image paths; the empty name is for a path without one.
    static let sizes: [Substring: (width: Int, height: Int)] = [
        "portrait_small": (50, 75), "portrait_medium": (100, 150), "portrait_xlarge": (150, 225),
        "portrait_fantastic": (168, 252), "portrait_uncanny": (300, 450), "portrait_incredible": (216, 324),
        "standard_small": (65, 45), "standard_medium": (100, 100), "standard_large": (140, 140),
        "standard_xlarge": (200, 200), "standard_fantastic": (250, 250), "standard_amazing": (180, 180),
        "landscape_small": (120, 90), "landscape_medium": (175, 130), "landscape_large": (190, 140),
        "landscape_xlarge": (270, 200), "landscape_amazing": (250, 156), "landscape_incredible": (464, 261),
        "detail": (500, 750), "": (600, 900),
        // For link previews (Open Graph); not one of Marvel's.
        "link_preview": (1200, 630),
    ]
}
