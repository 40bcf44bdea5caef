import Testing

@testable import Gateway

@Suite struct PathTests {
    @Test(
        "numbers are written as short as they can be",
        arguments: [(0, "0"), (-0.04, "0"), (0.5, ".5"), (-0.25, "-.3"), (12, "12"), (-3.14, "-3.1"), (99.96, "100")])
    func writesNumber(number: Double, text: String) {
        var bytes: [UInt8] = []
        bytes.append(decimal: number, places: 1)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test("zeros within decimals stay, those behind go")
    func writesDecimals() {
        var bytes: [UInt8] = []
        bytes.append(decimal: 1.050_4, places: 3)
        bytes.append(UInt8(ascii: " "))
        bytes.append(decimal: 2.5, places: 3)
        #expect(String(decoding: bytes, as: UTF8.self) == "1.05 2.5")
    }

    @Test("lines are written as steps from where the pen stands")
    func writesPath() {
        var bytes: [UInt8] = []
        bytes.append(Path.polygon(10, 10, 20, 5, 20.5, -5) + .polyline(1, 2, 3, 4))
        #expect(String(decoding: bytes, as: UTF8.self) == "M10 10l10-5l.5-10zM1 2l2 2")
    }

    @Test("a mirror image has the mirrored box")
    func mirrors() {
        #expect(Path.rect(-10, 0, 4, 8).mirrored.bounds == Box(x: 6, y: 0, width: 4, height: 8))
        #expect(Path.rect(-10, 0, 4, 8).doubled.bounds == Box(x: -10, y: 0, width: 20, height: 8))
        #expect(Path().bounds == nil)
    }

    @Test("a circle's box is its square")
    func boundsCircle() {
        #expect(Path.circle(5, 6, 10).bounds == Box(x: -5, y: -4, width: 20, height: 20))
    }

    @Test("a drawing's box counts the width of its lines and not what is cut out")
    func boundsDrawing() {
        var drawing = Drawing()
        drawing.line(.main, 4, .polyline(0, 0, 10, 0))
        drawing.fill(.cut, .rect(-100, -100, 200, 200))
        #expect(drawing.bounds == Box(x: -2, y: -2, width: 14, height: 4))
    }
}
