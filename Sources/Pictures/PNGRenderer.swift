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
        return file(surface, width: width, height: height)
    }

    private static func file(_ surface: OpaquePointer?, width: Int, height: Int) -> [UInt8]? {
        cairo_surface_flush(surface)
        // A row has no padding, since a pixel has four bytes.
        guard let data = cairo_image_surface_get_data(surface) else { return nil }
        return data.withMemoryRebound(to: UInt32.self, capacity: width * height) {
            PalettePNG(UnsafeBufferPointer(start: $0, count: width * height), width: width, height: height).file()
        }
    }
}
