import Glibc

/// A place on the drawing plane, y growing downwards as in SVG.
struct Point: Sendable, Hashable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    static func + (left: Point, right: Point) -> Point { Point(left.x + right.x, left.y + right.y) }
    static func - (left: Point, right: Point) -> Point { Point(left.x - right.x, left.y - right.y) }
    static func * (point: Point, factor: Double) -> Point { Point(point.x * factor, point.y * factor) }

    /// The point at `radius` from the origin in the bearing `degrees` (0 is up, clockwise).
    static func polar(_ radius: Double, _ degrees: Double) -> Point {
        Point(radius * sin(degrees * .pi / 180), -radius * cos(degrees * .pi / 180))
    }

    /// The points of a flat list of coordinates: x, y, x, y, …
    static func list(_ coordinates: [Double]) -> [Point] {
        stride(from: 1, to: coordinates.count, by: 2).map { Point(coordinates[$0 - 1], coordinates[$0]) }
    }
}

/// An upright rectangle.
struct Box: Sendable, Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var centre: Point { Point(x + width / 2, y + height / 2) }

    /// The box around both.
    func union(_ other: Box) -> Box {
        let left = min(x, other.x)
        let top = min(y, other.y)
        let right = max(x + width, other.x + other.width)
        let bottom = max(y + height, other.y + other.height)
        return Box(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The box grown by `margin` on every side.
    func grown(by margin: Double) -> Box {
        Box(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }
}
