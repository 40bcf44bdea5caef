import Testing

@testable import Gateway

@Suite struct SVGTextTests {
    @Test(
        "numbers are written as short as possible",
        arguments: [(0, "0"), (-0.04, "0"), (0.5, ".5"), (-0.25, "-.3"), (12, "12"), (-3.14, "-3.1"), (99.96, "100")])
    func writesNumber(number: Double, text: String) {
        #expect(String(decoding: ("\(number)" as SVGText).bytes, as: UTF8.self) == text)
    }

    @Test("trailing zeros of decimals are removed")
    func writesDecimals() {
        let text: SVGText = "\(1.050_4, decimals: 3) \(2.5, decimals: 3)"
        #expect(String(decoding: text.bytes, as: UTF8.self) == "1.05 2.5")
    }
}
