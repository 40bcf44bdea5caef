import Glibc

/// An outline of straight lines and cubic curves, to be filled or stroked.
struct Path: Sendable {
    /// One step of the outline.
    enum Segment: Sendable {
        case move(Point)
        case line(Point)
        case curve(Point, Point, Point)
        case close
    }

    var segments: [Segment] = []
    /// Whether overlapping parts cut each other out.
    var evenOdd = false

    /// Starts an outline that further calls continue.
    static func from(_ x: Double, _ y: Double) -> Path { Path(segments: [.move(Point(x, y))]) }

    /// Continues straight through the given points (x, y, x, y, …).
    func line(_ coordinates: Double...) -> Path {
        with(Point.list(coordinates).map(Segment.line))
    }

    /// Continues with a cubic curve.
    func curve(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ x: Double, _ y: Double) -> Path {
        with([.curve(Point(ax, ay), Point(bx, by), Point(x, y))])
    }

    /// Continues with a quadratic curve, written as the cubic one it equals.
    func bend(_ cx: Double, _ cy: Double, _ x: Double, _ y: Double) -> Path {
        let control = Point(cx, cy)
        let end = Point(x, y)
        let start = last ?? end
        let first = start + (control - start) * (2 / 3)
        return with([.curve(first, end + (control - end) * (2 / 3), end)])
    }

    /// The same outline, closed.
    var closed: Path { with([.close]) }

    /// Both outlines as one.
    static func + (left: Path, right: Path) -> Path {
        Path(segments: left.segments + right.segments, evenOdd: left.evenOdd || right.evenOdd)
    }

    /// The outline with `hole` cut out of it.
    func minus(_ hole: Path) -> Path { Path(segments: segments + hole.segments, evenOdd: true) }

    private var last: Point? {
        switch segments.last {
        case .move(let point), .line(let point), .curve(_, _, let point): point
        case .close, nil: nil
        }
    }

    private func with(_ more: [Segment]) -> Path { Path(segments: segments + more, evenOdd: evenOdd) }
}

extension Path {
    /// The outline with every point sent through `change`.
    func mapped(_ change: (Point) -> Point) -> Path {
        let changed = segments.map { segment -> Segment in
            switch segment {
            case .move(let point): .move(change(point))
            case .line(let point): .line(change(point))
            case .curve(let first, let second, let end): .curve(change(first), change(second), change(end))
            case .close: .close
            }
        }
        return Path(segments: changed, evenOdd: evenOdd)
    }

    /// The outline seen in a mirror standing on the y axis.
    var mirrored: Path { mapped { Point(-$0.x, $0.y) } }

    /// The outline together with its mirror image.
    var doubled: Path { self + mirrored }

    func moved(_ dx: Double, _ dy: Double) -> Path { mapped { $0 + Point(dx, dy) } }

    func scaled(_ factor: Double) -> Path { mapped { $0 * factor } }

    func scaled(_ horizontal: Double, _ vertical: Double) -> Path {
        mapped { Point($0.x * horizontal, $0.y * vertical) }
    }

    /// The outline turned clockwise about the origin by so many degrees.
    func turned(_ degrees: Double) -> Path {
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        return mapped { Point($0.x * cosine - $0.y * sine, $0.x * sine + $0.y * cosine) }
    }

    /// The outline repeated `count` times around the origin.
    func repeated(_ count: Int) -> Path {
        (0..<count).reduce(Path()) { $0 + turned(Double($1) * 360 / Double(count)) }
    }

    /// The box around every point, control points included.
    var bounds: Box? {
        var points: [Point] = []
        for segment in segments {
            switch segment {
            case .move(let point), .line(let point): points.append(point)
            case .curve(let first, let second, let end): points += [first, second, end]
            case .close: break
            }
        }
        guard let first = points.first else { return nil }
        return points.reduce(Box(x: first.x, y: first.y, width: 0, height: 0)) {
            $0.union(Box(x: $1.x, y: $1.y, width: 0, height: 0))
        }
    }
}
