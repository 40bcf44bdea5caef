import CRSVG

/// The rendering of SVG documents as PNG files, by librsvg and cairo.
enum PNGRenderer {
    /// Returns a PNG file of this size in pixels; nil if the document cannot be rendered or memory is short.
    static func png(_ svg: [UInt8], width: Int, height: Int) -> [UInt8]? {
        guard let handle = rsvg_handle_new_from_data(svg, svg.count, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(handle)) }
        // Without an alpha channel: every picture fills its area.
        let surface = cairo_image_surface_create(Int32(HEROES_CAIRO_RGB24), Int32(width), Int32(height))
        defer { cairo_surface_destroy(surface) }
        let context = cairo_create(surface)
        defer { cairo_destroy(context) }
        var viewport = RsvgRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
        guard rsvg_handle_render_document(handle, context, &viewport, nil) != 0 else { return nil }
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
