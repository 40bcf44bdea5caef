import CRSVG

/// The rendering of SVG documents as PNG files, by librsvg and cairo.
package enum PNGRenderer {
    /// Returns a PNG file of this size in pixels with the picture, a mosaic of several or, as a collage, each of them side
    /// by side; nil if memory is short.
    package static func png(_ pictures: [Picture], isCollage: Bool = false, width: Int, height: Int) -> [UInt8]? {
        let parts = isCollage ? pictures.map { [$0] } : [pictures]
        let areas = Box(x: 0, y: 0, width: Double(width), height: Double(height)).grid(parts.count)
        let documents = zip(parts, areas).map { pictures, area in
            (Picture.svg(pictures, width: Int(area.width), height: Int(area.height)), area)
        }
        return png(documents, width: width, height: height)
    }

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
