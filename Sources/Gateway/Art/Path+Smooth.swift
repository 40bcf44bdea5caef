import Glibc

/// Outlines that flow through given points (Catmull-Rom splines written as cubic curves).
extension Path {
    /// A closed, smooth outline through the given points (x, y, x, y, …).
    static func blob(_ coordinates: Double...) -> Path {
        let points = Point.list(coordinates)
        let count = points.count
        guard count > 2 else { return polygon(points) }
        var path = Path(segments: [.move(points[0])])
        for index in 0..<count {
            path.flow(
                points[(index + count - 1) % count], points[index], points[(index + 1) % count],
                points[(index + 2) % count])
        }
        return path.closed
    }

    /// An open, smooth line through the given points (x, y, x, y, …).
    static func flowing(_ coordinates: Double...) -> Path { flowing(Point.list(coordinates)) }

    static func flowing(_ points: [Point]) -> Path {
        guard let first = points.first else { return Path() }
        var path = Path(segments: [.move(first)])
        path.flow(through: points)
        return path
    }

    /// A band along a smooth line, as wide at each point as given there (x, y, width, x, y, width, …).
    static func ribbon(_ values: Double...) -> Path {
        ribbon(stride(from: 2, to: values.count, by: 3).map { (Point(values[$0 - 2], values[$0 - 1]), values[$0]) })
    }

    static func ribbon(_ spine: [(point: Point, width: Double)]) -> Path {
        guard spine.count > 1 else { return Path() }
        var left: [Point] = []
        var right: [Point] = []
        for index in spine.indices {
            let before = spine[max(index - 1, 0)].point
            let along = spine[min(index + 1, spine.count - 1)].point - before
            let length = max(hypot(along.x, along.y), 0.001)
            let side = Point(-along.y, along.x) * (spine[index].width / 2 / length)
            left.append(spine[index].point + side)
            right.append(spine[index].point - side)
        }
        right.reverse()
        var path = Path(segments: [.move(left[0])])
        path.flow(through: left)
        path.segments.append(.line(right[0]))
        path.flow(through: right)
        return path.closed
    }

    private mutating func flow(through points: [Point]) {
        for index in points.indices.dropLast() {
            flow(
                points[max(index - 1, 0)], points[index], points[index + 1],
                points[min(index + 2, points.count - 1)])
        }
    }

    private mutating func flow(_ before: Point, _ start: Point, _ end: Point, _ after: Point) {
        segments.append(.curve(start + (end - before) * (1 / 6), end - (after - start) * (1 / 6), end))
    }
}
