/// SVG source text, written by interpolation: numbers with at most one decimal place, points as `x y`, colours as
/// `#rrggbb`.
struct SVGText: ExpressibleByStringInterpolation, StringInterpolationProtocol {
    private(set) var bytes: [UInt8] = []

    init() {}
    init(stringLiteral text: String) { bytes = Array(text.utf8) }
    init(stringInterpolation text: SVGText) { self = text }
    init(literalCapacity: Int, interpolationCount: Int) {
        bytes.reserveCapacity(literalCapacity + 6 * interpolationCount)
    }

    static func += (text: inout SVGText, more: SVGText) { text.bytes += more.bytes }

    mutating func append(_ more: [UInt8]) { bytes += more }

    mutating func appendLiteral(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func appendInterpolation(_ text: SVGText) { self += text }

    mutating func appendInterpolation(_ colour: Colour) { appendLiteral(colour.hex) }

    mutating func appendInterpolation(_ point: Point) {
        appendInterpolation(point.x)
        appendLiteral(" ")
        appendInterpolation(point.y)
    }

    mutating func appendInterpolation(_ number: Double, decimals: Int = 1) {
        let power = decimals == 1 ? 10 : 1000
        let scaled = Int((number * Double(power)).rounded())
        let (integer, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(power))
        if scaled < 0 { appendLiteral("-") }
        if integer > 0 || fraction == 0 { appendLiteral(String(integer)) }
        guard fraction > 0 else { return }
        var digits = String(UInt(power) + fraction).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        appendLiteral(".\(digits)")
    }
}
