extension [UInt8] {
    /// Appends a number with at most this many decimals and no needless zero.
    mutating func append(decimal number: Double, places: Int) {
        let power = [1, 10, 100, 1000][Swift.min(Swift.max(places, 0), 3)]
        let scaled = Int((number * Double(power)).rounded())
        if scaled < 0 { append(UInt8(ascii: "-")) }
        let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(power))
        if whole > 0 || part == 0 { append(contentsOf: String(whole).utf8) }
        guard part > 0 else { return }
        var digits = String(part)
        while digits.utf8.count < places { digits = "0" + digits }
        while digits.hasSuffix("0") { digits.removeLast() }
        append(UInt8(ascii: "."))
        append(contentsOf: digits.utf8)
    }

    /// Appends SVG path data, relative where that is shorter.
    mutating func append(_ path: Path) {
        var at = Point(0, 0)
        var start = at
        for segment in path.segments {
            switch segment {
            case .move(let point):
                append(command: "M", [point])
                at = point.rounded
                start = at
            case .line(let point):
                append(command: "l", [point - at])
                at = at.moved(by: point - at)
            case .curve(let first, let second, let end):
                append(command: "c", [first - at, second - at, end - at])
                at = at.moved(by: end - at)
            case .close:
                append(UInt8(ascii: "z"))
                at = start
            }
        }
    }

    private mutating func append(command: Unicode.Scalar, _ points: [Point]) {
        append(UInt8(ascii: command))
        var first = true
        for number in points.flatMap({ [$0.x, $0.y] }) {
            if !first, number.rounded1 >= 0 { append(UInt8(ascii: " ")) }
            append(decimal: number, places: 1)
            first = false
        }
    }
}

extension Point {
    /// The point as it is written, to a tenth.
    fileprivate var rounded: Point { Point(x.rounded1, y.rounded1) }

    /// Where a pen at this point ends after a step as it is written.
    fileprivate func moved(by step: Point) -> Point { (self + step.rounded).rounded }
}

extension Double {
    fileprivate var rounded1: Double { (self * 10).rounded() / 10 }
}
