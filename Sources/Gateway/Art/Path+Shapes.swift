import Glibc

/// The shapes that motifs and layouts are put together from.
extension Path {
    /// A closed polygon through the given points (x, y, x, y, …).
    static func polygon(_ coordinates: Double...) -> Path { polygon(Point.list(coordinates)) }

    static func polygon(_ points: [Point]) -> Path { polyline(points).closed }

    /// Straight lines through the given points, left open.
    static func polyline(_ coordinates: Double...) -> Path { polyline(Point.list(coordinates)) }

    static func polyline(_ points: [Point]) -> Path {
        Path(segments: points.enumerated().map { $0 == 0 ? .move($1) : .line($1) })
    }

    static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Path {
        polygon(x, y, x + width, y, x + width, y + height, x, y + height)
    }

    static func circle(_ x: Double, _ y: Double, _ radius: Double) -> Path { ellipse(x, y, radius, radius) }

    /// An ellipse of four cubic curves; 0.5523 is the usual handle for a quarter circle.
    static func ellipse(_ x: Double, _ y: Double, _ rx: Double, _ ry: Double) -> Path {
        let (hx, hy) = (rx * 0.5523, ry * 0.5523)
        return from(x - rx, y)
            .curve(x - rx, y - hy, x - hx, y - ry, x, y - ry)
            .curve(x + hx, y - ry, x + rx, y - hy, x + rx, y)
            .curve(x + rx, y + hy, x + hx, y + ry, x, y + ry)
            .curve(x - hx, y + ry, x - rx, y + hy, x - rx, y).closed
    }

    static func ring(_ x: Double, _ y: Double, _ outer: Double, _ inner: Double) -> Path {
        circle(x, y, outer).minus(circle(x, y, inner))
    }

    /// A regular polygon about the origin whose first corner points up, turned by `phase` degrees.
    static func regular(_ corners: Int, _ radius: Double, phase: Double = 0) -> Path {
        polygon((0..<corners).map { Point.polar(radius, phase + Double($0) * 360 / Double(corners)) })
    }

    /// A star about the origin whose first point is up, turned by `phase` degrees.
    static func star(_ points: Int, _ outer: Double, _ inner: Double, phase: Double = 0) -> Path {
        polygon(
            (0..<points * 2).map { Point.polar($0 % 2 == 0 ? outer : inner, phase + Double($0) * 180 / Double(points)) }
        )
    }

    /// A piece of a ring about the origin between two bearings in degrees, at most a half turn.
    static func sector(_ outer: Double, _ inner: Double, _ start: Double, _ end: Double) -> Path {
        let middle = (start + end) / 2
        return Path(segments: [.move(Point.polar(outer, start))])
            .arc(outer, start, middle).arc(outer, middle, end)
            .joined(to: Point.polar(inner, end))
            .arc(inner, end, middle).arc(inner, middle, start).closed
    }

    /// A bar with round ends.
    static func capsule(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ width: Double) -> Path {
        let angle = atan2(by - ay, bx - ax) * 180 / .pi
        let length = hypot(bx - ax, by - ay)
        let r = width / 2
        let h = r * 0.5523
        return from(0, -r).line(length, -r)
            .curve(length + h, -r, length + r, -h, length + r, 0).curve(length + r, h, length + h, r, length, r)
            .line(0, r).curve(-h, r, -r, h, -r, 0).curve(-r, -h, -h, -r, 0, -r).closed
            .turned(angle).moved(ax, ay)
    }

    private func joined(to point: Point) -> Path { Path(segments: segments + [.line(point)], evenOdd: evenOdd) }

    /// A circular arc about the origin from one bearing to another, at most a quarter turn.
    private func arc(_ radius: Double, _ start: Double, _ end: Double) -> Path {
        let handle = 4 / 3 * tan((end - start) * .pi / 720) * radius
        let (a, b) = (Point.polar(radius, start), Point.polar(radius, end))
        let (ta, tb) = (Point.polar(handle, start + 90), Point.polar(handle, end + 90))
        return Path(segments: segments + [.curve(a + ta, b - tb, b)], evenOdd: evenOdd)
    }
}

extension Path {
    /// The left half of an egg standing on the y axis; `reach` is how far its handles go, its width three quarters of it.
    static func lobe(_ top: Double, _ bottom: Double, _ reach: Double) -> Path {
        from(0, top).curve(-reach, top, -reach, bottom, 0, bottom).closed
    }
}
