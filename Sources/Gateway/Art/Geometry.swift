import Glibc

/// A point in SVG coordinates: y grows downwards.
struct Point: Sendable, Hashable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    static func + (left: Point, right: Point) -> Point { Point(left.x + right.x, left.y + right.y) }
    static func * (point: Point, factor: Double) -> Point { Point(point.x * factor, point.y * factor) }

    /// Returns the point at `radius` from the origin in the direction `degrees` (0 is up, clockwise).
    static func polar(_ radius: Double, _ degrees: Double) -> Point {
        Point(radius * sin(degrees * .pi / 180), -radius * cos(degrees * .pi / 180))
    }
}

/// An axis-aligned rectangle.
struct Box: Sendable, Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var centre: Point { Point(x + width / 2, y + height / 2) }

    /// Returns the box expanded by `margin` on every side.
    func expanded(by margin: Double) -> Box {
        Box(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }

    /// The box as path data.
    var path: SVGText { "M\(x) \(y)h\(width)v\(height)h\(-width)z" }
}

extension SVGText {
    /// Returns the path data of a circle, clockwise from its leftmost point.
    static func circle(_ centre: Point, _ radius: Double) -> SVGText {
        "M\(centre + Point(-radius, 0))a\(radius) \(radius) 0 1 1 \(2 * radius) 0a\(radius) \(radius) 0 1 1 \(-2 * radius) 0z"
    }

    /// Returns the path data of a closed polygon.
    static func polygon(_ points: [Point]) -> SVGText {
        var path: SVGText = ""
        for (index, point) in points.enumerated() { path += index == 0 ? "M\(point)" : "L\(point)" }
        return path + "z"
    }

    static func + (left: SVGText, right: SVGText) -> SVGText { "\(left)\(right)" }
}
